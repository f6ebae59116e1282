/**
 * Secrets of keys: made here, sent by clients, and stored only as a hash.
 *
 * A secret is 256 random bits; its SHA-256 is stored. Slow, salted hashes are for passwords, which people choose and which
 * can be guessed; 256 random bits cannot.
 */
import { hash, randomBytes } from 'node:crypto';

export const SECRET_PREFIX = 'stele_';
const secretByteLength = 32;
/** Characters after the prefix: 32 bytes in base64url. */
export const BODY_CHARACTERS = 43;

const SECRET_CHARACTERS = SECRET_PREFIX.length + BODY_CHARACTERS;

/** @returns whether it has the form of secrets that are made here */
export const isOwnSecret = (secret: string): boolean =>
  secret.length === SECRET_CHARACTERS && secret.startsWith(SECRET_PREFIX);

/**
 * @param secret with the form of secrets that are made here
 * @returns a number made of four of its characters, for lookups: an attacker who learnt them from the time of a lookup
 *          would know 24 of its 256 bits
 */
export function readSelector(secret: string): number {
  let selector = 0;
  for (let i = SECRET_PREFIX.length; i < SECRET_PREFIX.length + 4; i += 1) {
    selector = (selector << 7) | (secret.charCodeAt(i) & 0x7f);
  }
  return selector;
}

/** The secret's characters as bytes, for a comparison in constant time; equal if and only if the characters are. */
export class SecretBytes {
  readonly bytes = Buffer.alloc(2 * SECRET_CHARACTERS);

  /** @param secret with the form of secrets that are made here */
  set(secret: string): this {
    this.bytes.write(secret, 'utf16le');
    return this;
  }
}

const REDACTED = `${SECRET_PREFIX}…`;

/** @returns a new secret, which can be sent in a header without encoding */
export const makeSecret = (): string => SECRET_PREFIX + randomBytes(secretByteLength).toString('base64url');

/** @returns the SHA-256 as 64 hexadecimal digits. Cost: well below a microsecond. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

const secretPattern = new RegExp(`${SECRET_PREFIX}[A-Za-z0-9_-]{8,${BODY_CHARACTERS}}`, 'g');
/** A percent-encoded unreserved character; its percent sign may be encoded too, any number of times (`%2573`). */
const unreserved = /%(?:25)*([46][1-9A-Fa-f]|[57][0-9Aa]|3[0-9]|2[DdEe]|5[Ff]|7[Ee])/g;
/** More passes are needed only if the digits of codes are encoded again and again, which no honest client does. */
const passesMaximum = 4;
const UNREADABLE = '… (not shown: it is encoded too often)';

/** @returns the text with its unreserved characters decoded; undefined if it is still encoded after the last pass */
function decodeUnreserved(text: string): string | undefined {
  let decoded = text;
  for (let pass = 0; pass < passesMaximum; pass += 1) {
    const next = decoded.replace(unreserved, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    if (next === decoded) return decoded;
    decoded = next;
  }
  return undefined;
}

/**
 * Redacts secrets in a text for the log, also incomplete ones, and those that are percent-encoded once or several times. A text without secrets is returned unchanged.
 *
 * Cost: one search if there is neither a secret nor a percent sign.
 */
export function withoutSecrets(text: string): string {
  if (!text.includes(SECRET_PREFIX) && !text.includes('%')) return text;
  const decoded = decodeUnreserved(text);
  if (decoded === undefined) return UNREADABLE;
  return decoded.includes(SECRET_PREFIX) ? decoded.replace(secretPattern, REDACTED) : text;
}
