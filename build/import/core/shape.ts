/**
 * What a source knows of a field's type, and what a field is in the model.
 */
import type { FieldType, InstantFormat } from '../../../src/content/model/index.js';
import type { JsonObject } from '../value/json.js';

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
