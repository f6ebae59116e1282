/**
 * A content type: its fields, tables that find them by name and kind, and the rules by which its items are searched.
 *
 * Frozen once made. Elsewhere: the forms of fields (fields), the model that holds all types (content-model).
 */
import {
  type AttributeField,
  type Field,
  isAttribute,
  isRelationship,
  isWordsField,
  type RelationshipField,
  type WordsField,
} from './fields.js';
import type { Language } from './locales/languages.js';
import type { Locale } from './locales/locales.js';
import type { SearchTuning, WordMark } from './tuning.js';

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
