/**
 * Pictures from other hosts: loading one tells the host which content is read, so the reader must allow each host
 * first.
 *
 * The page's policy is written from the same choice before anything is loaded, so a new choice reloads the page.
 */
import { signal } from '@preact/signals';
import { writeStored } from './browser-storage.js';
import { RemoveButton } from './controls.js';
import { readAllowedHosts, STORAGE_KEY } from './picture-hosts.js';

const allowedHosts = readAllowedHosts();
/** Hosts of pictures on this page that were not loaded. */
export const blockedHosts = signal<ReadonlySet<string>>(new Set());

/** The usual forms: a path from the root, or a URL with a host. */
const usualUrl = /^(https?:\/\/[\w.-]+(?::\d+)?)?\/(?:[^\s\\/][^\s\\]*)?$/;

/** @returns the origin of a picture; undefined if the URL is neither http, https nor relative */
function readOrigin(url: string): string | undefined {
  // Parsing a URL takes longer than showing the picture, and a table has hundreds of them.
  const usualMatch = usualUrl.exec(url);
  if (usualMatch !== null) return usualMatch[1] ?? location.origin;
  if (url === '' || !URL.canParse(url, document.baseURI)) return undefined;
  const { protocol, origin } = new URL(url, document.baseURI);
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
}

export const isPictureUrl = (url: string): boolean => readOrigin(url) !== undefined;

/** @returns whether the picture may be loaded; otherwise adds its host to `heldBack` */
export function requestPicture(url: string): boolean {
  const origin = readOrigin(url);
  if (origin === undefined || origin === location.origin || allowedHosts.includes(origin)) return origin !== undefined;
  if (!blockedHosts.peek().has(origin))
    queueMicrotask(() => {
      blockedHosts.value = new Set([...blockedHosts.peek(), origin]);
    });
  return false;
}

/** Image services that scale a picture to the width in the parameter `w`. */
const scalingServices =
  /^https:\/\/(?:[\w-]+\.)*(?:ctfassets\.net|sanity\.io|imgix\.net|unsplash\.com|prismic\.io|datocms-assets\.com|wp\.com|files\.wordpress\.com)\/[^?#]*$/;

/** @param width in CSS pixels; the requested width is doubled for screens with two pixels for each */
export const scaledUrl = (url: string, width: number): string =>
  scalingServices.test(url) ? `${url}?w=${2 * width}` : url;

function storeHosts(hosts: readonly string[]): void {
  writeStored(STORAGE_KEY, hosts.join(' '));
  location.reload();
}

const hostName = (origin: string): string => origin.replace(/^https?:\/\//, '');

/** Hosts offered at once; content may have any number of them. */
const hostsMaximum = 8;

/** @param allowed whether the server's policy allows other hosts */
export function BlockedPictures({ allowed }: { readonly allowed: boolean }) {
  const hosts = [...blockedHosts.value].slice(0, hostsMaximum);
  if (hosts.length === 0) return null;
  return (
    <p class="held-back">
      Pictures from other hosts are not loaded.{' '}
      {allowed
        ? hosts.map((origin) => (
            <button key={origin} type="button" class="quiet" onClick={() => storeHosts([...allowedHosts, origin])}>
              Load pictures from {hostName(origin)}
            </button>
          ))
        : 'This server does not allow them.'}
    </p>
  );
}

/** The allowed hosts, each with a button that removes it. */
export const AllowedHosts = () =>
  allowedHosts.length > 0 && (
    <>
      <h3>Pictures are loaded from</h3>
      <ul class="chosen-hosts">
        {allowedHosts.map((origin) => (
          <li key={origin}>
            {hostName(origin)}
            <RemoveButton
              label={`Do not load pictures from ${hostName(origin)}`}
              onPress={() => storeHosts(allowedHosts.filter((other) => other !== origin))}
            />
          </li>
        ))}
      </ul>
    </>
  );
