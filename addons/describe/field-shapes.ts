/**
 * The shapes of a field's values, as JSON Schema and TypeScript: in documents, in the lines of an export, and in
 * filters.
 */
import {
  AREA_FORMATS,
  type Area,
  type Field,
  INSTANT_FORMATS,
  isLocaleField,
  LIMITS,
  LOCATION_LIMITS,
  type Location,
  type Operator,
  operandKind,
} from '../../src/content/model/index.js';
import { anyOf, objectWith, objectWithAll, orNull, type Schema } from './schema/json-schema.js';
import { writeUnion } from './types/names.js';

export const INTEGER: Schema = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

export const DATE_TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
export const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

/** @param precision digits after the point */
export const decimalPattern = (precision: number): string =>
  precision === 0 ? '^-?\\d+$' : `^-?\\d+\\.\\d{${precision}}$`;

const count: Schema = { type: 'integer', minimum: 0 };
const TEXT: Schema = { type: 'string' };

const imageMembers = {
  url: TEXT,
  width: count,
  height: count,
  altText: TEXT,
  format: TEXT,
  mimeType: TEXT,
  fileName: TEXT,
  fileSize: count,
};

/** An image with its known properties. */
export const IMAGE: Schema = objectWith(imageMembers, ['url']);

/** An image in an export. It also has the id of its asset, which is used if images are resources. */
export const EXPORTED_IMAGE: Schema = objectWith({ ...imageMembers, assetId: TEXT }, ['url']);

/** A file with its known properties. */
export const FILE: Schema = objectWith({ url: TEXT, fileName: TEXT, mimeType: TEXT, fileSize: count }, ['url']);

const degrees = (name: keyof Location): Schema => ({
  type: 'number',
  minimum: -LOCATION_LIMITS[name],
  maximum: LOCATION_LIMITS[name],
});

const LOCATION: Schema = objectWithAll({ latitude: degrees('latitude'), longitude: degrees('longitude') });

const GEOJSON_POINT: Schema = objectWithAll({
  type: { const: 'Point' },
  coordinates: { type: 'array', prefixItems: [degrees('longitude'), degrees('latitude')], items: false, minItems: 2 },
});

const schemaOrNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

const EXPORTED_IMAGE_REF: Schema = { $ref: '#/$defs/image' };

/** The same texts as `isItemId` allows, except for the length, which is limited in bytes. */
export const ITEM_ID: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f-\\u009f]+$',
  description: 'The id of an item: 1 to 255 bytes of UTF-8 without control characters, neither "." nor "..".',
};

const ID: Schema = { $ref: '#/$defs/id' };

const EXPORTED_INSTANT = '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?)?$';
const DECIMAL: Schema = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', maxLength: 1000 };
/** Also allows an exponent, which programs write for very small and large numbers. */
const COMPARED_DECIMAL: Schema = {
  ...DECIMAL,
  type: ['number', 'string'],
  pattern: '^-?\\d+(\\.\\d+)?([eE][+-]?\\d{1,3})?$',
};

const listIfMany = (many: boolean | undefined, item: Schema): Schema =>
  many === true ? { type: 'array', items: item } : item;

interface FieldShape {
  /** A value in a document; null if unpopulated. Any value for a relationship, which is not an attribute. */
  readonly answered: Schema;
  /** The TypeScript type of a value in a document, without null. */
  readonly answeredType: string;
  /** A comment on the value, if its type is not enough. */
  readonly note?: string;
  /** A value in a line of an export. */
  readonly exported: Schema;
  /** A value in a filter; the schema that allows nothing if the field has no operators. */
  readonly compared: Schema;
  readonly comparedType: string;
}

/** Any text, in a union that keeps its literals for completion in editors. */
const ANY_TEXT = '(string & {})';

const UNCOMPARED = { compared: { not: {} }, comparedType: 'never' } as const;
const COMPARED_TEXT = { compared: TEXT, comparedType: 'string' } as const;

