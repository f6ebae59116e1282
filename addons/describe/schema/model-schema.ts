/**
 * The schema of `model.json`, so that editors complete it and mark what is wrong.
 *
 * It follows the lists of field types and their options. What only a look at the whole file tells, such as a
 * relationship to a type that is missing, is for the build to say.
 */
import {
  DEFAULT_INSTANT_FORM,
  FIELD_TYPES,
  type FieldOption,
  type FieldType,
  INSTANT_FORMS,
  LANGUAGES,
  LIMITS,
  NO_LANGUAGE,
  OPTIONS_OF_ALL,
  type OptionOfAll,
  optionsOfType,
} from '../../../src/content/model/index.js';
import { DIALECT, members, objectOf, type Schema } from './json-schema.js';

const NAME: Schema = { $ref: '#/$defs/name' };
const FREE_TEXT: Schema = { type: 'string', description: 'For the people who write the model; not delivered.' };
const FREE: Readonly<Record<string, Schema>> = { label: FREE_TEXT, description: FREE_TEXT };

const textList = (description: string): Schema => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  minItems: 1,
  uniqueItems: true,
  description,
});

const WEIGHT: Schema = { type: 'number', exclusiveMinimum: 0, maximum: 100, default: 1 };

const TYPE_SEARCH: Schema = {
  ...objectOf({ weight: WEIGHT }, []),
  description: 'How much the items of the type count where several types are searched together.',
};

/** A truth with a default. */
const flag = (usual: boolean, description: string): Schema => ({ type: 'boolean', default: usual, description });

const OPTION_SCHEMAS: Readonly<Record<FieldOption | OptionOfAll, Schema>> = {
  format: { enum: [...INSTANT_FORMS], default: DEFAULT_INSTANT_FORM, description: 'How a value is delivered.' },
  precision: { type: 'integer', minimum: 0, maximum: 100, description: 'Digits after the point.' },
  search: {
    description: 'Whether filter[_search] searches the field, and how much a word in it counts.',
    anyOf: [
      { type: 'boolean' },
      objectOf(
        {
          weight: WEIGHT,
          phrases: flag(false, 'Whether "a phrase" is found in it word by word.'),
          stems: flag(true, 'Whether words in it are found in other forms.'),
          typos: flag(true, 'Whether words in it are found mistyped.'),
        },
        [],
      ),
    ],
  },
  fold: { type: 'boolean', description: 'Whether _ieq, _icontains and similar operators work on the field.' },
  order: {
    enum: ['natural'],
    description: 'Whether a sort follows the collation of the locale; absent: by code points.',
  },
  options: textList('The values that the field may have.'),
  to: {
    description: 'The content type that the relationship leads to, or several.',
    anyOf: [NAME, textList('The content types that the relationship leads to.')],
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.relationshipLimitMaximum,
    default: LIMITS.relationshipLimitDefault,
    description: 'How many of its items are included if a request gives no limit.',
  },
  localized: flag(false, 'Whether an item has a value for each locale.'),
  filter: flag(true, 'Whether filters ask the field; false leaves out what only they need.'),
  sort: flag(true, 'Whether a sort takes the field; where neither filters nor sorts do, it has no index.'),
  contains: flag(
    true,
    'Whether _contains and _icontains work on the field; false leaves out the index of its substrings.',
  ),
  endsWith: flag(
    true,
    'Whether _endsWith and _iendsWith work on the field; false leaves out the index of its endings.',
  ),
  many: flag(false, 'Whether it holds a list, or leads to many items.'),
};

const TEXTS = { anyOf: [{ type: 'string', minLength: 1 }, textList('Words, or several words each.')] };

const TUNING: Schema = {
  ...objectOf(
    {
      stopWords: textList('Words that questions are asked without, beside those of the language.'),
      whole: textList('Words without other forms, and that no other is mistyped for.'),
      first: {
        type: 'array',
        description: 'Items that come first for one search, whether they answer it or not.',
        items: objectOf(
          { search: { type: 'string', minLength: 1 }, type: NAME, ids: textList('The ids, in their order.') },
          ['search', 'type', 'ids'],
        ),
      },
      synonyms: {
        type: 'array',
        description: 'Words that stand in for others: an array works both ways.',
        items: {
          anyOf: [
            { ...textList('Texts of which each finds the others.'), minItems: 2 },
            objectOf({ from: TEXTS, to: TEXTS }, ['from', 'to']),
          ],
        },
      },
    },
    [],
  ),
  description: 'How texts in the language are searched.',
};

const LOCALE: Schema = objectOf(
  {
    code: { type: 'string', description: 'A language tag of BCP 47, such as "en" or "de-CH".' },
    default: flag(false, 'Whether it is the default locale; if none is, the first is.'),
    fallback: { type: ['string', 'null'], description: 'The locale whose values are used if this one has none.' },
    language: { enum: [...LANGUAGES, NO_LANGUAGE], description: 'The language that its texts are searched in.' },
    search: { $ref: '#/$defs/search' },
    label: FREE_TEXT,
  },
  ['code'],
);

const NEEDED: ReadonlySet<FieldOption> = new Set(['precision', 'options', 'to']);

function fieldSchema(type: FieldType): Schema {
  const options = optionsOfType(type);
  const properties = {
    name: { $ref: '#/$defs/fieldName' },
    type: { const: type },
    ...members([...options, ...OPTIONS_OF_ALL].map((option): [string, Schema] => [option, OPTION_SCHEMAS[option]])),
    ...FREE,
  };
  return objectOf(properties, ['name', 'type', ...options.filter((option) => NEEDED.has(option))]);
}

/** @returns a schema of its own, 2020-12; always the same */
export function modelSchema(): Schema {
  const name: Schema = { type: 'string', pattern: '^[A-Za-z]([A-Za-z0-9_-]*[A-Za-z0-9])?$', maxLength: 200 };
  return {
    $schema: DIALECT,
    title: 'model.json: the content model of an export',
    ...objectOf(
      {
        $schema: { type: 'string' },
        space: { ...NAME, description: 'What the content is called.' },
        language: { enum: [...LANGUAGES], description: 'The language that texts are searched in.' },
        search: { $ref: '#/$defs/search' },
        locales: {
          type: 'array',
          minItems: 1,
          maxItems: 100,
          items: { $ref: '#/$defs/locale' },
          description: 'The locales that localized fields have values for.',
        },
        images: {
          enum: ['attributes', 'resources'],
          default: 'attributes',
          description: 'Whether image fields are shown as attributes, or as relationships to resources of core-image.',
        },
        contentTypes: { type: 'array', minItems: 1, items: { $ref: '#/$defs/contentType' } },
      },
      ['space', 'contentTypes'],
    ),
    $defs: {
      name,
      locale: LOCALE,
      search: TUNING,
      fieldName: { ...name, not: { enum: ['id', 'type', 'lid', 'links', 'relationships'] } },
      contentType: objectOf(
        {
          name: NAME,
          search: TYPE_SEARCH,
          similar: flag(false, 'Whether /<type>/<id>/_similar lists the items most like one.'),
          fields: { type: 'array', items: { $ref: '#/$defs/field' } },
          ...FREE,
        },
        ['name', 'fields'],
      ),
      // By the type, so that an editor offers the options of that type alone.
      field: {
        type: 'object',
        required: ['name', 'type'],
        properties: { type: { enum: [...FIELD_TYPES] } },
        allOf: FIELD_TYPES.map((type) => ({
          if: { properties: { type: { const: type } }, required: ['type'] },
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
          then: fieldSchema(type),
        })),
      },
    },
  };
}
