/**
 * Changes of a model that break clients, and their descriptions.
 */
import { describe, expect, it } from 'vitest';
import { breakingChanges, type ContentModel, readContentModel } from '../../../src/content/model/index.js';

type Fields = readonly Readonly<Record<string, unknown>>[];

function modelOf(value: unknown): ContentModel {
  const read = readContentModel(value);
  if ('model' in read) return read.model;
  throw new Error(JSON.stringify(read.problems));
}

const withFields = (...fields: Fields): ContentModel =>
  modelOf({
    space: 's',
    contentTypes: [
      { name: 'book', fields },
      { name: 'author', fields: [] },
      { name: 'firm', fields: [] },
    ],
  });

const localized = (...codes: readonly string[]): ContentModel =>
  modelOf({
    space: 's',
    locales: codes.map((code, place) => ({ code, ...(place === 0 && { default: true }) })),
    contentTypes: [{ name: 'book', fields: [{ name: 'title', type: 'text', localized: true }] }],
  });

describe('breakingChanges', () => {
  const price = { name: 'price', type: 'decimal', precision: 2 };
  const text = { name: 'x', type: 'text' };
  const select = { name: 'x', type: 'select', options: ['a', 'b', 'c'] };
  const to = { name: 'x', type: 'relationship', to: ['author', 'firm'], many: true };

  it.each<readonly [string, Fields, Fields, readonly string[]]>([
    ['a field is gone', [price], [], ['the field book.price, decimal, is gone']],
    ['another type', [price], [{ name: 'price', type: 'text' }], ['the field book.price was decimal, and is text']],
    ['another precision', [price], [{ ...price, precision: 3 }], ['"precision" of book.price was 2, and is 3']],
    ['one in place of many', [to], [{ ...to, many: false }], ['"many" of book.x was true, and is false']],
    ['a list in place of one', [text], [{ ...text, many: true }], ['"many" of book.x was false, and is true']],
    [
      'options are gone',
      [select],
      [{ ...select, options: ['d', 'b'] }],
      ['"options" of book.x had "a", "c", and now only "d", "b"'],
    ],
    ['a type is led to no more', [to], [{ ...to, to: ['firm'] }], ['"to" of book.x had "author", and now only "firm"']],
    ['a field is no longer unique', [{ ...text, unique: true }], [text], ['"unique" of book.x was on, and is off']],
    ['a field becomes unique', [text], [{ ...text, unique: true }], []],
    ['another default page', [{ ...to, page: { limit: 9 } }], [{ ...to, page: { limit: 3 } }], []],
    [
      'something is off',
      [{ ...text, search: true }],
      [{ ...text, contains: false }],
      ['"contains" of book.x was on, and is off', '"search" of book.x was on, and is off'],
    ],
    [
      'what is new, on, or in another order',
      [
        { ...text, sort: false },
        { ...to, name: 'y' },
      ],
      [{ ...to, name: 'y', to: ['firm', 'author'] }, price, { ...text, fold: true }],
      [],
    ],
  ])('%s › is described with the state before and after', (_, before, after, told) => {
    expect(breakingChanges({ model: withFields(...before) }, { model: withFields(...after) })).toEqual(told);
  });

  it('a removed content type or locale › is a breaking change; an added one is not', () => {
    const [one, two] = [modelOf({ space: 's', contentTypes: [{ name: 'book', fields: [] }] }), withFields(price)];
    expect(breakingChanges({ model: two }, { model: one })).toEqual([
      'the field book.price, decimal, is gone',
      'the content type author is gone, with 0 fields',
      'the content type firm is gone, with 0 fields',
    ]);
    expect(breakingChanges({ model: one }, { model: two })).toEqual([]);
    expect(breakingChanges({ model: localized('en', 'de') }, { model: localized('en') })).toEqual([
      'the locales had "de", and now only "en"',
    ]);
    expect(breakingChanges({ model: localized('en') }, { model: localized('en', 'de') })).toEqual([]);
  });
});
