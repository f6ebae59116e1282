/**
 * Labels and descriptions: valid ones are in the model and its JSON, invalid ones are refused, and nothing depends on them.
 */
import { describe, expect, it } from 'vitest';
import {
  breakingChanges,
  type ContentModel,
  cleanDescriptiveText,
  contentModelToJson,
  localModel,
  readContentModel,
  servedModelToJson,
  withoutDescriptiveTexts,
} from '../../../src/content/model/index.js';
import { compareModels, findChangedTexts } from '../../../src/ship/diff/index.js';

/** @param texts of the type `book`, its fields and its inverse; absent: a model without texts */
const shop = (texts?: { readonly label?: unknown; readonly description?: unknown }) => ({
  space: 'shop',
  locales: [{ code: 'en', ...(texts && { label: 'English' }) }, { code: 'de' }],
  images: 'resources',
  contentTypes: [
    {
      name: 'book',
      ...texts,
      fields: [
        { name: 'title', type: 'text', localized: true, search: true, ...texts },
        { name: 'cover', type: 'image', ...texts },
        { name: 'author', type: 'relationship', to: 'author', ...texts, inverse: { name: 'books', ...texts } },
      ],
    },
    { name: 'author', fields: [{ name: 'name', type: 'text' }] },
  ],
});
const TEXTS = { label: 'The book', description: 'First line\n\tsecond line' };

function readModel(json: unknown): ContentModel {
  const read = readContentModel(json);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.model;
}

function problemsOf(texts: { readonly label?: unknown; readonly description?: unknown }): readonly string[] {
  const fields = [{ name: 'a', type: 'text', ...texts }];
  const read = readContentModel({ space: 's', contentTypes: [{ name: 'book', fields }] });
  return 'problems' in read ? read.problems.map(({ path, reason }) => `${path}: ${reason}`) : [];
}

describe('label and description', () => {
  it('of types, fields, images, inverses and locales › are in the model, also in the model of a locale', () => {
    const model = readModel(shop(TEXTS));
    for (const read of [model, localModel(model, 1)]) {
      expect(read.locales.map(({ label }) => label)).toEqual(['English', undefined]);
      expect(read.contentTypes.get('book')).toMatchObject(TEXTS);
      for (const field of read.contentTypes.get('book')?.fields ?? []) expect(field).toMatchObject(TEXTS);
      expect(read.contentTypes.get('author')?.fieldByName.get('books')).toMatchObject(TEXTS);
      expect(read.contentTypes.get('author')).not.toHaveProperty('label');
    }
  });

  it('written as JSON and read again › are equal', () => {
    const model = readModel(shop(TEXTS));
    expect(readModel(JSON.parse(JSON.stringify(contentModelToJson(model))))).toEqual(model);
  });

  it('removed from the JSON › gives the JSON of the model without them', () => {
    const withoutTexts = JSON.stringify(withoutDescriptiveTexts(contentModelToJson(readModel(shop(TEXTS)))));
    expect(withoutTexts).toBe(JSON.stringify(contentModelToJson(readModel(shop()))));
    expect(servedModelToJson(readModel(shop(TEXTS)))).toEqual(servedModelToJson(readModel(shop())));
  });

  it('spaces around them, and empty ones › are not kept', () => {
    const model = readModel(shop({ label: '  The book ', description: ' \n ' }));
    expect(model.contentTypes.get('book')?.label).toBe('The book');
    expect(model.contentTypes.get('book')).not.toHaveProperty('description');
  });

  it.each<[string, Parameters<typeof problemsOf>[0], string]>([
    ['no text', { label: 1 }, 'label: 1 is not a text; a label is a string'],
    ['201 characters', { label: '😀'.repeat(201) }, 'label: the label has 201 characters; write at most 200'],
    [
      '5,001 characters',
      { description: 'x'.repeat(5001) },
      'description: the description has 5001 characters; write at most 5000',
    ],
    ['two lines', { label: 'a\nb' }, 'label: a label is one line; write the other lines into the description'],
    ['a NUL', { description: 'a\0b' }, 'description: the description contains the control character U+0000; remove it'],
    [
      'a change of direction',
      { label: 'a\u202eb' },
      'label: the label contains the control character U+202E; remove it',
    ],
    ['half a pair', { label: '\ud800' }, 'label: the label contains half a surrogate pair; write the whole character'],
  ])('%s › is refused', (_, texts, problem) => {
    expect(problemsOf(texts)).toEqual([`contentTypes[0].fields[0].${problem}`]);
  });

  it('at the limits › are valid', () => {
    expect(problemsOf({ label: '😀'.repeat(200), description: `${'x\t\n'.repeat(1666)}xx` })).toEqual([]);
  });

  it('changed › break no client and change no answer, but are named', () => {
    const [before, after] = [readModel(shop()), readModel(shop(TEXTS))];
    expect(breakingChanges({ model: before }, { model: after })).toEqual([]);
    expect(compareModels(before, after)).toEqual([]);
    expect(findChangedTexts(before, after)).toEqual([
      'locale en',
      'book',
      'book.title',
      'book.cover',
      'book.author',
      'author.books',
    ]);
    expect(findChangedTexts(after, after)).toEqual([]);
  });
});

describe('cleanDescriptiveText', () => {
  it('any text › becomes a valid text, or none', () => {
    expect(cleanDescriptiveText('label', ' Two\r\nlines\0 \u202e ')).toBe('Two lines');
    expect(cleanDescriptiveText('label', ' \n\u0007 ')).toBeUndefined();
    expect(cleanDescriptiveText('description', 'Two\r\nlines\u2028and\u0007 one')).toBe('Two\nlines\nand  one');
    expect([...(cleanDescriptiveText('label', '😀'.repeat(300)) ?? '')]).toHaveLength(200);
    for (const text of ['\ud800', '😀'.repeat(201), 'a\u2029b\0'.repeat(99)]) {
      expect(problemsOf({ label: cleanDescriptiveText('label', text) })).toEqual([]);
      expect(problemsOf({ description: cleanDescriptiveText('description', text.repeat(60)) })).toEqual([]);
    }
  });
});
