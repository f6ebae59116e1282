/**
 * Items of several types: only shared fields are accepted; problems of other fields.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType, type Field } from '../../../src/content/model/index.js';
import { listCapabilities } from '../../../src/jsonapi/index.js';
import { parse, problems } from '../parsing.js';

const both = (one: readonly Field[], other: readonly Field[]) => {
  const to = ['one', 'other'];
  return contentModel('yard', [
    contentType('yard', [{ name: 'all', type: 'relationship', to, many: true }]),
    contentType('one', one),
    contentType('other', other),
  ]);
};
const detailOf = (search: string, model: ReturnType<typeof both>): string | undefined =>
  problems('/yard/y/all', search, model)[0]?.detail;

describe('fields of one name', () => {
  it.each<[string, Field, Field, boolean]>([
    ['two texts', { name: 'a', type: 'text' }, { name: 'a', type: 'textMultiline' }, false],
    ['the same', { name: 'a', type: 'integer' }, { name: 'a', type: 'integer' }, true],
    ['a number and a text', { name: 'a', type: 'integer' }, { name: 'a', type: 'text' }, false],
    [
      'decimals of one precision',
      { name: 'a', type: 'decimal', precision: 2 },
      { name: 'a', type: 'decimal', precision: 2 },
      true,
    ],
    [
      'decimals of two precisions',
      { name: 'a', type: 'decimal', precision: 2 },
      { name: 'a', type: 'decimal', precision: 3 },
      false,
    ],
    ['an integer and a decimal', { name: 'a', type: 'integer' }, { name: 'a', type: 'decimal', precision: 0 }, false],
    ['a list and a single text', { name: 'a', type: 'text', many: true }, { name: 'a', type: 'text' }, false],
  ])('%s › shared: %j', (_, one, other, isShared) => {
    for (const model of [both([one], [other]), both([other], [one])]) {
      if (isShared) expect(parse('/yard/y/all', 'filter[a][_eq]=1', model)).toMatchObject({ filter: { field: 'a' } });
      else expect(detailOf('filter[a][_eq]=1', model)).toContain('The field "a" has different types in them.');
    }
  });

  it('that one type or all types lack › the problem names these types and the accepted fields', () => {
    const text: Field = { name: 'name', type: 'text' };
    const model = both([text, { name: 'size', type: 'integer' }], [text]);
    const types = 'The items here are of the types one, other.';
    const usable = 'Names that all of them share: id, name.';
    expect(detailOf('filter[size][_eq]=1', model)).toBe(
      `${types} Of these types, other has no field "size". ${usable}`,
    );
    expect(detailOf('filter[nam][_eq]=1', model)).toBe(
      `${types} None of these types has a field "nam". Did you mean "name"? ${usable}`,
    );
  });
});

describe('askable', () => {
  it('facets › have the options of their type', () => {
    const type = contentType('one', [
      { name: 'text', type: 'text' },
      { name: 'number', type: 'integer' },
      { name: 'day', type: 'dateTime', format: 'date' },
      { name: 'link', type: 'relationship', to: ['one'], many: false },
      { name: 'flag', type: 'boolean' },
    ]);
    expect(listCapabilities([type]).facets.map(({ field, options }) => [field.name, ...options])).toEqual([
      ['text', 'prefix', 'sort', 'own'],
      ['number', 'ranges', 'sort', 'own'],
      ['day', 'interval', 'sort', 'own'],
      ['link', 'prefix', 'sort', 'own', 'include'],
      ['flag', 'sort', 'own'],
    ]);
  });
});
