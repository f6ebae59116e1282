/**
 * The field types, one entry each: what else depends on a type reads it here, or is held to this table by exhaustive types.
 *
 * Elsewhere: the form of a field in the model (content); how a wing treats each kind of value, in one place a wing: values
 * of an export (build/read/values/choose-reader), schemas and TypeScript (api/describe/field-shapes), operands of filters
 * (api/jsonapi/check/operand), columns of a database (sql/schema/columns), and the explorer (addons/explorer/app/browse/value).
 */

/** What one value is. */
export type ValueKind = 'boolean' | 'text' | 'integer' | 'decimal' | 'instant' | 'location' | 'link' | 'asset' | 'json';

/** What the index holds of the values; whatever is indexed alike is built, opened, asked and counted alike. */
export type Holding =
  /** 64-bit floats, or longer ones of decimals. */
  | 'numbers'
  /** Places as 64-bit floats, in the Z-order (location). */
  | 'locations'
  /** Texts of a line, each once. */
  | 'texts'
  /** Longer texts, which stand in the rendered items. */
  | 'renderedTexts'
  /** Items of this or other types. */
  | 'links'
  /** Nothing: they are delivered, and not asked for. */
  | 'nothing';

/** Keys of a field in the model besides those of all types and those of structures. */
export type OwnOption = 'format' | 'precision' | 'search' | 'fold' | 'order' | 'options' | 'to' | 'many' | 'limit';

export interface FieldTypeEntry {
  readonly value: ValueKind;
  readonly holding: Holding;
  /** In the order in which messages list them. */
  readonly options: readonly OwnOption[];
  /** What the explorer writes where a value is to be typed. */
  readonly hint?: string;
}

/** In the order in which messages list the types that something can be asked of. */
export const FIELD_TYPE_TABLE = {
  boolean: { value: 'boolean', holding: 'numbers', options: [] },
  select: { value: 'text', holding: 'texts', options: ['options', 'many', 'search', 'fold'] },
  text: { value: 'text', holding: 'texts', options: ['many', 'order', 'search', 'fold'] },
  textMultiline: { value: 'text', holding: 'renderedTexts', options: ['search', 'fold'] },
  markdown: { value: 'text', holding: 'renderedTexts', options: ['search', 'fold'] },
  integer: { value: 'integer', holding: 'numbers', options: [], hint: 'such as 12' },
  decimal: { value: 'decimal', holding: 'numbers', options: ['precision'], hint: 'such as 9.50' },
  dateTime: {
    value: 'instant',
    holding: 'numbers',
    options: ['format'],
    hint: 'YYYY-MM-DD or YYYY-MM-DDThh:mm',
  },
  location: { value: 'location', holding: 'locations', options: [] },
  relationship: { value: 'link', holding: 'links', options: ['to', 'many', 'limit'], hint: 'an item' },
  image: { value: 'asset', holding: 'nothing', options: ['many'] },
  file: { value: 'asset', holding: 'nothing', options: [] },
  json: { value: 'json', holding: 'nothing', options: [] },
} as const satisfies Readonly<Record<string, FieldTypeEntry>>;

type Table = typeof FIELD_TYPE_TABLE;

export type FieldType = keyof Table;

/** The types whose values the index holds so. */
export type TypeHeld<Held extends Holding> = {
  [Type in FieldType]: Table[Type]['holding'] extends Held ? Type : never;
}[FieldType];

const entries: Readonly<Record<FieldType, FieldTypeEntry>> = FIELD_TYPE_TABLE;

export const entryOfType = (type: FieldType): FieldTypeEntry => entries[type];

export const isFieldType = (name: string): name is FieldType => Object.hasOwn(FIELD_TYPE_TABLE, name);

/** @returns the types, in the order of the table */
export const typesWith = (has: (entry: FieldTypeEntry) => boolean): readonly FieldType[] =>
  Object.keys(FIELD_TYPE_TABLE)
    .filter(isFieldType)
    .filter((type) => has(entries[type]));

/** In alphabetical order. */
export const FIELD_TYPES: readonly FieldType[] = Object.freeze([...typesWith(() => true)].sort());
