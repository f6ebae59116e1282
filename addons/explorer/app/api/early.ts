/**
 * The early request: an inline script of the page sends the first request while the explorer's script is still loading.
 * Also reads the description of the spaces that the server writes into the page.
 */

import type { Description } from '../model/space.js';
import { isDescription } from '../model/space.js';

export const JSON_API = 'application/vnd.api+json';

/** A request without its answer yet. */
export interface Sent {
  /** The URL before the browser resolved it. */
  readonly url: string;
  /** Time of sending, by `performance.now()`. */
  readonly since: number;
  readonly reply: Promise<Response>;
}

declare global {
  interface Window {
    /** Set by the inline script of the page. */
    stele?: { readonly description: Description; first: Sent | undefined };
  }
}

/** @param more headers in addition to `Accept` */
export const send = (url: string, more: Record<string, string> = {}, signal: AbortSignal | null = null): Sent => ({
  url,
  since: performance.now(),
  reply: fetch(url, { headers: { Accept: JSON_API, ...more }, signal }),
});

/** @returns the description in the page; undefined if the server requires a key for it */
export function descriptionInPage(): Description | undefined {
  const text = document.getElementById('description')?.textContent ?? '';
  const content: unknown = text === '' ? undefined : JSON.parse(text);
  return isDescription(content) ? content : undefined;
}

/** @returns the early request if it has this URL; at the first call only */
export function takeSent(url: string): Sent | undefined {
  const first = window.stele?.first;
  if (window.stele !== undefined) window.stele.first = undefined;
  return first?.url === url ? first : undefined;
}
