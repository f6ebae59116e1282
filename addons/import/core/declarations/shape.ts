/**
 * What a source knows of a field's type, and what a field is in the model.
 */
import type { FieldType, InstantFormat } from '../../../../src/content/model/index.js';
import type { JsonObject } from '../../value/json.js';

export type FieldShape =
  | { readonly type: 'boolean' | 'integer' | 'decimal' | 'json' }
  /** `format` by the values. */
  | typeof INSTANT
  | { readonly type: 'text'; readonly many?: boolean }
  | { readonly type: 'textMultiline' | 'markdown' }
  | { readonly type: 'select'; readonly options: readonly string[]; readonly many?: boolean }
  /** An image or a file, by the values. */
  | { readonly type: 'asset'; readonly many: boolean }
  /** `to`: the source's keys of types; those of the values are added. */
  | { readonly type: 'link'; readonly many: boolean; readonly to?: readonly string[] };

/** A time, or a date. */
export const INSTANT = { type: 'dateTime' } as const;

/** Types of fields that a source says no more of than their name. */
type Plain = Exclude<FieldShape['type'], 'select' | 'asset' | 'link'>;

/** @param type what each of the source's names for it becomes. @returns by name; to be joined to those of other types */
export const shapes = (type: Plain, ...names: readonly string[]): readonly (readonly [string, FieldShape])[] =>
  names.map((name) => [name, { type }]);

/** @returns one of some texts, or where none are told any text */
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
  /** How it stands in the file, with what only the user knows of. */
  readonly json: JsonObject;
}
