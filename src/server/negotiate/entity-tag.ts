/**
 * Entity tags: strong, made from the document's bytes, one for each content coding.
 *
 * The tag does not name the snapshot, so a document that a rebuild leaves unchanged keeps its tag. Koa's own freshness
 * check is not used: it answers 200 whenever the request says `Cache-Control: no-cache`, as Node's fetch does beside
 * an `If-None-Match`.
 */
import { createXXHash128 } from 'hash-wasm';
import type { ContentCoding } from './content-coding.js';

/** One for all documents: it keeps nothing from one to the next, and nothing waits in between. */
const hasher = await createXXHash128();

const tagPattern = /"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * XXH3 of 128 bits, in hexadecimal: no collision to fear that nobody tries to make, and who could make one writes the
 * content anyway. It is the same in every thread, on every machine and in every version of Node.
 *
 * Cost: O(bytes), about 1.5 µs for 6 KB, a third of what SHA-256 takes with the processor's own instructions for it.
 */
export const digestOf = (document: Uint8Array): string => hasher.init().update(document).digest('hex');

/** @param digest of the document, whatever the coding */
export const entityTag = (digest: string, coding: ContentCoding): string =>
  coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;

/**
 * Compares weakly, as RFC 9110 asks of `If-None-Match`.
 *
 * @param header `*`, or a list of tags with or without `W/`
 * @returns      whether the client has the representation with this tag
 */
export function noneMatchHolds(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === tag || header.trim() === '*') return true;
  for (const [quoted] of header.matchAll(tagPattern)) {
    if (quoted === tag) return true;
  }
  return false;
}
