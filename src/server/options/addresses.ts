/**
 * Addresses that the operator gives: the public URL, hosts of spaces, CORS origins, names of spaces.
 *
 * The command line and `startServer` use the same checks.
 */
import { OperationError } from '../../content/errors/index.js';
import { isName, NAME_RULE, withoutTrailing } from '../../content/model/index.js';

/** A host at which one space is served, and nothing else. */
export interface HostedSpace {
  readonly space: string;
  /** In lower case, without a port. */
  readonly host: string;
  /** Beginning of links, such as `https://shop.example`. */
  readonly origin: string;
}

export const ANY_ORIGIN = '*';

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/**
 * @returns the URL's origin and path, without a slash at the end
 * @throws OperationError if the text is not an http or https URL, or has more than origin and path
 */
export function checkPublicUrl(text: string): string {
  const expected = 'an http or https URL such as https://cdn.example/content, without user, query or fragment';
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new OperationError(`The public URL "${text}" is not a URL that clients can fetch; give ${expected}.`);
  }
  if (url.username !== '' || url.password !== '' || text.includes('?') || text.includes('#')) {
    throw new OperationError(`The public URL "${text}" has more than an origin and a path; give ${expected}.`);
  }
  return `${url.origin}${withoutTrailing(url.pathname, '/')}`;
}

/**
 * @param text a host such as `shop.example`, or an origin such as `http://localhost:8080`; without a scheme, https
 * @throws OperationError if it is neither
 */
export function checkHost(text: string): Omit<HostedSpace, 'space'> {
  const url = parseUrl(text.includes('://') ? text : `https://${text}`);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  const isBare = url !== undefined && url.href === `${url.origin}/`;
  if (url === undefined || !isHttp || !isBare) {
    throw new OperationError(
      `"${text}" is not a host; give one such as shop.example, or an origin such as https://shop.example.`,
    );
  }
  return { host: url.hostname.replace(/\.$/, ''), origin: url.origin };
}

/** @throws OperationError if a host is given twice, or for a space that is not served */
export function checkHosts(hosts: readonly HostedSpace[], spaces: readonly { readonly name: string }[]): void {
  const seenHosts = new Set<string>();
  for (const { space, host } of hosts) {
    if (!spaces.some(({ name }) => name === space)) {
      throw new OperationError(
        `The host ${host} is for the space "${space}", and there is none; name it with --space.`,
      );
    }
    if (seenHosts.has(host)) {
      throw new OperationError(`The host ${host} is given twice; one space is served at a host.`);
    }
    seenHosts.add(host);
  }
}

/** @throws OperationError if the text is neither `*` nor an origin as browsers send it */
export function checkCorsOrigin(text: string): string {
  if (text !== ANY_ORIGIN && (text.includes('*') || parseUrl(text)?.origin !== text)) {
    throw new OperationError(
      `The CORS origin "${text}" is not an origin; give "*" or scheme, host and port as browsers send them, such as https://shop.example.`,
    );
  }
  return text;
}

/** @throws OperationError if a name cannot be used in a path, or two spaces have the same name */
export function checkSpaces(spaces: readonly { readonly name: string }[]): void {
  if (spaces.length === 0) throw new OperationError('There is no space to serve; name at least one.');
  const seenNames = new Set<string>();
  for (const { name } of spaces) {
    if (!isName(name)) throw new OperationError(`"${name}" cannot name a space in a path: ${NAME_RULE}.`);
    if (seenNames.has(name)) {
      throw new OperationError(`Two spaces are called "${name}"; tell them apart with --space <name>=<snapshots>.`);
    }
    seenNames.add(name);
  }
}
