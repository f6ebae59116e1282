/**
 * A field as a source declares it (FieldShape), the type that is decided for it (FieldDecision), and the field in `model.json`
 * (ModelField).
 */
import type { FieldType, InstantFormat } from '../../../../src/content/model/index.js';
import type { JsonObject } from '../../value/json.js';

export type FieldShape =
  | { readonly type: 'boolean' | 'integer' | 'decimal' | 'json' }
  /** The values decide the `format`. */
  | typeof INSTANT
  | { readonly type: 'text'; readonly many?: boolean }
  | { readonly type: 'textMultiline' | 'markdown' }
  | { readonly type: 'select'; readonly options: readonly string[]; readonly many?: boolean }
  /** The values decide whether it is an image or a file. */
  | { readonly type: 'asset'; readonly many: boolean }
  /** `to`: the source's keys of types; the types that values link to are added. */
  | { readonly type: 'link'; readonly many: boolean; readonly to?: readonly string[] };

/** A time, or a date. */
export const INSTANT = { type: 'dateTime' } as const;

/** Shapes that need no members other than their type. */
type PlainType = Exclude<FieldShape['type'], 'select' | 'asset' | 'link'>;

/** @param names the source's names for the type. @returns an entry for each name, for a map of shapes */
export const shapes = (type: PlainType, ...names: readonly string[]): readonly (readonly [string, FieldShape])[] =>
  names.map((name) => [name, { type }]);

/** @returns the shape of a field with one of these texts; of any text if there are none */
export const oneOf = (options: readonly string[], many?: true): FieldShape =>
  options.length === 0
    ? { type: 'text', ...(many && { many }) }
    : { type: 'select', options: [...new Set(options)], ...(many && { many }) };

/** A field as `model.json` has it. */
export interface ModelField {
  readonly name: string;
  readonly type: FieldType;
  readonly format?: InstantFormat;
  readonly precision?: number;
  readonly options?: readonly string[];
  /** Names of types in the export. */
  readonly to?: readonly string[];
  readonly many?: boolean;
  readonly localized?: boolean;
  /** The field's JSON in the file, with members that only the user sets. */
  readonly json: JsonObject;
}

/** The decided type. `to`: the source's keys of the types; the types of untyped links are added later. */
export type FieldDecision = Pick<ModelField, 'type' | 'format' | 'precision' | 'options' | 'many' | 'to'>;
