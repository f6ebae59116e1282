/**
 * Options for caches in front of the server: `Cache-Control`, and the header with the keys that an answer depends on.
 *
 * Source: RFC 9111, 5.2.2; RFC 5861 for stale answers.
 */
import { validateHeaderValue } from 'node:http';
import { OperationError } from '../../content/errors/index.js';

/** Revalidated at every use: a rebuild may change any document, and an unchanged one costs only a 304. */
export const DEFAULT_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
/** Default with keys: no shared cache stores an answer to one client. */
export const PRIVATE_CACHE_CONTROL = 'private, max-age=0, must-revalidate';

/** The header's name at Fastly and Varnish, and at Cloudflare. */
export const SURROGATE_HEADERS = Object.freeze(['surrogate-key', 'cache-tag'] as const);
export type SurrogateHeader = (typeof SURROGATE_HEADERS)[number];

/** @throws OperationError if the text cannot be the value of a header */
export function checkCacheControl(text: string): string {
  try {
    validateHeaderValue('Cache-Control', text);
  } catch {
    throw new OperationError(`The Cache-Control value ${JSON.stringify(text)} has characters that no header may have.`);
  }
  return text;
}

/** Ages in seconds. */
export interface CacheAges {
  /** Time for which any cache may answer without asking the server; absent: 0. */
  readonly maxAge?: number;
  /** Time for which shared caches may answer without asking the server; absent: as `maxAge`. */
  readonly sharedMaxAge?: number;
  /** Time after `maxAge` for which a cache may answer while it asks the server; absent: 0. */
  readonly staleWhileRevalidate?: number;
  /** Time after `maxAge` for which a cache may answer if asking fails; absent: 0. */
  readonly staleIfError?: number;
}

/**
 * @param isGuarded whether reading needs a key: then shared caches may store answers only if they have an age of their own
 * @returns for example `public, max-age=60, stale-while-revalidate=600`
 */
export function composeCacheControl(ages: CacheAges, isGuarded = false): string {
  const { maxAge = 0, sharedMaxAge, staleWhileRevalidate, staleIfError } = ages;
  const directives = [isGuarded && sharedMaxAge === undefined ? 'private' : 'public', `max-age=${maxAge}`];
  if (sharedMaxAge !== undefined) directives.push(`s-maxage=${sharedMaxAge}`);
  if (staleWhileRevalidate !== undefined) directives.push(`stale-while-revalidate=${staleWhileRevalidate}`);
  if (staleIfError !== undefined) directives.push(`stale-if-error=${staleIfError}`);
  // `must-revalidate` would forbid the stale answers that were just allowed.
  if (staleWhileRevalidate === undefined && staleIfError === undefined) directives.push('must-revalidate');
  return directives.join(', ');
}