/** @param texts all values of a select in the snapshot; undefined if they are unknown */
export function describeValue(field: Field, texts?: readonly string[]): FieldShape {
  switch (field.type) {
    case 'boolean': {
      const schema: Schema = { type: 'boolean' };
      return {
        answered: orNull('boolean'),
        answeredType: 'boolean',
        exported: schema,
        compared: schema,
        comparedType: 'boolean',
      };
    }
    case 'dateTime': {
      const isDate = field.format === 'date';
      return {
        answered: isDate
          ? orNull('string', { format: 'date', pattern: DATE_PATTERN })
          : orNull('string', { format: 'date-time', pattern: DATE_TIME_PATTERN }),
        answeredType: 'string',
        note: isDate ? 'YYYY-MM-DD' : 'YYYY-MM-DDThh:mm:ss.sssZ',
        exported: { type: 'string', pattern: EXPORTED_INSTANT },
        compared: {
          type: 'string',
          description: `Written ${INSTANT_FORMATS}.`,
          examples: ['2026-05-16', '2026-05-16T08:15:00.000Z'],
        },
        comparedType: 'string | Date',
      };
    }
    case 'decimal': {
      const { precision } = field;
      return {
        answered: orNull('string', { pattern: decimalPattern(precision) }),
        answeredType: 'string',
        note: `A decimal number with ${precision} ${precision === 1 ? 'digit' : 'digits'} after the point.`,
        exported: { anyOf: [{ type: 'number' }, DECIMAL] },
        compared: COMPARED_DECIMAL,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type
        comparedType: 'number | `${number}`',
      };
    }
    case 'integer':
      return {
        answered: { ...INTEGER, type: ['integer', 'null'] },
        answeredType: 'number',
        exported: INTEGER,
        compared: { type: 'integer' },
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type
        comparedType: 'number | bigint | `${bigint}`',
      };
    case 'file':
      return {
        answered: schemaOrNull(FILE),
        answeredType: 'FileValue',
        exported: { $ref: '#/$defs/file' },
        ...UNCOMPARED,
      };
    case 'image':
      return {
        answered: field.many === true ? orNull('array', { items: IMAGE }) : schemaOrNull(IMAGE),
        answeredType: field.many === true ? 'readonly ImageValue[]' : 'ImageValue',
        exported: listIfMany(field.many, EXPORTED_IMAGE_REF),
        ...UNCOMPARED,
      };
    case 'json':
      return {
        answered: { description: 'Any JSON value.' },
        answeredType: 'unknown',
        note: 'Any JSON value.',
        exported: {},
        ...UNCOMPARED,
      };
    case 'location':
      return {
        answered: schemaOrNull(LOCATION),
        answeredType: '{ readonly latitude: number; readonly longitude: number }',
        note: 'In degrees.',
        exported: anyOf([LOCATION, GEOJSON_POINT]),
        ...UNCOMPARED,
      };
    case 'markdown': {
      const more: Schema = { contentMediaType: 'text/markdown' };
      return {
        answered: orNull('string', more),
        answeredType: 'string',
        note: 'Markdown.',
        exported: { ...TEXT, ...more },
        ...COMPARED_TEXT,
      };
    }
    case 'textMultiline':
      return { answered: orNull('string'), answeredType: 'string', exported: TEXT, ...COMPARED_TEXT };
    case 'text':
      return {
        answered: field.many === true ? orNull('array', { items: TEXT }) : orNull('string'),
        answeredType: field.many === true ? 'readonly string[]' : 'string',
        exported: listIfMany(field.many, TEXT),
        ...COMPARED_TEXT,
      };
    case 'select': {
      // Documents may have values outside the options, so the type allows any text and still lists the options.
      const examples = [...field.options];
      const values = writeUnion([...new Set([...examples, ...(texts ?? [])])]);
      const option = texts === undefined ? `${values} | ${ANY_TEXT}` : values;
      return {
        answered:
          field.many === true
            ? orNull('array', { items: { type: 'string', examples } })
            : orNull('string', { examples }),
        answeredType: field.many === true ? `readonly (${option})[]` : option,
        exported: listIfMany(field.many, { enum: ['', ...examples] }),
        compared: isLocaleField(field) ? { type: 'string', enum: examples } : { type: 'string', examples },
        comparedType: isLocaleField(field) ? values : `${values} | ${ANY_TEXT}`,
      };
    }
    case 'relationship': {
      // In an export the item contains its images, even if documents show them as resources.
      const target =
        field.images === true
          ? EXPORTED_IMAGE_REF
          : anyOf([ID, objectWithAll({ type: { enum: [...field.to] }, id: ID })]);
      return {
        answered: {},
        answeredType: 'unknown',
        exported: listIfMany(field.many, target),
        compared: ITEM_ID,
        comparedType: 'string',
      };
    }
  }
}

/** @returns the schema without examples that contain a comma, because commas separate the values of a list */
function withoutCommaExamples(value: Schema): Schema {
  const { examples, ...rest } = value;
  if (!Array.isArray(examples)) return value;
  const plain = examples.filter((example) => !String(example).includes(','));
  return plain.length === 0 ? rest : { ...rest, examples: plain };
}

/** @param count number of numbers */
function describeArea(shape: Area['shape'], count: number): { schema: Schema; type: string } {
  return {
    schema: {
      type: 'string',
      pattern: `^-?\\d+(\\.\\d+)?(,-?\\d+(\\.\\d+)?){${count - 1}}$`,
      description: `Written ${AREA_FORMATS[shape]}.`,
      examples: [shape === 'circle' ? '52.52,13.405,1000' : '5.9,45.8,10.5,47.8'],
    },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type
    type: `\`${new Array(count).fill('${number}').join(',')}\``,
  };
}

/**
 * The shape of the value of a filter.
 *
 * @param field undefined for `id`
 * @param texts all values of a select in the snapshot; undefined if they are unknown
 */
export function describeOperand(
  field: Field | undefined,
  operator: Operator,
  texts?: readonly string[],
): { schema: Schema; type: string } {
  const isWholeValue = ['_eq', '_neq', '_in', '_nin'].includes(operator);
  const { compared, comparedType } =
    field === undefined ? COMPARED_TEXT : describeValue(field, isWholeValue ? texts : undefined);
  switch (operandKind(operator)) {
    case 'flag':
      return { schema: { type: 'boolean' }, type: 'boolean' };
    case 'list':
      return {
        schema: {
          type: 'array',
          items: withoutCommaExamples(compared),
          minItems: 1,
          maxItems: LIMITS.filterListValues,
        },
        type: `readonly (${comparedType})[]`,
      };
    case 'circle':
      return describeArea('circle', 3);
    case 'box':
      return describeArea('box', 4);
    case 'value':
      return { schema: compared, type: comparedType };
  }
}
