/**
 * The early request: an inline script of the page sends the first request while the explorer's script is still loading.
 * Also reads the description of the spaces that the server writes into the page.
 */

import type { Description } from '../model/space.js';
import { isDescription } from '../model/space.js';

export const JSON_API = 'application/vnd.api+json';

/** A request without its answer yet. */
export interface PendingRequest {
  /** The URL before the browser resolved it. */
  readonly url: string;
  /** Time of sending, by `performance.now()`. */
  readonly since: number;
  readonly reply: Promise<Response>;
}

declare global {
  interface Window {
    /** Set by the inline script of the page. */
    stele?: { readonly description: Description; first: PendingRequest | undefined };
  }
}

/** @param extraHeaders headers in addition to `Accept` */
export const startRequest = (
  url: string,
  extraHeaders: Record<string, string> = {},
  signal: AbortSignal | null = null,
): PendingRequest => ({
  url,
  since: performance.now(),
  reply: fetch(url, { headers: { Accept: JSON_API, ...extraHeaders }, signal }),
});

/** @returns the description in the page; undefined if the server requires a key for it */
export function readPageDescription(): Description | undefined {
  const text = document.getElementById('description')?.textContent ?? '';
  const content: unknown = text === '' ? undefined : JSON.parse(text);
  return isDescription(content) ? content : undefined;
}

/** @returns the early request if it has this URL; at the first call only */
export function takeEarlyRequest(url: string): PendingRequest | undefined {
  const first = window.stele?.first;
  if (window.stele !== undefined) window.stele.first = undefined;
  return first?.url === url ? first : undefined;
}
