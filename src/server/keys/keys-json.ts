/**
 * The text of the file of keys: JSON, checked member by member, because an error in it locks clients out or lets them in.
 */
import { OperationError } from '../../content/errors/index.js';
import { isName, NAME_RULE } from '../../content/model/index.js';
import { type AccessKey, EVERY_SPACE, isInstant, isRate, isSpaces, RATE_RULE } from './access-key.js';

const digestPattern = /^[0-9a-f]{64}$/;
const MEMBERS: ReadonlySet<string> = new Set(['name', 'sha256', 'spaces', 'expires', 'rate', 'preview']);

type Members = ReadonlyMap<string, unknown>;

const readMembers = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined;

/** @param createError makes the error from a text that follows the key's position, such as `has no "spaces"` */
function readKey(members: Members, createError: (fault: string) => OperationError): AccessKey {
  const [name, sha256, spaces] = ['name', 'sha256', 'spaces'].map((member) => members.get(member));
  const [expires, rate, preview] = ['expires', 'rate', 'preview'].map((member) => members.get(member));
  if (typeof name !== 'string' || !isName(name)) throw createError(`has no valid "name": ${NAME_RULE}`);
  const namedError = (fault: string): OperationError => createError(`"${name}" ${fault}`);
  const unknownMember = [...members.keys()].find((member) => !MEMBERS.has(member));
  if (unknownMember !== undefined)
    throw namedError(`has "${unknownMember}", which is unknown: write ${[...MEMBERS].join(', ')}`);
  if (typeof sha256 !== 'string' || !digestPattern.test(sha256)) {
    throw namedError('has no "sha256" of 64 hexadecimal digits in lower case');
  }
  if (!isSpaces(spaces)) {
    throw namedError(`has no "spaces": give a list of names, or ["${EVERY_SPACE}"] for every space`);
  }
  if (expires !== undefined && !(typeof expires === 'string' && isInstant(expires))) {
    throw namedError('has "expires" that is not an instant such as "2027-01-31T00:00:00Z"');
  }
  if (rate !== undefined && !(typeof rate === 'number' && isRate(rate)))
    throw namedError(`has "rate" that is not ${RATE_RULE}`);
  if (preview !== undefined && typeof preview !== 'boolean') {
    throw namedError('has "preview" that is neither true nor false');
  }
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
 * @param file its name in messages
 * @throws OperationError that names the faulty key and contains no hash
 */
export function parseKeys(text: string, file: string): readonly AccessKey[] {
  const createError = (fault: string): OperationError => new OperationError(`${file} is not a file of keys: ${fault}.`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    // Node's message shows a part of the text, which may be a hash.
    throw createError(
      error instanceof SyntaxError
        ? 'it is not JSON, or was cut short; "stele keys add" makes such files'
        : String(error),
    );
  }
  const list = readMembers(content)?.get('keys');
  if (!Array.isArray(list)) throw createError('it has no list "keys"; "stele keys add" makes such files');
  const keys = list.map((value: unknown, index): AccessKey => {
    const members = readMembers(value);
    if (members === undefined) throw createError(`key ${index + 1} is not an object`);
    return readKey(members, (fault) => createError(`key ${index + 1} ${fault}`));
  });
  const names = new Set<string>();
  const digests = new Set<string>();
  for (const { name, sha256 } of keys) {
    if (names.has(name)) throw createError(`two keys are called "${name}"; give each its own name`);
    if (digests.has(sha256)) throw createError(`"${name}" has the same secret as another key; make a new one`);
    names.add(name);
    digests.add(sha256);
  }
  return keys;
}

export const printKeys = (keys: readonly AccessKey[]): string => `${JSON.stringify({ keys }, undefined, 2)}\n`;
