/**
 * Schemas of answers in the words of the reference.
 */
import { describe, expect, it } from 'vitest';
import { describeSchema, listSchemaValues } from '../app/reference/describe-schema.js';

describe('a schema in words', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: ['string', 'null'], contentMediaType: 'text/markdown' }, 'Markdown text or null'],
    [
      { type: ['string', 'null'], pattern: '^-?\\d+\\.\\d{2}$' },
      'decimal number as a text, 2 digits after the point, or null',
    ],
    [{ type: 'string', format: 'date', pattern: '^\\d{4}-' }, 'date, YYYY-MM-DD'],
    [{ type: 'string', format: 'date-time' }, 'time in UTC'],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'whole number from 0'],
    [{ type: 'boolean' }, 'true or false'],
    [{ const: 'book' }, '"book"'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Book' } }, 'list of Book'],
    [{ anyOf: [{ $ref: '#/components/schemas/Book' }, { type: 'null' }] }, 'Book or null'],
    [true, 'any value'],
  ])('%j › %s', (schema, words) => {
    expect(describeSchema(schema)).toBe(words);
  });

  it('allowed values › are listed as JSON', () => {
    expect(listSchemaValues({ enum: ['Crime', null] })).toEqual(['"Crime"', 'null']);
  });
});
