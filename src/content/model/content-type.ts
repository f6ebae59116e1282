/**
 * A content type: its fields, tables that find them by name and kind, and the rules by which its items are searched.
 *
 * Frozen once made. Elsewhere: the forms of fields (fields), the model that holds all types (content-model).
 */
import { type DescriptiveTexts, pickDescriptiveTexts } from './descriptive-texts.js';
import {
  type AttributeField,
  type Field,
  isAttribute,
  isRelationship,
  isWordsField,
  type RelationshipField,
  type SearchOption,
  type SelectField,
  type WordsField,
} from './fields.js';
import type { Language } from './locales/languages.js';
import { createLocaleField } from './locales/locale-field.js';
import type { Locale } from './locales/locales.js';
import type { SearchTuning, WordMark } from './tuning.js';

export interface ContentType extends DescriptiveTexts {
  readonly name: string;
  /** In the model's order, which is the order of `attributes` and `relationships` in documents. */
  readonly fields: readonly Field[];
  readonly fieldByName: ReadonlyMap<string, Field>;
  readonly attributes: readonly AttributeField[];
  readonly relationships: readonly RelationshipField[];
  /** The rules of `filter[_search]`; undefined if no field is searched. */
  readonly search: SearchRules | undefined;
  /** The locales of the model, the default locale first; empty if no field is localized. */
  readonly locales: readonly Locale[];
  /** The field `_locale` of filters and facets; undefined if no field is localized. */
  readonly localeField: SelectField | undefined;
  /** Whether the build finds the most similar items of each item; absent: false. */
  readonly similar?: true;
  /** Set if its items are derived from other types, so that the export has no file of them. */
  readonly derived?: true;
  /** Language tag of the natural order of texts: the default locale, or the language of the model. */
  readonly collation: string;
}

/** The rules that determine the search index of a type. */
export interface SearchRules {
  /** Undefined: words are compared as they are written. */
  readonly language: Language | undefined;
  /** Synonyms, stop words and other tuning for this language. */
  readonly tuning?: SearchTuning | undefined;
  /** At least one. */
  readonly fields: readonly SearchedField[];
  /**
   * Place in `fields` of the title: the `text` field with the greatest weight that holds one text, the first of equal ones.
   * Undefined if there is none.
   */
  readonly titlePlace: number | undefined;
  /** Weight of the items of this type in a search of several types; other types have 1. */
  readonly weight: number;
}

/** A searched field and the weight of its words. */
export interface SearchedField {
  readonly field: WordsField;
  readonly weight: number;
  /** Whether the index stores the positions of its words. */
  readonly hasPositions: boolean;
  /** Separates its words from the words of fields with other options for stems and typos. */
  readonly mark: WordMark;
}

/** @returns the mark of words in a field without stems, typos or both */
function markOf({ stems, typos }: SearchOption): WordMark {
  if (stems === false) return typos === false ? '#' : '!';
  return typos === false ? '"' : '';
}

function searchRules(
  fields: readonly Field[],
  language: Language | undefined,
  tuning: SearchTuning | undefined,
  weight: number,
): SearchRules | undefined {
  const searched = fields.filter(isWordsField).flatMap((field): SearchedField[] => {
    if (field.search === undefined) return [];
    const { weight, phrases } = field.search;
    return [{ field, weight, hasPositions: phrases === true, mark: markOf(field.search) }];
  });
  if (searched.length === 0) return undefined;
  const rules = { language, ...(tuning && { tuning }), fields: Object.freeze(searched) };
  return Object.freeze({ ...rules, titlePlace: findTitlePlace(searched), weight });
}

function findTitlePlace(fields: readonly SearchedField[]): number | undefined {
  const texts = fields.filter(({ field }) => field.type === 'text' && field.many !== true);
  const [title] = texts.toSorted((a, b) => b.weight - a.weight);
  return title === undefined ? undefined : fields.indexOf(title);
}

/**
 * Assembles a content type and its look-up tables.
 *
 * @param language of its texts, for search
 * @param locales  of its model, the default locale first
 * @param tuning   of searches in this language
 * @param weight   of its items in a search of several types
 * @param similar  set if the build finds the most similar items of each item
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
  const typeLocales = fields.some(({ localized }) => localized === true) ? locales : [];
  return Object.freeze({
    name,
    fields: Object.freeze([...fields]),
    fieldByName: new Map(fields.map((field) => [field.name, field])),
    attributes: Object.freeze(fields.filter(isAttribute)),
    relationships: Object.freeze(fields.filter(isRelationship)),
    search: searchRules(fields, language, tuning, weight),
    locales: typeLocales,
    localeField: typeLocales.length === 0 ? undefined : createLocaleField(typeLocales),
    ...(similar && { similar }),
    collation: locales[0]?.code ?? language ?? 'und',
  });
}

/** @returns the type with other fields, and with everything else unchanged */
export const replaceFields = (type: ContentType, fields: readonly Field[]): ContentType => ({
  ...contentType(
    type.name,
    fields,
    type.search?.language,
    type.locales,
    type.search?.tuning,
    type.search?.weight,
    type.similar,
  ),
  ...pickDescriptiveTexts(type),
  collation: type.collation,
});
