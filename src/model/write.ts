/**
 * Content model → the normalised form of `model.json`.
 */
import { type ContentModel, type Field, isFolded, isWordsField } from './content.js';
import type { Language } from './languages.js';

/** The normalised form of `model.json`: every option written out, keys in a fixed order. */
export interface ModelJson {
  readonly space: string;
  readonly language?: Language;
  readonly contentTypes: readonly { readonly name: string; readonly fields: readonly Field[] }[];
}

function fieldToJson(field: Field): Field {
  const { name } = field;
  const search = isWordsField(field) && field.search !== undefined ? { search: { ...field.search } } : {};
  // Written out only where it is true: the model of a snapshot without it stays what it was.
  const fold = isFolded(field) ? { fold: true } : {};
  switch (field.type) {
    case 'boolean':
    case 'image':
    case 'integer':
      return { name, type: field.type };
    case 'markdown':
    case 'text':
    case 'textMultiline':
      return { name, type: field.type, ...search, ...fold };
    case 'dateTime':
      return { name, type: field.type, format: field.format };
    case 'decimal':
      return { name, type: field.type, precision: field.precision };
    case 'select':
      return { name, type: field.type, options: [...field.options], ...search, ...fold };
    case 'relationship':
      return { name, type: field.type, to: [...field.to], many: field.many };
  }
}

/** @returns what `readContentModel` reads back as an equal model; equal models give equal JSON text */
export const contentModelToJson = (model: ContentModel): ModelJson => ({
  space: model.space,
  ...(model.language === undefined ? {} : { language: model.language }),
  contentTypes: [...model.contentTypes.values()].map((type) => ({
    name: type.name,
    fields: type.fields.map(fieldToJson),
  })),
});
