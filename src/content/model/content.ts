/**
 * The content model: content types and their typed fields, as `model.json` defines them.
 *
 * Frozen once read. Elsewhere: reading and checking `model.json` (json), which operator fits which type (operators).
 */

import { entryOfType, type Holding, type TypeHeld } from './field-types.js';
import type { InstantFormat } from './instant.js';
import type { Language, Locale } from './locales.js';
import type { SearchTuning, WordMark } from './tuning.js';

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

export interface ContentType {
  readonly name: string;
  /** In the model's order, which is the order of `attributes` and `relationships` in documents. */
  readonly fields: readonly Field[];
  readonly fieldByName: ReadonlyMap<string, Field>;
  readonly attributes: readonly AttributeField[];
  readonly relationships: readonly RelationshipField[];
  /** How `filter[_search]` is answered; undefined where no field takes part. */
  readonly search: SearchRules | undefined;
  /** Those of the model, the default one first; none where no field is localized. */
  readonly locales: readonly Locale[];
  /** Whether the items most like each one are found when building; false unless there. */
  readonly similar?: true;
  /** Whether its items follow from those of other types, and no export has a file of them. */
  readonly derived?: true;
  /** The language tag by which texts are ordered naturally: that of the default locale, or the model's language. */
  readonly collation: string;
}

/** What decides a type's search index. */
export interface SearchRules {
  /** Undefined: words of any language, compared as they are written. */
  readonly language: Language | undefined;
  /** What the model says of searches in this language. */
  readonly tuning?: SearchTuning | undefined;
  /** At least one. */
  readonly fields: readonly SearchedField[];
  /** How much an item of the type counts, against 1 for one of another, where several types are searched together. */
  readonly weight: number;
}

/** A field, and how much its words count. */
export interface SearchedField {
  readonly field: WordsField;
  readonly weight: number;
  /** Whether the index keeps where its words stand. */
  readonly hasPositions: boolean;
  /** Keeps its words apart from those of fields with other stems or typing mistakes. */
  readonly mark: WordMark;
}

export interface ContentModel {
  readonly space: string;
  /** Which language the texts are searched in, with locales those of the default one; undefined: as they are written. */
  readonly language: Language | undefined;
  /** The default one first; none where the model names none. */
  readonly locales: readonly Locale[];
  /** How texts in the language are searched; of a model with locales each has its own. */
  readonly search?: SearchTuning;
  /** That image fields are relationships to resources; attributes unless there. */
  readonly images?: 'resources';
  /** In the model's order, derived ones behind the others. */
  readonly contentTypes: ReadonlyMap<string, ContentType>;
}

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

function searchRules(
  fields: readonly Field[],
  language: Language | undefined,
  tuning: SearchTuning | undefined,
  weight: number,
): SearchRules | undefined {
  const searched = fields.filter(isWordsField).flatMap((field): SearchedField[] => {
    if (field.search === undefined) return [];
    const { weight, phrases, stems, typos } = field.search;
    const mark = stems === false ? (typos === false ? '#' : '!') : typos === false ? '"' : '';
    return [{ field, weight, hasPositions: phrases === true, mark }];
  });
  if (searched.length === 0) return undefined;
  return Object.freeze({ language, ...(tuning && { tuning }), fields: Object.freeze(searched), weight });
}

/**
 * Assembles a content type and its look-up tables.
 *
 * @param language that its texts are searched in
 * @param locales  of the model it belongs to, the default one first
 * @param tuning   of searches in the language
 * @param weight   of its items, where several types are searched together
 * @param similar  whether the items most like each one are found
 */
export function contentType(
  name: string,
  fields: readonly Field[],
  language?: Language,
  locales: readonly Locale[] = [],
  tuning?: SearchTuning,
  weight = 1,
  similar?: true,
): ContentType {
  return Object.freeze({
    name,
    fields: Object.freeze([...fields]),
    fieldByName: new Map(fields.map((field) => [field.name, field])),
    attributes: Object.freeze(fields.filter(isAttribute)),
    relationships: Object.freeze(fields.filter(isRelationship)),
    search: searchRules(fields, language, tuning, weight),
    locales: fields.some(({ localized }) => localized === true) ? locales : [],
    ...(similar && { similar }),
    collation: locales[0]?.code ?? language ?? 'und',
  });
}

/** @param images that they are resources: then `types` are such (images) */
export function contentModel(
  space: string,
  types: readonly ContentType[],
  language?: Language,
  locales: readonly Locale[] = [],
  images?: 'resources',
  search?: SearchTuning,
): ContentModel {
  return Object.freeze({
    space,
    language,
    locales,
    ...(images !== undefined && { images }),
    ...(search !== undefined && { search }),
    contentTypes: new Map(types.map((type) => [type.name, type])),
  });
}

/** The types that an export has files of. */
export const exportedTypes = (model: ContentModel): readonly ContentType[] =>
  [...model.contentTypes.values()].filter(({ derived }) => derived !== true);
