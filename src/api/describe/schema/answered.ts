/**
 * A field → the schema of its value as documents show it.
 */
import { type AttributeField, isListOfTexts } from '../../../content/model/index.js';
import { objectOf, orNull, type Schema } from './json-schema.js';

export const INTEGER: Schema = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

export const DATE_TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
export const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

/** @param precision digits behind the point */
export const decimalPattern = (precision: number): string =>
  precision === 0 ? '^-?\\d+$' : `^-?\\d+\\.\\d{${precision}}$`;

const count: Schema = { type: 'integer', minimum: 0 };
const text: Schema = { type: 'string' };

const imageMembers = {
  url: text,
  width: count,
  height: count,
  altText: text,
  format: text,
  mimeType: text,
  fileName: text,
  fileSize: count,
};

/** An image with what is known of it. */
export const IMAGE: Schema = objectOf(imageMembers, ['url']);

/** An image of an export: of its asset's id, which is shown where images are resources. */
export const EXPORTED_IMAGE: Schema = objectOf({ ...imageMembers, assetId: text }, ['url']);

/** A file with what is known of it. */
export const FILE: Schema = objectOf({ url: text, fileName: text, mimeType: text, fileSize: count }, ['url']);

const schemaOrNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

const IMAGE_REF: Schema = { $ref: '#/components/schemas/Image' };

/** @returns the schema, which allows null: a field may be unpopulated */
export function answeredValue(field: AttributeField): Schema {
  switch (field.type) {
    case 'boolean':
      return orNull('boolean');
    case 'dateTime':
      return field.format === 'date'
        ? orNull('string', { format: 'date', pattern: DATE_PATTERN })
        : orNull('string', { format: 'date-time', pattern: DATE_TIME_PATTERN });
    case 'decimal':
      return orNull('string', { pattern: decimalPattern(field.precision) });
    case 'file':
      return schemaOrNull({ $ref: '#/components/schemas/File' });
    case 'image':
      return field.many === true ? orNull('array', { items: IMAGE_REF }) : schemaOrNull(IMAGE_REF);
    case 'integer':
      return { ...INTEGER, type: ['integer', 'null'] };
    case 'json':
      return { description: 'Any JSON value.' };
    case 'markdown':
      return orNull('string', { contentMediaType: 'text/markdown' });
    case 'select': {
      // A value outside the options is delivered too.
      const examples = [...field.options];
      return field.many === true
        ? orNull('array', { items: { type: 'string', examples } })
        : orNull('string', { examples });
    }
    case 'text':
      return field.many === true ? orNull('array', { items: { type: 'string' } }) : orNull('string');
    case 'textMultiline':
      return orNull('string');
  }
}

/** @returns one of the values that are counted together, of a field that has facets */
export const countedValue = (field: AttributeField): Schema =>
  isListOfTexts(field) ? { type: 'string' } : answeredValue(field);
