/**
 * Content model → the normalised form of `model.json`.
 */

import { type ContentModel, exportedTypes } from '../content-model.js';
import type { ContentType } from '../content-type.js';
import { type DescriptiveTexts, pickDescriptiveTexts } from '../descriptive-texts.js';
import type { FieldType } from '../field-types.js';
import { type Field, isFolded, isRelationship, isUnique, isWordsField, type Structure } from '../fields.js';
import { modelTypeOf } from '../images.js';
import { exportedFields } from '../inverses.js';
import { isNatural } from '../locales/collation.js';
import { type Language, NO_LANGUAGE } from '../locales/languages.js';
import type { Locale } from '../locales/locales.js';
import { isLocalized } from '../locales/localized.js';
import { type TuningJson, tuningToJson } from '../tuning.js';
import { type FieldOption, FREE_TEXTS, OPTIONS_OF_ALL, type OptionOfAll, optionsOfType } from './read-members.js';

/** The normalised form of `model.json`: every option written out, keys in a fixed order. */
export interface ModelJson {
  readonly space: string;
  readonly language?: Language;
  readonly search?: TuningJson;
  readonly locales?: readonly LocaleJson[];
  readonly images?: 'resources';
  readonly contentTypes: readonly TypeJson[];
}

interface TypeJson extends DescriptiveTexts {
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
  readonly label?: string;
}

const localeToJson = ({ code, fallback, language, search, label }: Locale, index: number): LocaleJson => ({
  code,
  ...(index === 0 && { default: true }),
  ...(fallback !== undefined && { fallback }),
  language: language ?? NO_LANGUAGE,
  ...(search && { search: tuningToJson(search) }),
  ...(label !== undefined && { label }),
});

/** Name and type first, then label and description, then the options in a fixed order. */
export type FieldJson = Pick<Field, 'name' | 'type'> & Readonly<Record<string, unknown>>;

export function fieldToJson(field: Field): FieldJson {
  const type = modelTypeOf(field);
  const members = new Map<string, unknown>(Object.entries(field));
  const options = [...optionsOfType(type), ...OPTIONS_OF_ALL].filter((option) => WRITTEN[option](field, type));
  const writtenOptions = Object.fromEntries(options.map((option) => [option, members.get(option)]));
  return { name: field.name, type, ...pickDescriptiveTexts(field), ...writtenOptions };
}

const isOff =
  (structure: Structure) =>
  (field: Field): boolean =>
    field[structure] === false;

/** Whether an option is written: only if it differs from its default, so that equal models have equal JSON. */
const WRITTEN: Readonly<Record<FieldOption | OptionOfAll, (field: Field, type: FieldType) => boolean>> = {
  format: () => true,
  precision: () => true,
  options: () => true,
  to: () => true,
  many: (field, type) => type === 'relationship' || ('many' in field && field.many === true),
  unique: isUnique,
  page: (field) => 'page' in field && field.page !== undefined,
  limit: (field) => 'limit' in field && field.limit !== undefined,
  inverse: (field) => 'inverse' in field && field.inverse !== undefined,
  search: (field) => isWordsField(field) && field.search !== undefined,
  fold: isFolded,
  order: isNatural,
  localized: isLocalized,
  filter: isOff('filter'),
  sort: isOff('sort'),
  contains: isOff('contains'),
  endsWith: isOff('endsWith'),
};

const weightOf = ({ search }: ContentType): Pick<TypeJson, 'search'> =>
  search === undefined || search.weight === 1 ? {} : { search: { weight: search.weight } };

/** @returns JSON that `readContentModel` reads back as an equal model; equal models give equal JSON text */
export const contentModelToJson = (model: ContentModel): ModelJson => ({
  space: model.space,
  ...(model.language === undefined || model.locales.length > 0 ? {} : { language: model.language }),
  ...(model.search === undefined || model.locales.length > 0 ? {} : { search: tuningToJson(model.search) }),
  ...(model.locales.length === 0 ? {} : { locales: model.locales.map(localeToJson) }),
  ...(model.images === undefined ? {} : { images: model.images }),
  contentTypes: exportedTypes(model).map((type) => ({
    name: type.name,
    ...pickDescriptiveTexts(type),
    ...weightOf(type),
    ...(type.similar === true && { similar: true }),
    fields: exportedFields(type).map(fieldToJson),
  })),
});

/** @returns the part of the model that content and answers depend on: everything except labels and descriptions */
export function withoutDescriptiveTexts(model: ModelJson): ModelJson {
  const { locales, contentTypes } = model;
  return {
    ...model,
    ...(locales && { locales: locales.map(({ label: _, ...locale }) => locale) }),
    contentTypes: contentTypes.map(({ label: _, description: __, fields, ...type }) => ({
      ...type,
      fields: fields.map(withoutFieldTexts),
    })),
  };
}

function withoutFieldTexts({ label: _, description: __, ...field }: FieldJson): FieldJson {
  const { inverse } = field;
  if (typeof inverse !== 'object' || inverse === null) return field;
  const inverseMembers = Object.entries(inverse).filter(([key]) => !FREE_TEXTS.includes(key));
  return { ...field, inverse: Object.fromEntries(inverseMembers) };
}

/**
 * The model as clients see it: inverse relationships are fields of the types that have them. Labels and descriptions are absent.
 *
 * @returns JSON for comparing two models; it is no `model.json`
 */
export function servedModelToJson(model: ContentModel): ModelJson {
  const json = withoutDescriptiveTexts(contentModelToJson(model));
  const contentTypes = json.contentTypes.map((type) => {
    const fields = model.contentTypes.get(type.name)?.fields ?? [];
    const withoutOption = fields.map((field): FieldJson => {
      const { inverse: _, ...own } = withoutFieldTexts(fieldToJson(field));
      return isRelationship(field) && field.inverseOf !== undefined ? { ...own, inverseOf: field.inverseOf } : own;
    });
    return { ...type, fields: withoutOption };
  });
  return { ...json, contentTypes };
}
