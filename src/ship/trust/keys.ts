/**
 * Ed25519 keys for signing snapshots.
 *
 * The private key stays with the builder, in a file in OpenSSL's format (PKCS #8, PEM); the public key is a line of text for
 * replicas.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { codeOf, OperationError, shellWord } from '../../content/errors/index.js';
import { explainPathFailure } from '../../format/files/index.js';

/** The beginning of a public key as text. */
export const PUBLIC_KEY_PREFIX = 'stele-ed25519:';
const rawBytes = 32;
const nameDigits = 16;

export interface PublicKey {
  /** The first 16 digits of the SHA-256 of its bytes, its name in messages and signatures. */
  readonly name: string;
  /** The key as text, with the prefix. */
  readonly text: string;
  /** The instant at which it expires; undefined: never. */
  readonly expires?: string;
  readonly object: KeyObject;
}

export interface SigningKey {
  readonly publicKey: PublicKey;
  readonly object: KeyObject;
}

function describePublicKey(object: KeyObject): PublicKey {
  const raw = Buffer.from(object.export({ format: 'jwk' }).x ?? '', 'base64url');
  const name = createHash('sha256').update(raw).digest('hex').slice(0, nameDigits);
  return { name, text: `${PUBLIC_KEY_PREFIX}${raw.toString('base64')}`, object };
}

/** @returns undefined if the text is not a public key */
export function parsePublicKey(text: string): PublicKey | undefined {
  if (!text.startsWith(PUBLIC_KEY_PREFIX)) return undefined;
  const raw = Buffer.from(text.slice(PUBLIC_KEY_PREFIX.length), 'base64');
  if (raw.byteLength !== rawBytes) return undefined;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  const key = describePublicKey(createPublicKey({ key: jwk, format: 'jwk' }));
  // Base64 has several texts for the same bytes; only the normal one is accepted.
  return key.text === text ? key : undefined;
}

/** A file of keys that cannot be read, for example because its volume is not mounted yet: a later start may succeed. */
export class UnreadableKeyFile extends OperationError {
  constructor(path: string, noun: string, error: unknown) {
    super(
      `The ${noun} ${path} cannot be read: ${explainPathFailure(error, path)}. Check the path, the rights of this user, and whether its volume is mounted.`,
    );
  }
}

function readText(path: string, noun: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UnreadableKeyFile(path, noun, error);
  }
}

const expiryPattern = /^(\S+)\s+expires\s+(\S+)$/;

/** @param line a key, or a key and its expiry: an instant, or a day, which means its beginning in UTC */
function parseKeyLine(line: string): PublicKey | undefined {
  const [, text = line, expiryText] = expiryPattern.exec(line) ?? [];
  const key = parsePublicKey(text);
  if (key === undefined || expiryText === undefined) return key;
  const hasDateFormat = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/.test(expiryText);
  const ms = hasDateFormat ? Date.parse(expiryText) : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  const expires = new Date(ms).toISOString();
  // Date.parse reads 2027-02-30 as a day in March: refuse such dates.
  return expires.startsWith(expiryText.replace('Z', '')) ? { ...key, expires } : undefined;
}

/**
 * @param text a public key, or the path of a file with one key on each line, each with an optional expiry
 * @throws OperationError if it is neither
 */
export function readPublicKeys(text: string): readonly PublicKey[] {
  const lines = text.startsWith(PUBLIC_KEY_PREFIX) ? [text] : readText(text, 'file of public keys').split('\n');
  const keyLines = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const keys = keyLines.map(parseKeyLine).filter((key) => key !== undefined);
  if (keys.length > 0 && keys.length === keyLines.length) return keys;
  throw new OperationError(
    `"${text}" is not a public key. Give the whole line that "stele keys new" prints, which begins with ${PUBLIC_KEY_PREFIX}, or a file with these lines. A line may end with "expires 2027-01-31".`,
  );
}

/** @throws OperationError if the file has no private key for Ed25519 */
export function readSigningKey(path: string): SigningKey {
  const text = readText(path, 'key');
  try {
    const object = createPrivateKey(text);
    if (object.asymmetricKeyType === 'ed25519')
      return { object, publicKey: describePublicKey(createPublicKey(object)) };
  } catch {
    // The message of OpenSSL does not help the user.
  }
  throw new OperationError(
    `${path} has no private key for signing. Create one: stele keys new ${shellWord(`${path}.new`)}`,
  );
}

/**
 * Creates a pair of keys: the private key in a new file that only this user may read, the public key in `<path>.pub`.
 *
 * @throws OperationError if one of the files exists
 */
export async function makeKeys(path: string): Promise<PublicKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const created = describePublicKey(publicKey);
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
      const fileExists = codeOf(error) === 'EEXIST';
      if (fileExists) throw new OperationError(`${file} already exists and was not replaced. Give another name.`);
      throw error;
    }
  };
  await write(path, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 0o600);
  await write(`${path}.pub`, `${created.text}\n`, 0o644);
  return created;
}
