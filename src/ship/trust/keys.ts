/**
 * Ed25519 keys for signing snapshots. The private key stays with the builder, in a file as OpenSSL writes it (PKCS #8, PEM); the
 * public key is a line of text for replicas.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { codeOf, OperationError, reasonOf } from '../../content/errors/index.js';

/** What a public key begins with, as text. */
export const PUBLIC_KEY_PREFIX = 'stele-ed25519:';
const rawBytes = 32;
const nameDigits = 16;

export interface PublicKey {
  /** The first digits of the SHA-256 of its bytes: what it is called in messages and signatures. */
  readonly name: string;
  /** With the prefix. */
  readonly text: string;
  /** From when on it counts no more, as an instant; absent: it never expires. */
  readonly expires?: string;
  readonly object: KeyObject;
}

export interface SigningKey {
  readonly publicKey: PublicKey;
  readonly object: KeyObject;
}

function publicKeyOf(object: KeyObject): PublicKey {
  const raw = Buffer.from(object.export({ format: 'jwk' }).x ?? '', 'base64url');
  const name = createHash('sha256').update(raw).digest('hex').slice(0, nameDigits);
  return { name, text: `${PUBLIC_KEY_PREFIX}${raw.toString('base64')}`, object };
}

/** @returns undefined where the text is none */
export function parsePublicKey(text: string): PublicKey | undefined {
  if (!text.startsWith(PUBLIC_KEY_PREFIX)) return undefined;
  const raw = Buffer.from(text.slice(PUBLIC_KEY_PREFIX.length), 'base64');
  if (raw.byteLength !== rawBytes) return undefined;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  const key = publicKeyOf(createPublicKey({ key: jwk, format: 'jwk' }));
  // Whatever else decodes to the same bytes is not how a key is written.
  return key.text === text ? key : undefined;
}

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperationError(`The ${what} ${path} cannot be read: ${reasonOf(error)}`);
  }
}

const expiring = /^(\S+)\s+expires\s+(\S+)$/;

/** @param line a key, or a key and when it expires: a day, from its beginning in UTC, or an instant */
function keyOfLine(line: string): PublicKey | undefined {
  const [, text = line, until] = expiring.exec(line) ?? [];
  const key = parsePublicKey(text);
  if (key === undefined || until === undefined) return key;
  const isWritten = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/.test(until);
  const ms = isWritten ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  const expires = new Date(ms).toISOString();
  // Some days that no month has are read as days of the next.
  return expires.startsWith(until.replace('Z', '')) ? { ...key, expires } : undefined;
}

/**
 * @param text a public key, or the path of a file that has some, one a line, each perhaps with when it expires
 * @throws OperationError when it is neither
 */
export function readPublicKeys(text: string): readonly PublicKey[] {
  const lines = text.startsWith(PUBLIC_KEY_PREFIX) ? [text] : readText(text, 'file of public keys').split('\n');
  const keyLines = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const keys = keyLines.map(keyOfLine).filter((key) => key !== undefined);
  if (keys.length > 0 && keys.length === keyLines.length) return keys;
  throw new OperationError(
    `"${text}" is not a public key. Give the whole line that "stele keys new" prints, which begins with ${PUBLIC_KEY_PREFIX}, or a file with such lines, each perhaps followed by "expires 2027-01-31".`,
  );
}

/** @throws OperationError when the file has no private key for Ed25519 */
export function readSigningKey(path: string): SigningKey {
  const text = readText(path, 'key');
  try {
    const object = createPrivateKey(text);
    if (object.asymmetricKeyType === 'ed25519') return { object, publicKey: publicKeyOf(createPublicKey(object)) };
  } catch {
    // What OpenSSL says of it helps nobody.
  }
  throw new OperationError(`${path} has no private key to sign with. Make one: stele keys new ${path}.new`);
}

/**
 * Makes a pair of keys: the private one in a new file that nobody else may read, the public one beside it.
 *
 * @throws OperationError when a file is there
 */
export async function makeKeys(path: string): Promise<PublicKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const made = publicKeyOf(publicKey);
  const write = async (file: string, text: string, mode: number): Promise<void> => {
    try {
      const handle = await open(file, 'wx', mode);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      const isThere = codeOf(error) === 'EEXIST';
      if (isThere) throw new OperationError(`${file} exists already, and may be needed. Give another name.`);
      throw error;
    }
  };
  await write(path, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 0o600);
  await write(`${path}.pub`, `${made.text}\n`, 0o644);
  return made;
}
