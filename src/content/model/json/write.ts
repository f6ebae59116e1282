/**
 * Content model → the normalised form of `model.json`.
 */
import { isNatural } from '../collation.js';
import {
  type ContentModel,
  exportedTypes,
  type Field,
  isFolded,
  isWordsField,
  STRUCTURES,
  type StructureChoices,
} from '../content.js';
import { type Language, NO_LANGUAGE } from '../languages.js';
import type { Locale } from '../locales.js';
import { isLocalized } from '../localized.js';

/** The normalised form of `model.json`: every option written out, keys in a fixed order. */
export interface ModelJson {
  readonly space: string;
  readonly language?: Language;
  readonly locales?: readonly LocaleJson[];
  readonly images?: 'resources';
  readonly contentTypes: readonly { readonly name: string; readonly fields: readonly Field[] }[];
}

interface LocaleJson {
  readonly code: string;
  readonly default?: true;
  readonly fallback?: string;
  readonly language: Language | typeof NO_LANGUAGE;
}

const localeToJson = ({ code, fallback, language }: Locale, place: number): LocaleJson => ({
  code,
  ...(place === 0 && { default: true }),
  ...(fallback !== undefined && { fallback }),
  language: language ?? NO_LANGUAGE,
});

function fieldToJson(field: Field): Field {
  const json = { ...ownToJson(field), ...choicesOf(field) };
  return isLocalized(field) ? { ...json, localized: true } : json;
}

/** What is off, in one order. */
const choicesOf = (field: Field): StructureChoices =>
  Object.fromEntries(STRUCTURES.filter((name) => field[name] === false).map((name) => [name, false as const]));

function ownToJson(field: Field): Field {
  const { name } = field;
  const search = isWordsField(field) && field.search !== undefined ? { search: { ...field.search } } : {};
  // Written out only where it is true: the model of a snapshot without it stays what it was.
  const fold = isFolded(field) ? { fold: true } : {};
  const many = 'many' in field && field.many === true ? { many: true } : {};
  switch (field.type) {
    case 'boolean':
    case 'file':
    case 'integer':
    case 'json':
      return { name, type: field.type };
    case 'image':
      return { name, type: field.type, ...many };
    case 'markdown':
    case 'textMultiline':
      return { name, type: field.type, ...search, ...fold };
    case 'text':
      return {
        name,
        type: field.type,
        ...many,
        ...(isNatural(field) && { order: 'natural' as const }),
        ...search,
        ...fold,
      };
    case 'dateTime':
      return { name, type: field.type, format: field.format };
    case 'decimal':
      return { name, type: field.type, precision: field.precision };
    case 'select':
      return { name, type: field.type, options: [...field.options], ...many, ...search, ...fold };
    case 'relationship':
      if (field.images === true) return { name, type: 'image', ...many };
      return { name, type: field.type, to: [...field.to], many: field.many };
  }
}

/** @returns what `readContentModel` reads back as an equal model; equal models give equal JSON text */
export const contentModelToJson = (model: ContentModel): ModelJson => ({
  space: model.space,
  ...(model.language === undefined || model.locales.length > 0 ? {} : { language: model.language }),
  ...(model.locales.length === 0 ? {} : { locales: model.locales.map(localeToJson) }),
  ...(model.images === undefined ? {} : { images: model.images }),
  contentTypes: exportedTypes(model).map((type) => ({
    name: type.name,
    fields: type.fields.map(fieldToJson),
  })),
});
