/**
 * Content model → the normalised form of `model.json`.
 */

import { type ContentModel, type ContentType, exportedTypes, type Field, isFolded, isWordsField } from '../content.js';
import type { FieldType } from '../field-types.js';
import { modelTypeOf } from '../images.js';
import type { Locale } from '../locales.js';
import { type Language, NO_LANGUAGE } from '../locales.js';
import { isLocalized, isNatural } from '../localized.js';
import { type TuningJson, tuningToJson } from '../tuning.js';
import { type FieldOption, OPTIONS_OF_ALL, type OptionOfAll, optionsOfType } from './read-members.js';

/** The normalised form of `model.json`: every option written out, keys in a fixed order. */
export interface ModelJson {
  readonly space: string;
  readonly language?: Language;
  readonly search?: TuningJson;
  readonly locales?: readonly LocaleJson[];
  readonly images?: 'resources';
  readonly contentTypes: readonly TypeJson[];
}

interface TypeJson {
  readonly name: string;
  readonly search?: { readonly weight: number };
  readonly similar?: true;
  readonly fields: readonly FieldJson[];
}

interface LocaleJson {
  readonly code: string;
  readonly default?: true;
  readonly fallback?: string;
  readonly language: Language | typeof NO_LANGUAGE;
  readonly search?: TuningJson;
}

const localeToJson = ({ code, fallback, language, search }: Locale, place: number): LocaleJson => ({
  code,
  ...(place === 0 && { default: true }),
  ...(fallback !== undefined && { fallback }),
  language: language ?? NO_LANGUAGE,
  ...(search && { search: tuningToJson(search) }),
});

/** Its options behind name and type, in one order. */
export type FieldJson = Pick<Field, 'name' | 'type'> & Readonly<Record<string, unknown>>;

export function fieldToJson(field: Field): FieldJson {
  const type = modelTypeOf(field);
  const given = new Map<string, unknown>(Object.entries(field));
  const options = [...optionsOfType(type), ...OPTIONS_OF_ALL].filter((option) => isWritten(field, type, option));
  return { name: field.name, type, ...Object.fromEntries(options.map((option) => [option, given.get(option)])) };
}

/** Only where it says something: the model of a snapshot without it stays what it was. */
function isWritten(field: Field, type: FieldType, option: FieldOption | OptionOfAll): boolean {
  switch (option) {
    case 'format':
    case 'precision':
    case 'options':
    case 'to':
      return true;
    case 'many':
      return type === 'relationship' || ('many' in field && field.many === true);
    case 'limit':
      return 'limit' in field && field.limit !== undefined;
    case 'search':
      return isWordsField(field) && field.search !== undefined;
    case 'fold':
      return isFolded(field);
    case 'order':
      return isNatural(field);
    case 'localized':
      return isLocalized(field);
    case 'filter':
    case 'sort':
    case 'contains':
    case 'endsWith':
      return field[option] === false;
  }
}

const weightOf = ({ search }: ContentType): Pick<TypeJson, 'search'> =>
  search === undefined || search.weight === 1 ? {} : { search: { weight: search.weight } };

/** @returns what `readContentModel` reads back as an equal model; equal models give equal JSON text */
export const contentModelToJson = (model: ContentModel): ModelJson => ({
  space: model.space,
  ...(model.language === undefined || model.locales.length > 0 ? {} : { language: model.language }),
  ...(model.search === undefined || model.locales.length > 0 ? {} : { search: tuningToJson(model.search) }),
  ...(model.locales.length === 0 ? {} : { locales: model.locales.map(localeToJson) }),
  ...(model.images === undefined ? {} : { images: model.images }),
  contentTypes: exportedTypes(model).map((type) => ({
    name: type.name,
    ...weightOf(type),
    ...(type.similar === true && { similar: true }),
    fields: type.fields.map(fieldToJson),
  })),
});
