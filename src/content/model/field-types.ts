/**
 * The table of field types. All code that depends on a field type reads this table, or is checked against it by the compiler.
 *
 * Elsewhere: the form of a field in the model (fields); how each part of the code treats a kind of value: values
 * of an export (build/read/values/reader-table), schemas and TypeScript (addons/describe/field-shapes), operands of filters
 * (src/jsonapi/check/operand), columns of a database (addons/sql/schema/columns), and the explorer (addons/explorer/app/browse/value).
 */

/** The kind of one value. */
export type ValueKind = 'boolean' | 'text' | 'integer' | 'decimal' | 'instant' | 'location' | 'link' | 'asset' | 'json';

/** The form in which the index holds values. Equal forms are built, opened, queried and counted by the same code. */
export type Holding =
  /** 64-bit floats; integers of any length for long decimals. */
  | 'numbers'
  /** Locations as 64-bit floats in Z-order (values/location). */
  | 'locations'
  /** Texts of one line; each distinct text is stored once. */
  | 'texts'
  /** Longer texts, stored in the rendered items only. */
  | 'renderedTexts'
  /** Links to items of this or other types. */
  | 'links'
  /** Not indexed: values are delivered, but cannot be queried. */
  | 'nothing';

/** Keys of a field in `model.json` that only some field types take. */
export type OwnOption =
  | 'format'
  | 'precision'
  | 'search'
  | 'fold'
  | 'order'
  | 'options'
  | 'to'
  | 'many'
  | 'limit'
  | 'page'
  | 'unique'
  | 'inverse';

export interface FieldTypeEntry {
  readonly value: ValueKind;
  readonly holding: Holding;
  /** In the order in which messages list them. */
  readonly options: readonly OwnOption[];
  /** Placeholder of the explorer's input for a value. */
  readonly hint?: string;
}

/** Messages list field types in this order. */
export const FIELD_TYPE_TABLE = {
  boolean: { value: 'boolean', holding: 'numbers', options: [] },
  select: { value: 'text', holding: 'texts', options: ['options', 'many', 'unique', 'search', 'fold'] },
  text: { value: 'text', holding: 'texts', options: ['many', 'unique', 'order', 'search', 'fold'] },
  textMultiline: { value: 'text', holding: 'renderedTexts', options: ['search', 'fold'] },
  markdown: { value: 'text', holding: 'renderedTexts', options: ['search', 'fold'] },
  integer: { value: 'integer', holding: 'numbers', options: ['unique'], hint: 'such as 12' },
  decimal: { value: 'decimal', holding: 'numbers', options: ['precision'], hint: 'such as 9.50' },
  dateTime: {
    value: 'instant',
    holding: 'numbers',
    options: ['format'],
    hint: 'YYYY-MM-DD or YYYY-MM-DDThh:mm',
  },
  location: { value: 'location', holding: 'locations', options: [] },
  relationship: {
    value: 'link',
    holding: 'links',
    options: ['to', 'many', 'page', 'limit', 'inverse'],
    hint: 'an item',
  },
  image: { value: 'asset', holding: 'nothing', options: ['many'] },
  file: { value: 'asset', holding: 'nothing', options: [] },
  json: { value: 'json', holding: 'nothing', options: [] },
} as const satisfies Readonly<Record<string, FieldTypeEntry>>;

type Table = typeof FIELD_TYPE_TABLE;

export type FieldType = keyof Table;

/** The field types whose values the index holds in this form. */
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
