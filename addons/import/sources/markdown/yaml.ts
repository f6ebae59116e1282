/**
 * Converts YAML to JSON by the rules of YAML 1.2, or by the rules of js-yaml if YAML 1.2 refuses the text.
 *
 * Site generators read front matter with gray-matter (js-yaml) or PyYAML, which accept more than YAML 1.2: quoted text that
 * continues at the beginning of a line, for example. Dates stay texts in both cases.
 */
import { CORE_SCHEMA, load as loadLenient, Type } from 'js-yaml';
import { isScalar, parseDocument, visit, YAMLParseError } from 'yaml';
import { type Json, parseJson, TOO_DEEP } from '../../value/json.js';
import { isExact } from '../../value/numbers.js';

/** Called while a text is read. */
export interface YamlNotes {
  /** A name that a mapping has twice; the last value counts. */
  readonly repeatedName: (name: string) => void;
  /** YAML 1.2 refuses the text, and js-yaml reads it. The reason is such as `Missing closing "quote`. */
  readonly lenient: (reason: string) => void;
}

export const SILENT: YamlNotes = { repeatedName: () => undefined, lenient: () => undefined };

/** `<<: *defaults`, which js-yaml has in a schema with dates only. */
const merge = new Type('tag:yaml.org,2002:merge', {
  kind: 'scalar',
  resolve: (text: unknown) => text === '<<' || text === null,
});
const lenientSchema = CORE_SCHEMA.extend({ implicit: [merge] });

/** @throws Error if neither set of rules accepts the text; the message is the one of YAML 1.2 */
export function readYaml(text: string, notes: YamlNotes): Json {
  const uniqueKeys = (a: unknown, b: unknown): boolean => {
    const [left, right] = [a, b].map((key) => (isScalar(key) ? String(key.value) : undefined));
    if (left !== undefined && left === right && left !== '<<') notes.repeatedName(left);
    return false;
  };
  try {
    return convertToJson(parseStrict(text, uniqueKeys));
  } catch (error) {
    if (isStackOverflow(error)) throw new Error(TOO_DEEP);
    if (!(error instanceof YAMLParseError)) throw error;
    const lenientJson = parseLenient(text);
    if (lenientJson === undefined) throw error;
    notes.lenient(readReason(error));
    return lenientJson;
  }
}

/**
 * @returns the value by the rules of YAML 1.2; digits that a number would lose are a text: `01234`, `9007199254740993`
 * @throws YAMLParseError for the first mistake
 */
function parseStrict(text: string, uniqueKeys: (a: unknown, b: unknown) => boolean): unknown {
  const document = parseDocument(text, { merge: true, uniqueKeys, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key' || typeof node.value !== 'number' || node.source === undefined) return;
      const isDecimal = /^[-+]?[\d.]+(?:[eE][-+]?\d+)?$/.test(node.source);
      if (isDecimal && (/^[-+]?0\d/.test(node.source) || !isExact(node.source.replace(/^\+/, ''))))
        node.value = node.source;
    },
  });
  return document.toJS();
}

/** Whether the parser, which calls itself once for each level, has filled the stack. It reports some of these errors as its own. */
const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Maximum call stack size exceeded');

/** @returns undefined if js-yaml refuses the text too */
function parseLenient(text: string): Json | undefined {
  try {
    return convertToJson(loadLenient(text, { schema: lenientSchema, json: true }));
  } catch {
    return undefined;
  }
}

const readReason = ({ message }: Error): string => message.replace(/ at line [\s\S]*$/, '');

const convertToJson = (value: unknown): Json => parseJson(JSON.stringify(value ?? null));
