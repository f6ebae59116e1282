/**
 * The fields of a content type, as `model.json` defines them: one interface for each field type, and what all share.
 *
 * Frozen once read. Elsewhere: the table of field types (field-types), which operators a field takes (structures/operators),
 * reading and checking (json).
 */
import type { DescriptiveTexts } from './descriptive-texts.js';
import { entryOfType, type Holding, type TypeHeld } from './field-types.js';
import { LIMITS } from './limits.js';
import type { InstantFormat } from './values/instant.js';

/** Keys of a field in `model.json` that turn a structure off when they are `false`; absent keys leave it on. */
export const STRUCTURES = ['filter', 'sort', 'contains', 'endsWith'] as const;
export type Structure = (typeof STRUCTURES)[number];

/** The structures that a field turns off; structures that are on have no key. */
export type StructureChoices = { readonly [Name in Structure]?: false };

interface FieldBase extends StructureChoices, DescriptiveTexts {
  readonly name: string;
  /** Whether an item has a value for each locale; absent: false. */
  readonly localized?: true;
}

/** Options of a field that `filter[_search]` searches. */
export interface SearchOption {
  /** Weight of a word in this field; other fields have 1. Above 0, at most 100. */
  readonly weight: number;
  /** Whether the index stores word positions, so that phrases match word by word; absent: false. */
  readonly phrases?: boolean;
  /** Whether other forms of a word match; absent: as the language defines them. */
  readonly stems?: false;
  /** Whether mistyped words match; absent: true. */
  readonly typos?: false;
}

/** An option of the field types that can be a key of their items. */
interface UniqueOption {
  /** Whether two items never have the same value; of a localized field, within each locale. Absent: false. */
  readonly unique?: true;
}

interface TextBase extends FieldBase {
  /** Undefined if its words are not searched. */
  readonly search?: SearchOption | undefined;
  /**
   * Whether the field also has an index of folded values, and the operators that use it: `true` ignores upper and lower case,
   * `accents` ignores marks too. Absent: false.
   */
  readonly fold?: boolean | 'accents';
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
  /** Digits after the decimal point, 0 to 100. Every value is delivered with exactly this many. */
  readonly precision: number;
}

/** The address of a file, with its known properties. */
export interface FileField extends FieldBase {
  readonly type: 'file';
}
export interface ImageField extends FieldBase {
  readonly type: 'image';
  /** Whether it holds a list of images; absent: false. */
  readonly many?: boolean;
}
export interface IntegerField extends FieldBase, UniqueOption {
  readonly type: 'integer';
}

/** Any JSON value, delivered unchanged. */
export interface JsonField extends FieldBase {
  readonly type: 'json';
}
export interface LocationField extends FieldBase {
  readonly type: 'location';
}
export interface MarkdownField extends TextBase {
  readonly type: 'markdown';
}
export interface SelectField extends TextBase, UniqueOption {
  readonly type: 'select';
  readonly options: readonly string[];
  /** Whether it holds a list of options; absent: false. */
  readonly many?: boolean;
}
export interface TextField extends TextBase, UniqueOption {
  readonly type: 'text';
  /** Whether it holds a list of texts, such as tags; absent: false. */
  readonly many?: boolean;
  /** Set if a sort follows the collation of the locale; absent: sorted by code points. */
  readonly order?: 'natural';
}
export interface TextMultilineField extends TextBase {
  readonly type: 'textMultiline';
}

/**
 * `inverse` of a relationship in `model.json`: each type that it leads to gets a relationship with the linking items, and with
 * these texts.
 */
export interface InverseOption extends DescriptiveTexts {
  /** Name of the derived relationship. */
  readonly name: string;
  /** Fields of the linking type, as `sort` of a request: `-published,title`; absent: export order. */
  readonly sort?: string;
}

/** The relationship that a derived relationship is the inverse of. */
export interface InverseSource {
  /** The linking type. */
  readonly type: string;
  /** Its relationship. */
  readonly field: string;
  /** Order of the linking items; ties, and items without keys, are in export order. */
  readonly sort: readonly InverseSortKey[];
}

/** A sort key of an inverse: a field of the linking type, or its `id`. */
export interface InverseSortKey {
  readonly field: string;
  readonly isDescending: boolean;
}

export interface RelationshipField extends FieldBase {
  readonly type: 'relationship';
  /** Names of the content types that it may link to; at least one, distinct. */
  readonly to: readonly string[];
  readonly many: boolean;
  /** The default window of a to-many relationship, included or not; absent: LIMITS.relationshipLimitDefault links. */
  readonly page?: { readonly limit: number };
  /** Items included if a request gives no limit; absent: as many as the default window has. */
  readonly limit?: number;
  /** Set if it is an image field of the model, delivered as a relationship (images). */
  readonly images?: true;
  /** Absent: its links are not delivered in the opposite direction. */
  readonly inverse?: InverseOption;
  /** Set if the build derives its links from another relationship, so that the export has no values of it (inverses). */
  readonly inverseOf?: InverseSource;
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

/** A field whose values the index holds in this form. */
export type HeldField<Held extends Holding> = Extract<Field, { readonly type: TypeHeld<Held> }>;

/** A field whose values the index holds as numbers. */
export type NumberField = HeldField<'numbers' | 'locations'>;

/** A field whose words can be searched. */
export type WordsField = HeldField<'texts' | 'renderedTexts'>;

/** A field delivered under `attributes`. */
export type AttributeField = Exclude<Field, RelationshipField>;

export const isRelationship = (field: Field): field is RelationshipField => field.type === 'relationship';

/** Whether the field is an image field that is delivered as a relationship (images). */
export const isImageLink = (field: Field): boolean => isRelationship(field) && field.images === true;
/** Whether no two items have the same value in the field; of a localized field, within each locale. */
export const isUnique = (field: Field): boolean => 'unique' in field && field.unique === true;

/** @returns the links that a resource shows of a to-many relationship if a request gives no limit */
export const defaultLinkLimit = ({ page }: Pick<RelationshipField, 'page'>): number =>
  page?.limit ?? LIMITS.relationshipLimitDefault;

/** Whether the field is the inverse of a relationship, derived by the build (inverses). */
export const isInverse = (field: Field): boolean => isRelationship(field) && field.inverseOf !== undefined;

/** The differences that folded values ignore: upper and lower case, or marks too. */
export type Fold = 'case' | 'accents';

/** @returns the fold that the model asks for; undefined if it asks for none */
export function requestedFold(field: Field): Fold | undefined {
  if (!('fold' in field) || field.fold === undefined || field.fold === false) return undefined;
  return field.fold === 'accents' ? 'accents' : 'case';
}

/** @returns the fold of the field's index of folded values; undefined if it has none */
export const foldOf = (field: Field): Fold | undefined => (field.filter === false ? undefined : requestedFold(field));

/** Whether the field also has an index of folded values. */
export const isFolded = (field: Field): boolean => foldOf(field) !== undefined;
export const isNumberField = (field: Field): field is NumberField => isHeldAs(field, 'numbers', 'locations');
export const isAttribute = (field: Field): field is AttributeField => field.type !== 'relationship';

export const isHeldAs = <Held extends Holding>(field: Field, ...holdings: readonly Held[]): field is HeldField<Held> =>
  holdings.some((holding) => holding === entryOfType(field.type).holding);

/** Whether an item may have several texts in the field. */
export const isListOfTexts = (field: Field): boolean => isHeldAs(field, 'texts') && field.many === true;

/** Whether `filter[_search]` can look into a field of this type. */
export const isWordsField = (field: Field): field is WordsField => isHeldAs(field, 'texts', 'renderedTexts');
