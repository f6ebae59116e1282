/**
 * Names and constant values of response headers that several modules send.
 */

export const JSON_API = 'application/vnd.api+json';
export const COMPLEXITY_HEADER = 'x-service-query-complexity';
export const SNAPSHOT_HEADER = 'x-service-snapshot';

export const ALLOWED_METHODS = Object.freeze(['GET', 'HEAD', 'OPTIONS'] as const);
export const ALLOW = ALLOWED_METHODS.join(', ');

/** Errors and health describe a moment; no cache may store them. */
export const NO_STORE = 'no-store';

/** Sent with 503: an overload or a swap of snapshots is over in a moment. */
export const RETRY_AFTER_SECONDS = '1';

/** Headers that a script of another origin may read, in addition to the headers that CORS always allows. */
export const EXPOSED_HEADERS: readonly string[] = Object.freeze([
  'ETag',
  'Content-Length',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  COMPLEXITY_HEADER,
  SNAPSHOT_HEADER,
]);

/** Header line of every response: clients must not guess another media type. */
export const NO_SNIFFING: readonly string[] = Object.freeze(['X-Content-Type-Options', 'nosniff']);
