/**
 * Parses the `Authorization` header of a request. Source: RFC 6750, 2.1; RFC 9110, 11.
 */
import { BODY_CHARACTERS, SECRET_PREFIX } from './secret.js';

/** The client's secret, or the reason why there is none. */
export type Credentials =
  | { readonly kind: 'secret'; readonly secret: string }
  /** No header. */
  | { readonly kind: 'none' }
  | { readonly kind: 'other scheme' }
  /** `Bearer` without a well-formed token. */
  | { readonly kind: 'malformed' };

const NONE: Credentials = { kind: 'none' };
const OTHER_SCHEME: Credentials = { kind: 'other scheme' };
const MALFORMED: Credentials = { kind: 'malformed' };

const SCHEME = 'Bearer ';
/** Beginning of a header with a secret that was made here. */
const OWN_PREFIX = SCHEME + SECRET_PREFIX;

/**
 * Recognizes the exact form of stele's own secrets: a fast path, as nearly every request has one.
 *
 * @returns the secret; undefined for any other form. Whether a key has the secret is decided by its hash.
 */
const readOwnSecret = (header: string): string | undefined =>
  header.length === OWN_PREFIX.length + BODY_CHARACTERS && header.startsWith(OWN_PREFIX)
    ? header.slice(SCHEME.length)
    : undefined;

/** The scheme in any case, spaces, and a token68. */
const bearerPattern = /^bearer +([A-Za-z0-9\-._~+/]{1,512}=*) *$/i;

/** @param header value of the header; several are joined by a comma, which no token contains */
export function parseCredentials(header: string | undefined): Credentials {
  if (header === undefined) return NONE;
  const ownSecret = readOwnSecret(header);
  if (ownSecret !== undefined) return { kind: 'secret', secret: ownSecret };
  const secret = bearerPattern.exec(header)?.[1];
  if (secret !== undefined) return { kind: 'secret', secret };
  return /^bearer(?: |$)/i.test(header) ? MALFORMED : OTHER_SCHEME;
}
