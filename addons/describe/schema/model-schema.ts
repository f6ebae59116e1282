/**
 * The JSON Schema of `model.json`, with which editors complete the file and mark errors.
 *
 * It is made from the lists of field types and their options. Rules about the whole file, such as a relationship to a
 * missing type, are checked by the build only.
 */
import {
  DEFAULT_INSTANT_FORM,
  DESCRIPTIVE_LIMITS,
  type DescriptiveTexts,
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
import { DIALECT, members, objectWith, type Schema } from './json-schema.js';

const NAME: Schema = { $ref: '#/$defs/name' };
const DESCRIPTIVE_TEXTS: Readonly<Record<keyof DescriptiveTexts, Schema>> = {
  label: {
    type: 'string',
    maxLength: DESCRIPTIVE_LIMITS.label,
    description: 'A name for readers, on one line. The explorer, OpenAPI and the types show it.',
  },
  description: {
    type: 'string',
    maxLength: DESCRIPTIVE_LIMITS.description,
    description: 'Plain text for readers. The explorer, OpenAPI and the types show it.',
  },
};

const textList = (description: string): Schema => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  minItems: 1,
  uniqueItems: true,
  description,
});

const WEIGHT: Schema = { type: 'number', exclusiveMinimum: 0, maximum: 100, default: 1 };

const TYPE_SEARCH: Schema = {
  ...objectWith({ weight: WEIGHT }, []),
  description: 'The weight of the type in a search of all types.',
};

/** A boolean with a default. */
const flag = (defaultValue: boolean, description: string): Schema => ({
  type: 'boolean',
  default: defaultValue,
  description,
});

const LINK_LIMIT = { type: 'integer', minimum: 1, maximum: LIMITS.relationshipLimitMaximum } as const;

const OPTION_SCHEMAS: Readonly<Record<FieldOption | OptionOfAll, Schema>> = {
  format: { enum: [...INSTANT_FORMS], default: DEFAULT_INSTANT_FORM, description: 'The form of a value in documents.' },
  precision: { type: 'integer', minimum: 0, maximum: 100, description: 'Digits after the point.' },
  search: {
    description: 'Whether filter[_search] searches the field, and the weight of its words.',
    anyOf: [
      { type: 'boolean' },
      objectWith(
        {
          weight: WEIGHT,
          phrases: flag(false, 'Whether a search can match "a phrase" in the field.'),
          stems: flag(true, 'Whether a search matches other forms of a word.'),
          typos: flag(true, 'Whether a search matches mistyped words.'),
        },
        [],
      ),
    ],
  },
  fold: {
    enum: [true, false, 'accents'],
    description:
      'Whether _ieq, _icontains and similar operators work on the field. They ignore upper and lower case; with "accents", marks too.',
  },
  order: {
    enum: ['natural'],
    description: 'Sorts by the collation of the locale instead of by code points.',
  },
  options: textList('The values that the field may have.'),
  to: {
    description: 'The content type of the related items, or several.',
    anyOf: [NAME, textList('The content types of the related items.')],
  },
  unique: flag(
    false,
    'Whether no two items have the same value; of a localized field, within each locale. The build refuses repeated values.',
  ),
  page: {
    ...objectWith({ limit: { ...LINK_LIMIT, default: LIMITS.relationshipLimitDefault } }, ['limit']),
    description: 'Number of related items that an item shows if a request gives no limit.',
  },
  limit: {
    ...LINK_LIMIT,
    description: 'Number of included items if a request gives no limit; without it, the limit of "page".',
  },
  inverse: {
    ...objectWith(
      {
        name: NAME,
        sort: {
          type: 'string',
          minLength: 1,
          description: 'Fields of the linking type, separated by commas, each with "-" in front if it is descending.',
        },
        ...DESCRIPTIVE_TEXTS,
      },
      ['name'],
    ),
    description: 'Gives each type that the relationship leads to a relationship with the items that link to it.',
  },
  localized: flag(false, 'Whether an item has a value for each locale.'),
  filter: flag(true, 'Whether filters can use the field; false leaves out the structures that only filters need.'),
  sort: flag(true, 'Whether sorts can use the field. A field without filters and sorts has no index.'),
  contains: flag(
    true,
    'Whether _contains and _icontains work on the field; false leaves out the index of its substrings.',
  ),
  endsWith: flag(
    true,
    'Whether _endsWith and _iendsWith work on the field; false leaves out the index of its endings.',
  ),
  many: flag(false, 'Whether the field has a list of values, or the relationship has many items.'),
};

