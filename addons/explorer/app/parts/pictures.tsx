/**
 * Pictures of other hosts: who loads them tells the host what is read here, so none is loaded until the reader says so.
 *
 * The page's own policy is made of the same choice before anything is loaded, so another choice loads the page anew.
 */
import { signal } from '@preact/signals';
import { Remove } from './controls.js';
import { chosenHosts, KEPT_AS } from './picture-hosts.js';
import { store } from './stored.js';

const chosen = chosenHosts();
/** Where the pictures of this page are that are not loaded. */
export const heldBack = signal<ReadonlySet<string>>(new Set());

/** A path from the root or an address with a host, as nearly all are. */
const usualUrl = /^(https?:\/\/[\w.-]+(?::\d+)?)?\/(?:[^\s\\/][^\s\\]*)?$/;

/** @returns undefined where it is no address of a picture: http, https, or relative to this page */
function originOf(url: string): string | undefined {
  // A table has hundreds of them, and reading an address takes longer than showing it.
  const usual = usualUrl.exec(url);
  if (usual !== null) return usual[1] ?? location.origin;
  if (url === '' || !URL.canParse(url, document.baseURI)) return undefined;
  const { protocol, origin } = new URL(url, document.baseURI);
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
}

export const isPictureUrl = (url: string): boolean => originOf(url) !== undefined;

/** Whether it is to be loaded; where it is not, the reader is asked. */
export function isLoaded(url: string): boolean {
  const origin = originOf(url);
  if (origin === undefined || origin === location.origin || chosen.includes(origin)) return origin !== undefined;
  if (!heldBack.peek().has(origin))
    queueMicrotask(() => {
      heldBack.value = new Set([...heldBack.peek(), origin]);
    });
  return false;
}

/** Services that scale a picture to the width that `w` gives. */
const scaling =
  /^https:\/\/(?:[\w-]+\.)*(?:ctfassets\.net|sanity\.io|imgix\.net|unsplash\.com|prismic\.io|datocms-assets\.com|wp\.com|files\.wordpress\.com)\/[^?#]*$/;

/** @param width in CSS pixels; screens have up to two for each */
export const sized = (url: string, width: number): string => (scaling.test(url) ? `${url}?w=${2 * width}` : url);

function choose(hosts: readonly string[]): void {
  store(KEPT_AS, hosts.join(' '));
  location.reload();
}

const nameOf = (origin: string): string => origin.replace(/^https?:\/\//, '');

/** Content may name any number of hosts. */
const hostsShown = 8;

/** @param allowed whether the server lets other hosts in at all */
export function HeldBack({ allowed }: { readonly allowed: boolean }) {
  const hosts = [...heldBack.value].slice(0, hostsShown);
  if (hosts.length === 0) return null;
  return (
    <p class="held-back">
      Pictures of other hosts are not loaded.{' '}
      {allowed
        ? hosts.map((origin) => (
            <button key={origin} type="button" class="quiet" onClick={() => choose([...chosen, origin])}>
              Load those of {nameOf(origin)}
            </button>
          ))
        : 'This server lets none in.'}
    </p>
  );
}

/** The hosts that were chosen, each with a way back. */
export const ChosenHosts = () =>
  chosen.length > 0 && (
    <>
      <h3>Pictures are loaded from</h3>
      <ul class="chosen-hosts">
        {chosen.map((origin) => (
          <li key={origin}>
            {nameOf(origin)}
            <Remove
              label={`Load no pictures of ${nameOf(origin)}`}
              act={() => choose(chosen.filter((other) => other !== origin))}
            />
          </li>
        ))}
      </ul>
    </>
  );
