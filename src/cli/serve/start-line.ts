/**
 * The first line of a server's log: its version and its options, without secrets.
 */
import type { Logger } from 'pino';
import { packageVersion } from '../package.js';
import { type TrustArguments, trustedKeys } from '../trust/options.js';

/** @returns a URL without user, password and parameters, each of which may be secret; other texts unchanged */
function withoutCredentials(text: string): string {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (scheme === undefined) return text;
  // The class URL cannot parse the address of a database with several hosts.
  if (!URL.canParse(text)) return `${scheme}://…`;
  const { host, pathname } = new URL(text);
  return `${scheme}://${host}${pathname}`;
}

const hideCredentials = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? withoutCredentials(value) : value;

/** @param options values of the command line, including defaults */
export function logStart(logger: Logger, { trust, ...options }: TrustArguments & object): void {
  const trusted = trustedKeys(trust === undefined ? {} : { trust }).map(({ name }) => name);
  const loggedOptions: unknown = JSON.parse(JSON.stringify(options, hideCredentials));
  logger.info(
    { version: packageVersion(), node: process.versions.node, options: loggedOptions, trusted },
    'the server starts',
  );
}
