/**
 * The fields of a content type, as `model.json` defines them: one interface for each field type, and what all share.
 *
 * Frozen once read. Elsewhere: the table of field types (field-types), which operators a field takes (structures/operators),
 * reading and checking (json).
 */
import { entryOfType, type Holding, type TypeHeld } from './field-types.js';
import type { InstantFormat } from './values/instant.js';

/** The keys of a field in the model that turn structures off where one is `false`; all are on unless there. */
export const STRUCTURES = ['filter', 'sort', 'contains', 'endsWith'] as const;
export type Structure = (typeof STRUCTURES)[number];

/** What a field says of them: only what is off is there. */
export type StructureChoices = { readonly [Name in Structure]?: false };

interface FieldBase extends StructureChoices {
  readonly name: string;
  /** Whether an item has a value for each locale; false unless there. */
  readonly localized?: true;
}

/** That `filter[_search]` looks into a field. */
export interface SearchOption {
  /** How much a word there counts, against 1 for a word elsewhere: above 0, at most 100. */
  readonly weight: number;
  /** Whether the index keeps where words stand, so that phrases are found word by word; false unless there. */
  readonly phrases?: boolean;
  /** Whether words are found in other forms; unless there, as the language has them. */
  readonly stems?: false;
  /** Whether words are found mistyped; unless there, they are. */
  readonly typos?: false;
}

interface TextBase extends FieldBase {
  /** Undefined where words in it are not searched. */
  readonly search?: SearchOption | undefined;
  /** Whether the field also has an index of case-folded values, and with it the operators that ask it; false unless there. */
  readonly fold?: boolean;
}

export interface BooleanField extends FieldBase {
  readonly type: 'boolean';
}
export interface DateTimeField extends FieldBase {
  readonly type: 'dateTime';
  /** How a value is delivered: `YYYY-MM-DD`, or `YYYY-MM-DDThh:mm:ss.sssZ`. */
  readonly format: InstantFormat;
}
export interface DecimalField extends FieldBase {
  readonly type: 'decimal';
  /** Digits behind the point, 0 to 100; every value is delivered with exactly as many. */
  readonly precision: number;
}
/** An address, and what is known of the file behind it. */
export interface FileField extends FieldBase {
  readonly type: 'file';
}
export interface ImageField extends FieldBase {
  readonly type: 'image';
  /** Whether it holds a list of images; false unless there. */
  readonly many?: boolean;
}
export interface IntegerField extends FieldBase {
  readonly type: 'integer';
}
/** Any JSON value, delivered as it is. */
export interface JsonField extends FieldBase {
  readonly type: 'json';
}
export interface LocationField extends FieldBase {
  readonly type: 'location';
}
export interface MarkdownField extends TextBase {
  readonly type: 'markdown';
}
export interface SelectField extends TextBase {
  readonly type: 'select';
  readonly options: readonly string[];
  /** Whether it holds a list of options; false unless there. */
  readonly many?: boolean;
}
export interface TextField extends TextBase {
  readonly type: 'text';
  /** Whether it holds a list of texts, as tags are; false unless there. */
  readonly many?: boolean;
  /** Whether a sort follows the collation of the locale; by code points unless there. */
  readonly order?: 'natural';
}
export interface TextMultilineField extends TextBase {
  readonly type: 'textMultiline';
}
export interface RelationshipField extends FieldBase {
  readonly type: 'relationship';
  /** Names of the content types that may be linked to; at least one, each once. */
  readonly to: readonly string[];
  readonly many: boolean;
  /** How many of its items are included where a request gives no limit; LIMITS.relationshipLimitDefault unless there. */
  readonly limit?: number;
  /** Whether it is an image field of the model, shown as a relationship (images). */
  readonly images?: true;
}

export type Field =
  | BooleanField
  | DateTimeField
  | DecimalField
  | FileField
  | ImageField
  | IntegerField
  | JsonField
  | LocationField
  | MarkdownField
  | RelationshipField
  | SelectField
  | TextField
  | TextMultilineField;

/** A field of which the index holds such values. */
export type HeldField<Held extends Holding> = Extract<Field, { readonly type: TypeHeld<Held> }>;

/** A field of which it holds floats, or longer numbers of decimals. */
export type NumberField = HeldField<'numbers' | 'locations'>;

/** A field whose words can be searched. */
export type WordsField = HeldField<'texts' | 'renderedTexts'>;

/** A field shown under `attributes`. */
export type AttributeField = Exclude<Field, RelationshipField>;

export const isRelationship = (field: Field): field is RelationshipField => field.type === 'relationship';

/** Whether the field leads to images, which its items hold themselves (images). */
export const isImageLink = (field: Field): boolean => isRelationship(field) && field.images === true;
/** Whether the field has an index of case-folded values too. */
export const isFolded = (field: Field): boolean => 'fold' in field && field.fold === true && field.filter !== false;
export const isNumberField = (field: Field): field is NumberField => isHeldAs(field, 'numbers', 'locations');
export const isAttribute = (field: Field): field is AttributeField => field.type !== 'relationship';

export const isHeldAs = <Held extends Holding>(field: Field, ...holdings: readonly Held[]): field is HeldField<Held> =>
  holdings.some((holding) => holding === entryOfType(field.type).holding);

/** Whether an item may have several texts in the field. */
export const isListOfTexts = (field: Field): boolean => isHeldAs(field, 'texts') && field.many === true;

/** Whether `filter[_search]` can look into a field of this type. */
export const isWordsField = (field: Field): field is WordsField => isHeldAs(field, 'texts', 'renderedTexts');
