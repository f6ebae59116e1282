/**
 * The file of keys on the disk: read whole, and replaced whole, so that a server never sees half of it.
 */
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { codeOf, OperationError } from '../../content/errors/index.js';
import { type AccessKey, EVERY_SPACE } from './access-key.js';
import { parseKeys, printKeys } from './keys-text.js';
import { digestOf, makeSecret } from './secret.js';

/** @throws OperationError where it cannot be read, or is wrong */
export async function readKeys(path: string): Promise<readonly AccessKey[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      throw new OperationError(`There is no file of keys at ${path}. Make one: stele keys add ${path} <name>`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperationError(`The file of keys ${path} cannot be read: ${reason}`);
  }
  return parseKeys(text, path);
}

/** Readable by its owner alone; whoever widens that keeps it so. */
const newMode = 0o600;

/**
 * Replaces the file by what `change` makes of its keys. Two changes at a time are not possible: the new file's name is
 * the lock.
 */
async function changeKeys(path: string, change: (keys: readonly AccessKey[]) => readonly AccessKey[]): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  const next = `${path}.new`;
  const handle = await open(next, 'wx', newMode).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new OperationError(
      `${next} exists: another "stele keys" is changing the keys. If none is running, remove that file and try again.`,
    );
  });
  try {
    try {
      const keys = change(found === undefined ? [] : await readKeys(path));
      await handle.writeFile(printKeys(keys));
      if (found !== undefined) {
        await handle.chmod(found.mode & 0o777);
        // Whoever changes it as root must not take it from the user that the server runs as.
        const { uid, gid } = await handle.stat();
        if (uid !== found.uid || gid !== found.gid) await handle.chown(found.uid, found.gid);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

/** What is told of a new key. */
export type NewKey = Omit<AccessKey, 'sha256'>;

/**
 * Adds a key, and makes the file where there is none.
 *
 * @returns the secret, which is kept nowhere
 * @throws OperationError where the name is taken
 */
export async function addKey(path: string, key: NewKey): Promise<string> {
  const secret = makeSecret();
  await changeKeys(path, (keys) => {
    if (keys.some(({ name }) => name === key.name)) {
      throw new OperationError(
        `${path} already has a key called "${key.name}". Give another name, or revoke it first: stele keys revoke ${path} ${key.name}`,
      );
    }
    const { name, ...rest } = key;
    return [...keys, { name, sha256: digestOf(secret), ...rest }];
  });
  return secret;
}

/** @throws OperationError where there is no such key */
export async function revokeKey(path: string, name: string): Promise<void> {
  const known = await readKeys(path);
  if (!known.some((key) => key.name === name)) {
    const names = known.map((key) => key.name).join(', ');
    throw new OperationError(`${path} has no key called "${name}". Its keys are: ${names === '' ? 'none' : names}.`);
  }
  await changeKeys(path, (keys) => keys.filter((key) => key.name !== name));
}

/** In words, for a list. */
export const spacesInWords = ({ spaces }: Pick<AccessKey, 'spaces'>): string =>
  spaces[0] === EVERY_SPACE ? 'every space' : spaces.join(', ');
