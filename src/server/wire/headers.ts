/**
 * The names and constant values of headers that more than one module sends.
 */

export const JSON_API = 'application/vnd.api+json';
export const COMPLEXITY_HEADER = 'x-service-query-complexity';
export const SNAPSHOT_HEADER = 'x-service-snapshot';

export const ALLOWED_METHODS = Object.freeze(['GET', 'HEAD', 'OPTIONS'] as const);
export const ALLOW = ALLOWED_METHODS.join(', ');

/** Errors and health describe a moment; nobody may keep them. */
export const NO_STORE = 'no-store';

/** After a 503: an overload is over in a moment, and a swap of snapshots too. */
export const RETRY_AFTER_SECONDS = '1';

/** What a script of another origin may read beside the headers that every script may. */
export const EXPOSED_HEADERS: readonly string[] = Object.freeze([
  'ETag',
  'Content-Length',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  COMPLEXITY_HEADER,
  SNAPSHOT_HEADER,
]);

/** What every response has: nobody may take it for something else than its media type says. */
export const NO_SNIFFING: readonly string[] = Object.freeze(['X-Content-Type-Options', 'nosniff']);
