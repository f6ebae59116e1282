/**
 * A key that opens spaces, as the file of keys has it.
 *
 * The file of keys as text: JSON, checked member by member, because a mistake in it locks clients out or lets them in.
 *
 * The file of keys on the disk: read whole, and replaced whole, so that a server never sees half of it.
 */

import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { codeOf, OperationError, reasonOf } from '../../content/errors/index.js';
import { isName, NAME_RULE } from '../../content/model/index.js';
import { digestOf, makeSecret } from './secret.js';

/** A plain value, which can be sent to another thread. */
export interface AccessKey {
  /** Unique in the file; what log and metrics call it. */
  readonly name: string;
  /** Of the secret: 64 hexadecimal digits. */
  readonly sha256: string;
  /** Names of the spaces that it opens, or `*` alone for every one. */
  readonly spaces: readonly string[];
  /** The instant from which it opens nothing, as ISO 8601 in UTC; absent: never. */
  readonly expires?: string;
  /** Requests a second; absent: as many as there are. */
  readonly rate?: number;
  /** Whether it reads the unpublished snapshot of a space that has one. */
  readonly preview?: true;
}

export const EVERY_SPACE = '*';

export const opens = ({ spaces }: AccessKey, space: string): boolean =>
  spaces.includes(space) || spaces[0] === EVERY_SPACE;

const RATE_MAXIMUM = 1_000_000;
const digestPattern = /^[0-9a-f]{64}$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
const MEMBERS: ReadonlySet<string> = new Set(['name', 'sha256', 'spaces', 'expires', 'rate', 'preview']);

type Members = ReadonlyMap<string, unknown>;

const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined;

export const isInstant = (text: string): boolean => instantPattern.test(text) && !Number.isNaN(Date.parse(text));

export const isRate = (value: number): boolean => Number.isFinite(value) && value > 0 && value <= RATE_MAXIMUM;

/** What a rate must be, in words. */
export const RATE_RULE = `a number of requests a second above 0, and at most ${RATE_MAXIMUM}`;

const isSpaces = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  (value.every((name) => typeof name === 'string' && isName(name)) || (value.length === 1 && value[0] === EVERY_SPACE));

function keyOf(members: Members, wrong: (what: string) => OperationError): AccessKey {
  const [name, sha256, spaces] = ['name', 'sha256', 'spaces'].map((member) => members.get(member));
  const [expires, rate, preview] = ['expires', 'rate', 'preview'].map((member) => members.get(member));
  if (typeof name !== 'string' || !isName(name)) throw wrong(`has no valid "name": ${NAME_RULE}`);
  const of = (what: string): OperationError => wrong(`"${name}" ${what}`);
  const unknown = [...members.keys()].find((member) => !MEMBERS.has(member));
  if (unknown !== undefined) throw of(`has "${unknown}", which is unknown: write ${[...MEMBERS].join(', ')}`);
  if (typeof sha256 !== 'string' || !digestPattern.test(sha256)) {
    throw of('has no "sha256" of 64 hexadecimal digits in lower case');
  }
  if (!isSpaces(spaces)) throw of(`has no "spaces": give a list of names, or ["${EVERY_SPACE}"] for every space`);
  if (expires !== undefined && !(typeof expires === 'string' && isInstant(expires))) {
    throw of('has "expires" that is not an instant such as "2027-01-31T00:00:00Z"');
  }
  if (rate !== undefined && !(typeof rate === 'number' && isRate(rate)))
    throw of(`has "rate" that is not ${RATE_RULE}`);
  if (preview !== undefined && typeof preview !== 'boolean') throw of('has "preview" that is neither true nor false');
  return {
    name,
    sha256,
    spaces,
    ...(expires === undefined ? {} : { expires }),
    ...(rate === undefined ? {} : { rate }),
    ...(preview === true ? { preview } : {}),
  };
}

/**
 * @param file what it is called in messages
 * @throws OperationError that says which key is wrong, and never shows a hash
 */
export function parseKeys(text: string, file: string): readonly AccessKey[] {
  const wrong = (what: string): OperationError => new OperationError(`${file} is not a file of keys: ${what}.`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    // What Node says shows a part of the text, which may be a hash.
    throw wrong(error instanceof SyntaxError ? 'it is not JSON, or was cut short' : String(error));
  }
  const list = membersOf(content)?.get('keys');
  if (!Array.isArray(list)) throw wrong('it has no list "keys"; "stele keys add" makes such files');
  const keys = list.map((value: unknown, index): AccessKey => {
    const members = membersOf(value);
    if (members === undefined) throw wrong(`key ${index + 1} is not an object`);
    return keyOf(members, (what) => wrong(`key ${index + 1} ${what}`));
  });
  const names = new Set<string>();
  const digests = new Set<string>();
  for (const { name, sha256 } of keys) {
    if (names.has(name)) throw wrong(`two keys are called "${name}"; give each its own name`);
    if (digests.has(sha256)) throw wrong(`"${name}" has the same secret as another key; make a new one`);
    names.add(name);
    digests.add(sha256);
  }
  return keys;
}

export const printKeys = (keys: readonly AccessKey[]): string => `${JSON.stringify({ keys }, undefined, 2)}\n`;

/** @throws OperationError where it cannot be read, or is wrong */
export async function readKeys(path: string): Promise<readonly AccessKey[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      throw new OperationError(`There is no file of keys at ${path}. Make one: stele keys add ${path} <name>`);
    }
    throw new OperationError(`The file of keys ${path} cannot be read: ${reasonOf(error)}`);
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
