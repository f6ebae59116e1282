/**
 * The front matter of a file: YAML between `---`, TOML between `+++`, or JSON at the beginning.
 */
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { OperationError } from '../../../../src/content/errors/index.js';
import { isObject, type Json, type JsonObject, parseJson } from '../../value/json.js';

export interface Page {
  readonly matter: JsonObject;
  readonly body: string;
}

const yaml = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const toml = /^\+\+\+[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)\+\+\+[ \t]*(?:\r?\n|$)/;

/** @param name for messages. @throws OperationError where the front matter does not end, or cannot be read */
export function readPage(text: string, name: string): Page {
  const clean = text.replace(/^\uFEFF/, '');
  for (const [pattern, read] of [
    [yaml, fromYaml],
    [toml, fromToml],
  ] as const) {
    const match = pattern.exec(clean);
    if (match !== null)
      return { matter: matterOf(() => read(match[1] ?? ''), name), body: clean.slice(match[0].length).trim() };
  }
  if (/^(?:---|\+\+\+)[ \t]*\r?\n/.test(clean)) {
    throw new OperationError(
      `${name}: the front matter is not closed. Close it with a line like its first; nothing was written.`,
    );
  }
  if (!/^\{\s*"/.test(clean)) return { matter: {}, body: clean.trim() };
  const end = clean.search(/^\}[ \t]*$/m);
  if (end < 0)
    throw new OperationError(
      `${name}: the front matter is not closed. Close it with a } on a line of its own; nothing was written.`,
    );
  return { matter: matterOf(() => parseJson(clean.slice(0, end + 1)), name), body: clean.slice(end + 1).trim() };
}

function matterOf(read: () => Json, name: string): JsonObject {
  let value: Json;
  try {
    value = read();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new OperationError(`${name}: the front matter cannot be read: ${reason}. Nothing was written.`);
  }
  if (value === null) return {};
  if (isObject(value)) return value;
  throw new OperationError(`${name}: the front matter is not a set of names and values. Nothing was written.`);
}

const fromYaml = (text: string): Json => parseJson(JSON.stringify(parseYaml(text, { merge: true }) ?? null));

/** Dates keep how they are written: a date alone is no instant. */
const fromToml = (text: string): Json =>
  parseJson(
    JSON.stringify(parseToml(text, { integersAsBigInt: 'asNeeded' }), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  );
