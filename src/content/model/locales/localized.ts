/**
 * What locales make of a content type: a localized field has a value for each of them.
 *
 * A value that a locale lacks is that of the locale it falls back to, and so on; that is resolved when building, so a
 * snapshot has a *stored field* for each locale. The default locale's has the field's name, that of another
 * `<field>@<code>`: no field is called so.
 */

import { type ContentModel, contentModel } from '../content-model.js';
import { type ContentType, contentType, type SearchRules } from '../content-type.js';
import { type Field, isWordsField } from '../fields.js';

export const isLocalized = (field: Field): boolean => field.localized === true;

/** @param locale place in the type's locales; 0 is the default one */
export const storedName = (type: ContentType, name: string, locale: number): string =>
  locale === 0 ? name : `${name}@${type.locales[locale]!.code}`;

/** @returns the field's name in the model */
export const fieldOfStored = (stored: string): string => stored.replace(/@.*$/, '');

/** A field as it is stored: of a localized one there is one for each locale. */
export interface StoredField {
  /** Not localized, and called as it is stored. */
  readonly field: Field;
  /** Of the field in the type's list. */
  readonly place: number;
  /** Place in the type's locales; 0 of a field that is not localized. */
  readonly locale: number;
}

/** In the model's order, and of one field in that of the locales. */
export const storedFields = (type: ContentType): readonly StoredField[] =>
  type.fields.flatMap((field, place): StoredField[] => {
    if (!isLocalized(field)) return [{ field, place, locale: 0 }];
    const { localized: _, ...plain } = field;
    return type.locales.map((__, locale) => {
      return { field: Object.freeze({ ...plain, name: storedName(type, field.name, locale) }), place, locale };
    });
  });

/** @returns the type with a field for each that is stored, none of them localized; the same where none is localized */
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

/** @returns how texts of the type are searched in a locale, by stored fields; undefined where the default's rules count */
export function localSearch(type: ContentType, locale: number): SearchRules | undefined {
  if (locale === 0 || type.search === undefined || !isSearchLocalized(type)) return undefined;
  const stored = storedFields(type);
  const fields = type.search.fields.map(({ field, ...rules }) => {
    const own = stored.find(
      (one) => type.fields[one.place] === field && (one.locale === locale || !isLocalized(field)),
    );
    return { field: own !== undefined && isWordsField(own.field) ? own.field : field, ...rules };
  });
  const { language, search: tuning } = type.locales[locale]!;
  return { language, ...(tuning && { tuning }), fields, weight: type.search.weight };
}

/** @returns the type as one locale has it: with the language of its search */
export function localType(type: ContentType, locale: number): ContentType {
  if (locale === 0 || !isSearchLocalized(type)) return type;
  const { language, search } = type.locales[locale]!;
  return contentType(type.name, type.fields, language, type.locales, search, type.search?.weight, type.similar);
}

/** @returns the model as one locale has it */
export const localModel = (model: ContentModel, locale: number): ContentModel =>
  contentModel(
    model.space,
    [...model.contentTypes.values()].map((type) => localType(type, locale)),
    model.language,
    model.locales,
    model.images,
    model.search,
  );
