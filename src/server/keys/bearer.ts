/**
 * What the `Authorization` header of a request says. Source: RFC 6750, 2.1; RFC 9110, 11.
 */

import { ownSecretIn } from './secret.js';

/** The client's secret, or why there is none. */
export type Credentials =
  | { readonly kind: 'secret'; readonly secret: string }
  /** No header, or one of another scheme: the client does not know what is asked of it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'other scheme' }
  /** `Bearer` and something that no secret is. */
  | { readonly kind: 'malformed' };

const NONE: Credentials = { kind: 'none' };
const OTHER: Credentials = { kind: 'other scheme' };
const MALFORMED: Credentials = { kind: 'malformed' };

/** The scheme in any case, spaces, and a token68. */
const bearerPattern = /^bearer +([A-Za-z0-9\-._~+/]{1,512}=*) *$/i;

/** @param header its value; of several such headers, all of them joined by a comma, which no token has */
export function credentialsOf(header: string | undefined): Credentials {
  if (header === undefined) return NONE;
  const own = ownSecretIn(header);
  if (own !== undefined) return { kind: 'secret', secret: own };
  const secret = bearerPattern.exec(header)?.[1];
  if (secret !== undefined) return { kind: 'secret', secret };
  return /^bearer(?: |$)/i.test(header) ? MALFORMED : OTHER;
}
