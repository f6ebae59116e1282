/**
 * `Cache-Control` from ages in seconds, for those who would rather not spell it.
 *
 * Source: RFC 9111, 5.2.2, and RFC 5861 for the two that allow stale answers.
 */

/** In seconds; what is absent is not said. */
export interface CacheAges {
  /** How long any cache may answer without asking; 0 where absent. */
  readonly maxAge?: number;
  /** The same of shared caches. */
  readonly sharedMaxAge?: number;
  /** How long past that a cache may answer while it asks. */
  readonly staleWhileRevalidate?: number;
  /** How long past that a cache may answer when asking fails. */
  readonly staleIfError?: number;
}

/**
 * @param isGuarded whether content is read with keys: then only an age for shared caches lets them keep it
 * @returns such as `public, max-age=60, stale-while-revalidate=600`
 */
export function composeCacheControl(ages: CacheAges, isGuarded = false): string {
  const { maxAge = 0, sharedMaxAge, staleWhileRevalidate, staleIfError } = ages;
  const parts = [isGuarded && sharedMaxAge === undefined ? 'private' : 'public', `max-age=${maxAge}`];
  if (sharedMaxAge !== undefined) parts.push(`s-maxage=${sharedMaxAge}`);
  if (staleWhileRevalidate !== undefined) parts.push(`stale-while-revalidate=${staleWhileRevalidate}`);
  if (staleIfError !== undefined) parts.push(`stale-if-error=${staleIfError}`);
  // It forbids every stale answer, also those just allowed.
  if (staleWhileRevalidate === undefined && staleIfError === undefined) parts.push('must-revalidate');
  return parts.join(', ');
}
