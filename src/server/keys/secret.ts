/**
 * Secrets: what a client sends to show that it may read, and what is kept of it.
 *
 * A secret is 256 random bits, and one SHA-256 of it is kept. Slow hashes with salt are for passwords, which people
 * choose and which can be guessed; of these, nobody tries more than a part that is nothing.
 *
 * What the `Authorization` header of a request says. Source: RFC 6750, 2.1; RFC 9110, 11.
 */
import { hash, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'stele_';
const secretBytes = 32;
/** Of a secret after its prefix: what 32 bytes are in base64url. */
const bodyCharacters = 43;
/** What a client sends of such a secret. */
const OWN_BEGINNING = `Bearer ${SECRET_PREFIX}`;

/** @returns the secret where the header looks like one with a secret that was made here; which it is, its hash tells */
const ownSecretIn = (header: string): string | undefined =>
  header.length === OWN_BEGINNING.length + bodyCharacters && header.startsWith(OWN_BEGINNING)
    ? header.slice('Bearer '.length)
    : undefined;

const SECRET_CHARACTERS = SECRET_PREFIX.length + bodyCharacters;

/** Whether it looks like one that was made here. */
export const isOwnSecret = (secret: string): boolean =>
  secret.length === SECRET_CHARACTERS && secret.startsWith(SECRET_PREFIX);

/**
 * @param secret that looks like one made here
 * @returns a number of four of its characters, by which it may be looked up: whoever learnt them from the time that a
 *          lookup takes would know 24 of its 256 bits
 */
export function selectorOf(secret: string): number {
  let selector = 0;
  for (let i = SECRET_PREFIX.length; i < SECRET_PREFIX.length + 4; i += 1) {
    selector = (selector << 7) | (secret.charCodeAt(i) & 0x7f);
  }
  return selector;
}

/** The secret's characters as bytes, for a comparison in constant time; equal where, and only where, the characters are. */
export class SecretBytes {
  readonly bytes = Buffer.alloc(2 * SECRET_CHARACTERS);

  /** @param secret that looks like one made here */
  set(secret: string): this {
    this.bytes.write(secret, 'utf16le');
    return this;
  }
}

const LAST_SHOWN = `${SECRET_PREFIX}…`;

/** @returns a new one, which stands in a header as it is. It is kept nowhere. */
export const makeSecret = (): string => SECRET_PREFIX + randomBytes(secretBytes).toString('base64url');

/** @returns the SHA-256 as 64 hexadecimal digits. Cost: well below a microsecond. */
export const digestOf = (secret: string): string => hash('sha256', secret, 'hex');

const secretPattern = new RegExp(`${SECRET_PREFIX}[A-Za-z0-9_-]{8,${bodyCharacters}}`, 'g');
const unreserved = /%(?:[46][1-9A-Fa-f]|[57][0-9Aa]|3[0-9]|2[DdEe]|5[Ff]|7[Ee])/g;

const plain = (text: string): string =>
  text.replace(unreserved, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

/**
 * The text as a log may have it: secrets in it are cut, also parts of some, and where they are percent-encoded.
 *
 * Cost: one search where there is neither a secret nor a percent sign.
 */
export function withoutSecrets(text: string): string {
  if (!text.includes(SECRET_PREFIX) && !text.includes('%')) return text;
  const decoded = plain(text);
  // What has no secret stays as it was sent.
  return decoded.includes(SECRET_PREFIX) ? decoded.replace(secretPattern, LAST_SHOWN) : text;
}

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
