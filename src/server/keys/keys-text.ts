/**
 * The file of keys as text: JSON, checked member by member, because a mistake in it locks clients out or lets them in.
 */
import { OperationError } from '../../content/errors/index.js';
import { isName, NAME_RULE } from '../../content/model/index.js';
import { type AccessKey, EVERY_SPACE } from './access-key.js';

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
