/**
 * The front matter of a file: YAML between `---`, TOML between `+++`, or JSON at the beginning.
 *
 * Elsewhere: YAML itself (yaml), judging publication and making items (index).
 */
import { parse as parseToml } from 'smol-toml';
import { OperationError } from '../../../../src/content/errors/index.js';
import { isObject, type Json, type JsonObject, parseJson } from '../../value/json.js';
import { readYaml, type YamlNotes } from './yaml.js';

export interface Page {
  readonly matter: JsonObject;
  readonly body: string;
}

const opening = /^(---|\+\+\+)[ \t]*(?:(\w+)[ \t]*)?(?:\r?\n|$)/;

/**
 * White space before front matter is passed over, as Hugo does: a blank line must not make a draft public.
 *
 * @throws OperationError if the front matter does not end, or cannot be read
 */
export function readPage(text: string, notes: YamlNotes): Page {
  const clean = text.replace(/^[\uFEFF\s]+/, '');
  const [first, fence = '', language = ''] = opening.exec(clean) ?? [];
  if (first !== undefined) {
    const inner = clean.slice(first.length);
    const end = (fence === '---' ? /^(?:---|\.\.\.)[ \t]*$/m : /^\+\+\+[ \t]*$/m).exec(inner.replaceAll('\r', ' '));
    if (end === null) throw faulty('is not closed. Close it with a line like its first');
    const matter = inner.slice(0, end.index);
    const read = readers.get(language.toLowerCase() || fence);
    if (read === undefined) throw faulty(`is in ${language}, which an import does not run`);
    return { matter: matterOf(() => read(matter, notes)), body: inner.slice(end.index + end[0].length).trim() };
  }
  if (!/^\{\s*["}]/.test(clean)) return { matter: {}, body: clean.trim() };
  const end = /^\{\s*\}/.test(clean) ? clean.indexOf('}') : clean.search(/^\}[ \t]*$/m);
  if (end < 0) throw faulty('is not closed. Close it with a } on a line of its own');
  return { matter: matterOf(() => parseJson(clean.slice(0, end + 1))), body: clean.slice(end + 1).trim() };
}

const faulty = (problem: string): OperationError => new OperationError(`the front matter ${problem}`);

function matterOf(read: () => Json): JsonObject {
  let value: Json;
  try {
    value = read();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw faulty(`cannot be read: ${reason}`);
  }
  if (value === null) return {};
  if (isObject(value)) return value;
  throw faulty('is not a set of names and values');
}

/** Dates keep their spelling: a date without a time is not an instant. */
export const readToml = (text: string): Json =>
  parseJson(
    JSON.stringify(parseToml(text, { integersAsBigInt: 'asNeeded' }), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  );

/** By the word after the first fence, as in Eleventy, or by the fence itself. */
const readers: ReadonlyMap<string, (text: string, notes: YamlNotes) => Json> = new Map([
  ...['---', 'yaml', 'yml'].map((name) => [name, readYaml] as const),
  ...['+++', 'toml'].map((name) => [name, readToml] as const),
  ['json', parseJson] as const,
]);
