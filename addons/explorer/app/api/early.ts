/**
 * What is there before the explorer's script is: the description, which stands in the page, and the first answer, which
 * a few lines in the page ask for while the script is being fetched.
 */

import type { Description } from '../model/space.js';
import { isDescription } from '../model/space.js';

export const JSON_API = 'application/vnd.api+json';

/** A request that is on its way. */
export interface Sent {
  /** As it was written. */
  readonly url: string;
  /** When it was sent, by the page's clock. */
  readonly since: number;
  readonly reply: Promise<Response>;
}

declare global {
  interface Window {
    /** Left by the lines in the page for the script. */
    stele?: { readonly description: Description; first: Sent | undefined };
  }
}

/** @param more headers beside `Accept` */
export const send = (url: string, more: Record<string, string> = {}, signal: AbortSignal | null = null): Sent => ({
  url,
  since: performance.now(),
  reply: fetch(url, { headers: { Accept: JSON_API, ...more }, signal }),
});

/** @returns undefined where the server shows it only to who has a key */
export function descriptionInPage(): Description | undefined {
  const text = document.getElementById('description')?.textContent ?? '';
  const content: unknown = text === '' ? undefined : JSON.parse(text);
  return isDescription(content) ? content : undefined;
}

/** @returns the request, to the first who wants to send the same */
export function takeSent(url: string): Sent | undefined {
  const first = window.stele?.first;
  if (window.stele !== undefined) window.stele.first = undefined;
  return first?.url === url ? first : undefined;
}