const TEXTS = { anyOf: [{ type: 'string', minLength: 1 }, textList('Words, or texts of several words.')] };

const TUNING: Schema = {
  ...objectWith(
    {
      stopWords: textList('Words that searches ignore, in addition to the stop words of the language.'),
      whole: textList('Words that a search matches only exactly: without other forms and mistypings.'),
      compounds: flag(
        false,
        'Whether a word also finds compounds that have it as a part, in Danish, Dutch, German, Norwegian and Swedish.',
      ),
      first: {
        type: 'array',
        description: 'Items that come first for a search, even if they do not match it.',
        items: objectWith(
          { search: { type: 'string', minLength: 1 }, type: NAME, ids: textList('The ids, in their order.') },
          ['search', 'type', 'ids'],
        ),
      },
      synonyms: {
        type: 'array',
        description: 'Words that also match other words: an array works in both directions.',
        items: {
          anyOf: [
            { ...textList('Texts that match each other.'), minItems: 2 },
            objectWith({ from: TEXTS, to: TEXTS }, ['from', 'to']),
          ],
        },
      },
    },
    [],
  ),
  description: 'The tuning of searches in the language.',
};

const LOCALE: Schema = objectWith(
  {
    code: { type: 'string', description: 'A language tag of BCP 47, such as "en" or "de-CH".' },
    default: flag(false, 'Whether this is the default locale. Without one, the first locale is the default.'),
    fallback: { type: ['string', 'null'], description: 'The locale whose values are used if this one has none.' },
    language: { enum: [...LANGUAGES, NO_LANGUAGE], description: 'The language that its texts are searched in.' },
    search: { $ref: '#/$defs/search' },
    label: DESCRIPTIVE_TEXTS.label,
  },
  ['code'],
);

const REQUIRED_OPTIONS: ReadonlySet<FieldOption> = new Set(['precision', 'options', 'to']);

function fieldSchema(type: FieldType): Schema {
  const options = optionsOfType(type);
  const properties = {
    name: { $ref: '#/$defs/fieldName' },
    type: { const: type },
    ...members([...options, ...OPTIONS_OF_ALL].map((option): [string, Schema] => [option, OPTION_SCHEMAS[option]])),
    ...DESCRIPTIVE_TEXTS,
  };
  return objectWith(properties, ['name', 'type', ...options.filter((option) => REQUIRED_OPTIONS.has(option))]);
}

/** @returns a complete schema (2020-12), always the same */
export function modelSchema(): Schema {
  const name: Schema = { type: 'string', pattern: '^[A-Za-z]([A-Za-z0-9_-]*[A-Za-z0-9])?$', maxLength: 200 };
  return {
    $schema: DIALECT,
    title: 'model.json: the content model of an export',
    ...objectWith(
      {
        $schema: { type: 'string' },
        space: { ...NAME, description: 'The name of the content.' },
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
      contentType: objectWith(
        {
          name: NAME,
          search: TYPE_SEARCH,
          similar: flag(false, 'Whether /<type>/<id>/_similar lists similar items.'),
          fields: { type: 'array', items: { $ref: '#/$defs/field' } },
          ...DESCRIPTIVE_TEXTS,
        },
        ['name', 'fields'],
      ),
      // One schema for each field type, so that an editor offers only the options of that type.
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
