/**
 * Content types with locales: a localized field has one *stored field* for each locale.
 *
 * The build fills a missing value from the fallback chain, so each stored field is complete. The stored field of the default
 * locale has the name of the field; the others are named `<field>@<code>`, which no field of a model can be.
 */

import { type ContentModel, contentModel } from '../content-model.js';
import { type ContentType, contentType, type SearchRules } from '../content-type.js';
import { pickDescriptiveTexts } from '../descriptive-texts.js';
import { type Field, isWordsField } from '../fields.js';

export const isLocalized = (field: Field): boolean => field.localized === true;

/** @param locale index among the locales of the type; 0 is the default locale */
export const storedFieldName = (type: ContentType, name: string, locale: number): string =>
  locale === 0 ? name : `${name}@${type.locales[locale]!.code}`;

/** @returns the field's name in the model */
export const modelFieldName = (stored: string): string => stored.replace(/@.*$/, '');

/** A stored field: a localized field has one for each locale. */
export interface StoredField {
  /** The field with its stored name, without `localized`. */
  readonly field: Field;
  /** Index of the field among the fields of the type. */
  readonly place: number;
  /** Index among the locales of the type; 0 if the field is not localized. */
  readonly locale: number;
}

/** In the order of the model; the stored fields of one field are in the order of the locales. */
export const storedFields = (type: ContentType): readonly StoredField[] =>
  type.fields.flatMap((field, place): StoredField[] => {
    if (!isLocalized(field)) return [{ field, place, locale: 0 }];
    const { localized: _, ...plain } = field;
    return type.locales.map((__, locale) => {
      return { field: Object.freeze({ ...plain, name: storedFieldName(type, field.name, locale) }), place, locale };
    });
  });

/** @returns the type with its stored fields in place of localized fields; the type itself if it has no locales */
export const storedType = (type: ContentType): ContentType =>
  type.locales.length === 0
    ? type
    : contentType(
        type.name,
        storedFields(type).map(({ field }) => field),
        type.search?.language,
        [],
        type.search?.tuning,
      );

/** Whether each locale has a search index of its own. */
export const isSearchLocalized = (type: ContentType): boolean =>
  type.locales.length > 0 && type.search !== undefined && type.search.fields.some(({ field }) => isLocalized(field));

/** @returns the search rules of a locale, with stored fields; undefined if the rules of the default locale apply */
export function localSearch(type: ContentType, locale: number): SearchRules | undefined {
  if (locale === 0 || type.search === undefined || !isSearchLocalized(type)) return undefined;
  const stored = storedFields(type);
  const fields = type.search.fields.map(({ field, ...rules }) => {
    const own = stored.find(
      (candidate) => type.fields[candidate.place] === field && (candidate.locale === locale || !isLocalized(field)),
    );
    return { field: own !== undefined && isWordsField(own.field) ? own.field : field, ...rules };
  });
  const { language, search: tuning } = type.locales[locale]!;
  const { titlePlace, weight } = type.search;
  return { language, ...(tuning && { tuning }), fields, titlePlace, weight };
}

/** @returns the type with the search language of one locale */
export function localType(type: ContentType, locale: number): ContentType {
  if (locale === 0 || !isSearchLocalized(type)) return type;
  const { language, search } = type.locales[locale]!;
  return {
    ...contentType(type.name, type.fields, language, type.locales, search, type.search?.weight, type.similar),
    ...pickDescriptiveTexts(type),
  };
}

/** @returns the model with the search language of one locale */
export const localModel = (model: ContentModel, locale: number): ContentModel =>
  contentModel(
    model.space,
    [...model.contentTypes.values()].map((type) => localType(type, locale)),
    model.language,
    model.locales,
    model.images,
    model.search,
  );
