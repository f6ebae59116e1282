/**
 * Reads the front matter of a file: YAML between `---`, TOML between `+++`, or JSON at the beginning.
 *
 * Elsewhere: YAML itself (yaml), lines of metadata without a fence (header), judging publication and making items (index).
 */
import { parse as parseToml } from 'smol-toml';
import { OperationError } from '../../../../src/content/errors/index.js';
import { isObject, type Json, type JsonObject, parseExactJson, parseJson } from '../../value/json.js';
import { readHeader } from './header.js';
import { readYaml, type YamlNotes } from './yaml.js';

export interface Page {
  readonly values: JsonObject;
  readonly body: string;
}

const openingFence = /^(---|\+\+\+)[ \t]*(?:(\w+)[ \t]*)?(?:\r?\n|$)/;

/**
 * White space before front matter is skipped, as Hugo does, and characters that nobody sees: a blank line must not make a draft
 * public.
 *
 * @throws OperationError if the front matter does not end, or cannot be read
 */
export function readPage(text: string, notes: YamlNotes): Page {
  // Only `\r` ends lines of old Macs.
  const textWithLines = text.includes('\n') ? text : text.replaceAll('\r', '\n');
  const trimmedText = textWithLines.replace(/^[\uFEFF\u200B-\u200D\u2060\s]+/, '');
  const [first, fence = '', language = ''] = openingFence.exec(trimmedText) ?? [];
  if (first !== undefined) {
    const textAfterFence = trimmedText.slice(first.length);
    const end = (fence === '---' ? /^(?:---|\.\.\.)[ \t]*$/m : /^\+\+\+[ \t]*$/m).exec(
      textAfterFence.replaceAll('\r', ' '),
    );
    if (end === null) throw frontMatterError('is not closed. Close it with a line like its first');
    const source = textAfterFence.slice(0, end.index);
    const reader = readerByLanguage.get(language.toLowerCase() || fence);
    if (reader === undefined) throw frontMatterError(`is in ${language}, which an import does not run`);
    return {
      values: parseValues(() => reader(source, notes)),
      body: textAfterFence.slice(end.index + end[0].length).trim(),
    };
  }
  if (!/^\{\s*["}]/.test(trimmedText)) return readHeader(trimmedText) ?? { values: {}, body: trimmedText.trim() };
  const end = /^\{\s*\}/.test(trimmedText) ? trimmedText.indexOf('}') : trimmedText.search(/^\}[ \t]*$/m);
  if (end < 0) throw frontMatterError('is not closed. Close it with a } on a line of its own');
  return {
    values: parseValues(() => parseExactJson(trimmedText.slice(0, end + 1))),
    body: trimmedText.slice(end + 1).trim(),
  };
}

const frontMatterError = (problem: string): OperationError => new OperationError(`the front matter ${problem}`);

function parseValues(read: () => Json): JsonObject {
  let value: Json;
  try {
    value = read();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw frontMatterError(`cannot be read: ${reason}`);
  }
  if (value === null) return {};
  if (isObject(value)) return value;
  throw frontMatterError('is not a set of names and values');
}

/** Reads TOML. Dates become texts in their spelling, by their `toJSON`, so that a date without a time is not an instant. */
export const readToml = (text: string): Json =>
  parseJson(
    JSON.stringify(parseToml(text, { integersAsBigInt: 'asNeeded' }), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  );

/** Parsers, by the language after the first fence, as in Eleventy, or by the fence. */
const readerByLanguage: ReadonlyMap<string, (text: string, notes: YamlNotes) => Json> = new Map([
  ...['---', 'yaml', 'yml'].map((name) => [name, readYaml] as const),
  ...['+++', 'toml'].map((name) => [name, readToml] as const),
  ['json', parseExactJson] as const,
]);
