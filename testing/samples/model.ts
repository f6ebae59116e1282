/**
 * Content models of tests, written as types of fields.
 *
 * `modelOf({ book: { title: 'text', author: linkTo('author') }, author: { name: 'text' } })` is a complete
 * `model.json`.
 * Elsewhere: items of an export (export), a space in memory (memory-space).
 */

type FieldType =
  | 'boolean'
  | 'dateTime'
  | 'file'
  | 'image'
  | 'integer'
  | 'json'
  | 'location'
  | 'markdown'
  | 'text'
  | 'textMultiline';

/** A type without options; `date` is a `dateTime` without the time, `decimal` has two digits after the point. */
type ShortType = FieldType | 'date' | 'decimal';

interface FieldOptions {
  readonly type: string;
  readonly [option: string]: unknown;
}

/** A field as `model.json` lists it. */
export interface ListedField extends FieldOptions {
  readonly name: string;
}

/** By name, in the order of the model. */
type Fields = Readonly<Record<string, ShortType | FieldOptions>>;

interface ContentType {
  readonly name: string;
  readonly fields: readonly ListedField[];
}

/** An alias, not an interface, so that any JSON object is assignable. */
type Model = {
  readonly space: string;
  readonly contentTypes: readonly ContentType[];
};

/** A relationship to at most one item of these content types. */
export const linkTo = (...types: readonly string[]): FieldOptions => ({
  type: 'relationship',
  to: types,
  many: false,
});

/** A relationship to any number of items of these content types. */
export const linksTo = (...types: readonly string[]): FieldOptions => ({ type: 'relationship', to: types, many: true });

function optionsOf(field: ShortType | FieldOptions): FieldOptions {
  if (typeof field !== 'string') return field;
  if (field === 'date') return { type: 'dateTime', format: 'date' };
  return field === 'decimal' ? { type: 'decimal', precision: 2 } : { type: field };
}

/** @returns the fields as `model.json` lists them */
const fieldsOf = (fields: Fields): readonly ListedField[] =>
  Object.entries(fields).map(([name, field]) => ({ name, ...optionsOf(field) }));

const isList = (fields: Fields | readonly ListedField[]): fields is readonly ListedField[] => Array.isArray(fields);

/**
 * @param types    name of a content type → its fields, or the list that `model.json` is to have
 * @param settings members of the model beside its types, such as `locales`; the space is called `s` unless named
 */
export function modelOf<Settings extends object = object>(
  types: Readonly<Record<string, Fields | readonly ListedField[]>>,
  settings?: Settings,
): Model & Settings;
export function modelOf(
  types: Readonly<Record<string, Fields | readonly ListedField[]>>,
  settings: object = {},
): Model {
  const contentTypes = Object.entries(types).map(([name, fields]) => ({
    name,
    fields: isList(fields) ? fields : fieldsOf(fields),
  }));
  return { space: 's', ...settings, contentTypes };
}
