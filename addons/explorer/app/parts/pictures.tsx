/**
 * Pictures from other hosts: loading one tells the host which content is read, so the reader must allow each host
 * first.
 *
 * The page's policy is written from the same choice before anything is loaded, so a new choice reloads the page.
 */
import { signal } from '@preact/signals';
import { Remove } from './controls.js';
import { chosenHosts, KEPT_AS } from './picture-hosts.js';
import { store } from './stored.js';

const chosen = chosenHosts();
/** Hosts of pictures on this page that were not loaded. */
export const heldBack = signal<ReadonlySet<string>>(new Set());

/** The usual forms: a path from the root, or a URL with a host. */
const usualUrl = /^(https?:\/\/[\w.-]+(?::\d+)?)?\/(?:[^\s\\/][^\s\\]*)?$/;

/** @returns the origin of a picture; undefined if the URL is neither http, https nor relative */
function originOf(url: string): string | undefined {
  // Parsing a URL takes longer than showing the picture, and a table has hundreds of them.
  const usual = usualUrl.exec(url);
  if (usual !== null) return usual[1] ?? location.origin;
  if (url === '' || !URL.canParse(url, document.baseURI)) return undefined;
  const { protocol, origin } = new URL(url, document.baseURI);
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
}

export const isPictureUrl = (url: string): boolean => originOf(url) !== undefined;

/** @returns whether the picture may be loaded; otherwise adds its host to `heldBack` */
export function isLoaded(url: string): boolean {
  const origin = originOf(url);
  if (origin === undefined || origin === location.origin || chosen.includes(origin)) return origin !== undefined;
  if (!heldBack.peek().has(origin))
    queueMicrotask(() => {
      heldBack.value = new Set([...heldBack.peek(), origin]);
    });
  return false;
}

/** Image services that scale a picture to the width in the parameter `w`. */
const scaling =
  /^https:\/\/(?:[\w-]+\.)*(?:ctfassets\.net|sanity\.io|imgix\.net|unsplash\.com|prismic\.io|datocms-assets\.com|wp\.com|files\.wordpress\.com)\/[^?#]*$/;

/** @param width in CSS pixels; the requested width is doubled for screens with two pixels for each */
export const sized = (url: string, width: number): string => (scaling.test(url) ? `${url}?w=${2 * width}` : url);

function choose(hosts: readonly string[]): void {
  store(KEPT_AS, hosts.join(' '));
  location.reload();
}

const nameOf = (origin: string): string => origin.replace(/^https?:\/\//, '');

/** Hosts offered at once; content may have any number of them. */
const hostsShown = 8;

/** @param allowed whether the server's policy allows other hosts */
export function HeldBack({ allowed }: { readonly allowed: boolean }) {
  const hosts = [...heldBack.value].slice(0, hostsShown);
  if (hosts.length === 0) return null;
  return (
    <p class="held-back">
      Pictures from other hosts are not loaded.{' '}
      {allowed
        ? hosts.map((origin) => (
            <button key={origin} type="button" class="quiet" onClick={() => choose([...chosen, origin])}>
              Load pictures from {nameOf(origin)}
            </button>
          ))
        : 'This server does not allow them.'}
    </p>
  );
}

/** The allowed hosts, each with a button that removes it. */
export const ChosenHosts = () =>
  chosen.length > 0 && (
    <>
      <h3>Pictures are loaded from</h3>
      <ul class="chosen-hosts">
        {chosen.map((origin) => (
          <li key={origin}>
            {nameOf(origin)}
            <Remove
              label={`Do not load pictures from ${nameOf(origin)}`}
              act={() => choose(chosen.filter((other) => other !== origin))}
            />
          </li>
        ))}
      </ul>
    </>
  );
