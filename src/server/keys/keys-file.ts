/**
 * The file of keys on disk: replaced as a whole, so that a server never reads half of it.
 */
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { codeOf, OperationError, shellWord } from '../../content/errors/index.js';
import { explainPathFailure } from '../../format/files/index.js';
import type { AccessKey } from './access-key.js';
import { parseKeys, printKeys } from './keys-json.js';
import { hashSecret, makeSecret } from './secret.js';

/** @throws OperationError if it cannot be read, or is not a file of keys */
export async function readKeys(path: string): Promise<readonly AccessKey[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      throw new OperationError(
        `There is no file of keys at ${path}. Make one: stele keys add ${shellWord(path)} <name>`,
      );
    }
    throw new OperationError(`The file of keys ${path} cannot be read: ${explainPathFailure(error, path)}`);
  }
  return parseKeys(text, path);
}

/** Mode of a new file: only its owner may read it. A later change keeps the file's mode. */
const newMode = 0o600;

/**
 * Replaces the file's keys by the result of `change`. Two changes cannot run at a time: the name of the new file is the
 * lock.
 */
async function changeKeys(path: string, change: (keys: readonly AccessKey[]) => readonly AccessKey[]): Promise<void> {
  const existing = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  const newPath = `${path}.new`;
  const handle = await open(newPath, 'wx', newMode).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') {
      throw new OperationError(`The file of keys ${path} cannot be written: ${explainPathFailure(error, path)}`);
    }
    throw new OperationError(
      `${newPath} exists: another "stele keys" is changing the keys. If none is running, remove that file and try again.`,
    );
  });
  try {
    try {
      const keys = change(existing === undefined ? [] : await readKeys(path));
      await handle.writeFile(printKeys(keys));
      if (existing !== undefined) {
        await handle.chmod(existing.mode & 0o777);
        // A change by root must leave the file readable for the user that the server runs as.
        const { uid, gid } = await handle.stat();
        if (uid !== existing.uid || gid !== existing.gid) await handle.chown(existing.uid, existing.gid);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(newPath, path);
  } catch (error) {
    await rm(newPath, { force: true });
    throw error;
  }
}

/** A key before its secret is made. */
export type NewKey = Omit<AccessKey, 'sha256'>;

/**
 * Adds a key, and creates the file if there is none.
 *
 * @returns the secret, which is not stored anywhere
 * @throws OperationError if the name is taken
 */
export async function addKey(path: string, key: NewKey): Promise<string> {
  const secret = makeSecret();
  await changeKeys(path, (keys) => {
    if (keys.some(({ name }) => name === key.name)) {
      throw new OperationError(
        `${path} already has a key called "${key.name}". Give another name, or revoke it first: stele keys revoke ${shellWord(path)} ${shellWord(key.name)}`,
      );
    }
    const { name, ...otherMembers } = key;
    return [...keys, { name, sha256: hashSecret(secret), ...otherMembers }];
  });
  return secret;
}

/** @throws OperationError if there is no key with this name */
export async function revokeKey(path: string, name: string): Promise<void> {
  const keys = await readKeys(path);
  if (!keys.some((key) => key.name === name)) {
    const names = keys.map((key) => key.name).join(', ');
    throw new OperationError(`${path} has no key called "${name}". Its keys are: ${names === '' ? 'none' : names}.`);
  }
  await changeKeys(path, (currentKeys) => currentKeys.filter((key) => key.name !== name));
}
