/**
 * A field type → what is told of its values: JSON Schema and TypeScript, as documents show them, as lines of an export have
 * them, and as filters compare with them.
 */
import {
  AREA_FORMATS,
  type Area,
  type Field,
  INSTANT_FORMATS,
  LIMITS,
  LOCATION_LIMITS,
  type Location,
  type Operator,
  operandKind,
} from '../../src/content/model/index.js';
import { anyOf, objectOf, orNull, type Schema, wholeObject } from './schema/json-schema.js';
import { union } from './types/names.js';

export const INTEGER: Schema = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

export const DATE_TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
export const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

/** @param precision digits behind the point */
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

/** An image with what is known of it. */
export const IMAGE: Schema = objectOf(imageMembers, ['url']);

/** An image of an export: of its asset's id, which is shown where images are resources. */
export const EXPORTED_IMAGE: Schema = objectOf({ ...imageMembers, assetId: TEXT }, ['url']);

/** A file with what is known of it. */
export const FILE: Schema = objectOf({ url: TEXT, fileName: TEXT, mimeType: TEXT, fileSize: count }, ['url']);

const degrees = (name: keyof Location): Schema => ({
  type: 'number',
  minimum: -LOCATION_LIMITS[name],
  maximum: LOCATION_LIMITS[name],
});

const LOCATION: Schema = wholeObject({ latitude: degrees('latitude'), longitude: degrees('longitude') });

const GEOJSON_POINT: Schema = wholeObject({
  type: { const: 'Point' },
  coordinates: { type: 'array', prefixItems: [degrees('longitude'), degrees('latitude')], items: false, minItems: 2 },
});

const schemaOrNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

const IMAGE_REF: Schema = { $ref: '#/components/schemas/Image' };
const EXPORTED_IMAGE_REF: Schema = { $ref: '#/$defs/image' };

/** What `isItemId` allows, but for the length, which is counted in bytes. */
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
/** With an exponent too, as programs write what is very small or large. */
const COMPARED_DECIMAL: Schema = { ...DECIMAL, pattern: '^-?\\d+(\\.\\d+)?([eE][+-]?\\d{1,3})?$' };

const listOr = (many: boolean | undefined, item: Schema): Schema =>
  many === true ? { type: 'array', items: item } : item;

interface FieldShape {
  /** A value of documents, which may be null, as a field may be unpopulated; of a relationship, which is no attribute, any. */
  readonly answered: Schema;
  /** The same in TypeScript, without null. */
  readonly answeredType: string;
  /** What a reader should know of the value that its type does not say. */
  readonly note?: string;
  /** A value in a line of an export. */
  readonly exported: Schema;
  /** What a filter compares with; nothing where no operator does. */
  readonly compared: Schema;
  readonly comparedType: string;
}

const UNCOMPARED = { compared: { not: {} }, comparedType: 'never' } as const;
const COMPARED_TEXT = { compared: TEXT, comparedType: 'string' } as const;

/** @param texts of a select, where all that there are is known */
export function shapeOf(field: Field, texts?: readonly string[]): FieldShape {
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
        comparedType: 'string',
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
        comparedType: 'number | `${bigint}`',
      };
    case 'file':
      return {
        answered: schemaOrNull({ $ref: '#/components/schemas/File' }),
        answeredType: 'FileValue',
        exported: { $ref: '#/$defs/file' },
        ...UNCOMPARED,
      };
    case 'image':
      return {
        answered: field.many === true ? orNull('array', { items: IMAGE_REF }) : schemaOrNull(IMAGE_REF),
        answeredType: field.many === true ? 'readonly ImageValue[]' : 'ImageValue',
        exported: listOr(field.many, EXPORTED_IMAGE_REF),
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
        exported: listOr(field.many, TEXT),
        ...COMPARED_TEXT,
      };
    case 'select': {
      // A value outside the options is delivered too; the options are still completed.
      const examples = [...field.options];
      const option =
        texts === undefined ? `${union(examples)} | (string & {})` : union([...new Set([...examples, ...texts])]);
      return {
        answered:
          field.many === true
            ? orNull('array', { items: { type: 'string', examples } })
            : orNull('string', { examples }),
        answeredType: field.many === true ? `readonly (${option})[]` : option,
        exported: listOr(field.many, { enum: ['', ...examples] }),
        compared: { type: 'string', examples },
        comparedType: option,
      };
    }
    case 'relationship': {
      // Items hold their images themselves, also where these are shown as resources.
      const target =
        field.images === true
          ? EXPORTED_IMAGE_REF
          : anyOf([ID, wholeObject({ type: { enum: [...field.to] }, id: ID })]);
      return {
        answered: {},
        answeredType: 'unknown',
        exported: listOr(field.many, target),
        compared: ITEM_ID,
        comparedType: 'string',
      };
    }
  }
}

/** Values stand with commas between them; one that holds a comma is sent by another name, so it is no example here. */
function listed(value: Schema): Schema {
  const { examples, ...rest } = value;
  if (!Array.isArray(examples)) return value;
  const plain = examples.filter((example) => !String(example).includes(','));
  return plain.length === 0 ? rest : { ...rest, examples: plain };
}

/** @param count of numbers */
function areaShape(shape: Area['shape'], count: number): { schema: Schema; type: string } {
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
 * What a filter's value is written like.
 *
 * @param field undefined for `id`
 * @param texts of a select, where all that there are is known
 */
export function operandShape(
  field: Field | undefined,
  operator: Operator,
  texts?: readonly string[],
): { schema: Schema; type: string } {
  const isWhole = ['_eq', '_neq', '_in', '_nin'].includes(operator);
  const { compared, comparedType } = field === undefined ? COMPARED_TEXT : shapeOf(field, isWhole ? texts : undefined);
  switch (operandKind(operator)) {
    case 'flag':
      return { schema: { type: 'boolean' }, type: 'boolean' };
    case 'list':
      return {
        schema: { type: 'array', items: listed(compared), minItems: 1, maxItems: LIMITS.filterListValues },
        type: `readonly (${comparedType})[]`,
      };
    case 'circle':
      return areaShape('circle', 3);
    case 'box':
      return areaShape('box', 4);
    case 'value':
      return { schema: compared, type: comparedType };
  }
}
