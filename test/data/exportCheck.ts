/**
 * A naive reader of content exports for the tests of `data`: whole files in memory, `JSON.parse`, every value looked
 * at. It shares no code with the ingest of the build, so that the two can be wrong in different ways.
 */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isItemId } from '../../src/content/model/identifiers.js';
import { isRecord } from '../../src/format/index.js';

export type Json = Readonly<Record<string, unknown>>;

export interface FieldOfModel {
  readonly name: string;
  readonly type: string;
  readonly precision: number | undefined;
  readonly format: string | undefined;
  readonly options: readonly string[];
  readonly to: readonly string[];
  readonly many: boolean;
  readonly localized: boolean;
}

export interface ReadExport {
  readonly space: string;
  /** The codes of the locales, the default one first. */
  readonly locales: readonly string[];
  readonly fields: ReadonlyMap<string, readonly FieldOfModel[]>;
  /** By content type, in the order of the file, as the default locale has them. */
  readonly items: ReadonlyMap<string, readonly Json[]>;
  /** Sentences; none in a clean export. */
  readonly problems: readonly string[];
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const instantPatterns = [
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,3}(?:Z|[+-]\d\d:?\d\d)$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/,
  /^\d{4}-\d\d-\d\d$/,
];
const imageMembers = ['url', 'width', 'height', 'altText', 'format', 'mimeType', 'fileName', 'fileSize'];

function toField(value: unknown): FieldOfModel {
  if (!isRecord(value)) throw new Error('a field of the model is not an object');
  const { name, type, precision, format, options, to, many, localized } = value;
  return {
    name: text(name),
    type: text(type),
    precision: typeof precision === 'number' ? precision : undefined,
    format: typeof format === 'string' ? format : undefined,
    options: list(options).map(text),
    to: typeof to === 'string' ? [to] : list(to).map(text),
    many: many === true,
    localized: localized === true,
  };
}

const isDegrees = (value: unknown, maximum: number): boolean => typeof value === 'number' && Math.abs(value) <= maximum;

/** @returns what is wrong with a populated attribute, or undefined */
function attributeProblem(field: FieldOfModel, value: unknown): string | undefined {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'is no boolean';
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : 'is no integer';
    case 'decimal': {
      const digits = /^-?\d+(?:\.(\d+))?$/.exec(typeof value === 'number' ? String(value) : text(value));
      if (digits === null) return 'is no decimal';
      return (digits[1] ?? '').length <= (field.precision ?? 0) ? undefined : 'has too many digits';
    }
    case 'dateTime': {
      const patterns = field.format === 'date' ? instantPatterns.slice(2) : instantPatterns;
      const known = patterns.some((pattern) => pattern.test(text(value)));
      return known && !Number.isNaN(Date.parse(text(value))) ? undefined : 'is no instant';
    }
    case 'select':
      return field.options.includes(text(value)) ? undefined : 'is none of the options';
    case 'text':
      return typeof value === 'string' && !value.includes('\n') ? undefined : 'is no single line';
    case 'textMultiline':
    case 'markdown':
      return typeof value === 'string' ? undefined : 'is no text';
    case 'image':
      if (!isRecord(value) || text(value['url']) === '') return 'is no image';
      return Object.keys(value).every((name) => imageMembers.includes(name)) ? undefined : 'has unknown members';
    case 'location':
      return isRecord(value) && isDegrees(value['latitude'], 90) && isDegrees(value['longitude'], 180)
        ? undefined
        : 'is no location';
    default:
      return `has the unknown type ${field.type}`;
  }
}

/** @returns what is wrong with a populated relationship, or undefined; `ids` are those of each type */
function linkProblem(field: FieldOfModel, value: unknown, ids: ReadonlyMap<string, ReadonlySet<string>>) {
  if (field.many !== Array.isArray(value)) return field.many ? 'is no list' : 'is a list';
  const targets = field.many ? list(value) : [value];
  const seen = new Set<string>();
  for (const target of targets) {
    const id = isRecord(target) ? text(target['id']) : text(target);
    const types = isRecord(target) ? [text(target['type'])] : field.to;
    const found = types.filter((type) => field.to.includes(type) && ids.get(type)?.has(id));
    if (found.length !== 1) return `links to ${id}, which is in ${found.length} of the types ${types.join(', ')}`;
    const key = `${found.join()}/${id}`;
    if (seen.has(key)) return `links to ${key} twice`;
    seen.add(key);
  }
  return undefined;
}

