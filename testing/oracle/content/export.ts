/**
 * Writes and reads the export format of contract §8 in the simplest way.
 *
 * Writing can add faults that a build must drop: links to missing items and repeated links. Reading supports numbers up
 * to 2^53.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type ContentModel,
  exportedFields,
  exportedTypes,
  type Field,
  type RelationshipField,
  STRUCTURES,
} from '../../../src/content/model/index.js';
import { itemsOf, linksOf, type OracleIdentifier, type OracleItem, type OracleSpace, targetOf } from './dataset.js';
import { inDefaultLocale, readItem, readModel, resolveLinks } from './reading.js';

const MISSING_ID = 'no such item';

const manyJson = ({ many }: { readonly many?: boolean }): object => (many === undefined ? {} : { many });
const inverseJson = ({ inverse }: RelationshipField): object => (inverse === undefined ? {} : { inverse });
const foldingJson = ({ fold }: { readonly fold?: boolean | 'accents' }): object => (fold === undefined ? {} : { fold });

const uniqueJson = ({ unique }: { readonly unique?: true }): object => (unique === undefined ? {} : { unique });
const pageJson = ({ page }: RelationshipField): object => (page === undefined ? {} : { page });

/** The export's form of a field: every member of the model, and no other. */
function fieldJson(field: Field): Record<string, unknown> {
  const off = STRUCTURES.filter((structure) => field[structure] === false).map((structure) => [structure, false]);
  return { ...ownJson(field), ...Object.fromEntries(off) };
}

function ownJson(field: Field): Record<string, unknown> {
  const { name, type } = field;
  switch (field.type) {
    case 'dateTime':
      return { name, type, format: field.format };
    case 'decimal':
      return { name, type, precision: field.precision };
    case 'select':
      return { name, type, options: field.options, ...manyJson(field), ...uniqueJson(field), ...foldingJson(field) };
    case 'image':
      return { name, type, ...manyJson(field) };
    case 'text':
      return { name, type, ...manyJson(field), ...uniqueJson(field), ...foldingJson(field) };
    case 'integer':
      return { name, type, ...uniqueJson(field) };
    case 'textMultiline':
    case 'markdown':
      return { name, type, ...foldingJson(field) };
    case 'relationship':
      if (field.images === true) return { name, type: 'image', many: field.many };
      return {
        name,
        type,
        to: field.to.length === 1 ? field.to[0] : field.to,
        many: field.many,
        ...pageJson(field),
        ...inverseJson(field),
      };
    default:
      return { name, type };
  }
}

export const modelJson = (model: ContentModel): Record<string, unknown> => ({
  space: model.space,
  ...(model.images !== undefined && { images: model.images }),
  contentTypes: exportedTypes(model).map((type) => ({
    name: type.name,
    fields: exportedFields(type).map(fieldJson),
  })),
});

/** A link in one of the forms that an export may use: a bare id where it is unambiguous, every second one anyway. */
function linkJson(space: OracleSpace, field: RelationshipField, link: OracleIdentifier, index: number): unknown {
  const holders = field.to.filter((type) => itemsOf(space, type).some(({ id }) => id === link.id));
  return holders.length === 1 && index % 2 === 0 ? link.id : { type: link.type, id: link.id };
}

function linksJson(space: OracleSpace, item: OracleItem, field: RelationshipField, isDirty: boolean): unknown {
  const written = linksOf(item, field.name).map((link, index) => linkJson(space, field, link, index));
  const dirt = isDirty ? [MISSING_ID, ...written.slice(0, 1)] : [];
  if (field.many) return [...written, ...dirt];
  return written[0] ?? dirt[0] ?? null;
}

/** Writes images that are resources as images, because exports contain no image resources. */
function imagesJson(space: OracleSpace, item: OracleItem, { name, many }: RelationshipField): unknown {
  const images = linksOf(item, name).map((link) => Object.fromEntries(targetOf(space, link).values));
  return many ? images : (images[0] ?? null);
}

/** A value as JSON text. Decimals become strings and bare numbers by turns, their digits as they are. */
export function valueJson(space: OracleSpace, item: OracleItem, field: Field, line: number, isDirty: boolean): string {
  if (field.type === 'relationship' && field.images === true) return JSON.stringify(imagesJson(space, item, field));
  if (field.type === 'relationship') return JSON.stringify(linksJson(space, item, field, isDirty));
  const value = item.values.get(field.name);
  if (value === undefined) return 'null';
  if (field.type === 'decimal' && typeof value === 'string') return line % 2 === 0 ? value : JSON.stringify(value);
  return JSON.stringify(value);
}

function itemLine(
  space: OracleSpace,
  item: OracleItem,
  fields: readonly Field[],
  line: number,
  dirty: boolean,
): string {
  const members = fields
    // Null and absent mean the same; a line shows one or the other.
    .filter((field) => item.values.has(field.name) || line % 3 === 0 || dirty)
    .map((field) => `${JSON.stringify(field.name)}:${valueJson(space, item, field, line, dirty)}`);
  return `{${[`"id":${JSON.stringify(item.id)}`, ...members].join(',')}}\n`;
}

/**
 * Writes `model.json` and one plain `.ndjson` file per content type into the folder, which is made if need be.
 *
 * @param options.dirty adds a dangling and a repeated link to every relationship that has room for them; a build
 *   that keeps to the contract drops both, so the content stays `space`
 */
export function writeExport(space: OracleSpace, folder: string, options: { readonly dirty?: boolean } = {}): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.json'), JSON.stringify(modelJson(space.model), undefined, 2));
  for (const type of exportedTypes(space.model)) {
    const lines = itemsOf(space, type.name).map((item, index) =>
      itemLine(space, item, exportedFields(type), index, options.dirty ?? false),
    );
    writeFileSync(join(folder, `${type.name}.ndjson`), lines.join(''));
  }
}

function linesOf(folder: string, type: string): string[] {
  const plain = join(folder, `${type}.ndjson`);
  const bytes = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(`${plain}.gz`));
  return bytes
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
}

/**
 * Reads an export that keeps to the contract, dropping dangling and repeated links; of localized values, the default
 * locale's.
 *
 * @throws if the folder holds no such export; the message is for the writer of a test, not for a user
 * Cost: everything is in memory, and each link is looked up through a set of ids.
 */
export function readExportNaively(folder: string): OracleSpace {
  const json: unknown = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
  const model = readModel(json);
  const items = new Map(
    exportedTypes(model).map((type) => {
      const inDefault = inDefaultLocale(json, type.name);
      return [type.name, linesOf(folder, type.name).map((line) => readItem(type, inDefault(JSON.parse(line))))];
    }),
  );
  return resolveLinks(model, items);
}