/** Reads and checks the export in a folder. @throws where it cannot be read at all */
export async function readExport(folder: string): Promise<ReadExport> {
  const model: unknown = JSON.parse(await readFile(join(folder, 'model.json'), 'utf8'));
  if (!isRecord(model)) throw new Error('model.json is not an object');
  const problems: string[] = [];
  const fields = new Map<string, readonly FieldOfModel[]>();
  const items = new Map<string, readonly Json[]>();
  for (const type of list(model['contentTypes'])) {
    if (!isRecord(type)) throw new Error('a content type is not an object');
    const name = text(type['name']);
    fields.set(name, list(type['fields']).map(toField));
    const lines = (await readFile(join(folder, `${name}.ndjson`), 'utf8')).split('\n');
    if (lines.pop() !== '') problems.push(`${name}.ndjson does not end with a line end`);
    items.set(name, lines.map((line): unknown => JSON.parse(line)).filter(isRecord));
    if (items.get(name)?.length !== lines.length) problems.push(`${name}.ndjson has lines that are no objects`);
  }
  const expected = ['model.json', ...[...fields.keys()].map((name) => `${name}.ndjson`)];
  for (const name of await readdir(folder)) {
    if (!expected.includes(name) && name !== 'README.md') problems.push(`${name} belongs to no content type`);
  }
  const ids = new Map([...items].map(([type, all]) => [type, new Set(all.map((item) => text(item['id'])))]));
  const locales = list(model['locales']).map((locale) => text(isRecord(locale) ? locale['code'] : undefined));
  for (const [type, all] of items) {
    if (ids.get(type)?.size !== all.length) problems.push(`${type} has an id twice`);
    const fieldsOfType = fields.get(type) ?? [];
    for (const item of all) problems.push(...itemProblems(type, item, fieldsOfType, locales, ids));
    items.set(
      type,
      all.map((item) => inLocale(item, fieldsOfType, locales[0] ?? '')),
    );
  }
  return { space: text(model['space']), locales, fields, items, problems };
}

/** @returns the item with one locale's own values in place of objects of them */
export function inLocale(item: Json, fields: readonly FieldOfModel[], locale: string): Json {
  const own = fields.flatMap(({ name, localized }) => {
    const values = item[name];
    return localized && isRecord(values) ? [[name, values[locale]] as const] : [];
  });
  return { ...item, ...Object.fromEntries(own) };
}

function itemProblems(
  type: string,
  item: Json,
  fields: readonly FieldOfModel[],
  locales: readonly string[],
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const problems: string[] = [];
  const id = text(item['id']);
  if (!isItemId(id)) problems.push(`${type} has the id "${id}"`);
  const known = new Set(['id', ...fields.map((field) => field.name)]);
  for (const key of Object.keys(item)) if (!known.has(key)) problems.push(`${type}/${id} has the unknown key ${key}`);
  for (const field of fields) {
    const value = item[field.name];
    if (value === undefined || value === null) continue;
    for (const each of field.localized && isRecord(value) ? Object.values(value) : [value]) {
      const problem = field.type === 'relationship' ? linkProblem(field, each, ids) : attributeProblem(field, each);
      if (problem !== undefined) problems.push(`${type}/${id}: ${field.name} ${problem}`);
    }
    const codes = field.localized && isRecord(value) ? Object.keys(value) : [];
    const unknown = codes.filter((code) => !locales.includes(code));
    if (unknown.length > 0) problems.push(`${type}/${id}: ${field.name} has the unknown locale ${unknown.join()}`);
    if (field.localized && !isRecord(value)) problems.push(`${type}/${id}: ${field.name} has no object of values`);
  }
  return problems;
}
