/**
 * Labels and descriptions in OpenAPI and in the comments of the types, hostile ones too.
 */
import { describe, expect, it } from 'vitest';
import { type ContentModel, contentModel, contentType, readContentModel } from '../../../src/content/model/index.js';
import { escapeMarkdown } from '../descriptive-texts.js';
import { openApi } from '../openapi/document.js';
import { isObject, type Json } from '../schema/json-schema.js';
import { writeContentTypes } from '../types/write-types.js';

const HOSTILE = {
  label: '*/ alert(1) /* <b> {@link x}',
  description: '@deprecated */ `a`\n[x](javascript:1) &lt; a * b',
};

/** @param texts of the type, its fields and its inverse */
function readShop(texts: object): ContentModel {
  const read = readContentModel({
    space: 'shop',
    locales: [{ code: 'en', label: 'English' }, { code: 'de' }],
    contentTypes: [
      {
        name: 'book',
        ...texts,
        fields: [
          { name: 'made', type: 'integer', ...texts },
          { name: 'price', type: 'decimal', precision: 2, ...texts },
          { name: 'author', type: 'relationship', to: 'author', ...texts, inverse: { name: 'books', ...texts } },
        ],
      },
      { name: 'author', fields: [{ name: 'name', type: 'text' }] },
    ],
  });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.model;
}

const describeShop = (model: ContentModel) => openApi(model, { base: '/', profile: '/profile', keys: false });

/** @returns the member behind the path; undefined if there is none */
const memberAt = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((parent, key) => (isObject(parent) ? parent[key] : undefined), value);

const TEXTS = { label: 'Year of creation', description: 'As on the title page.\nNot of the edition.' };

describe('OpenAPI', () => {
  const description = describeShop(readShop(TEXTS));
  const schemas = memberAt(description, ['components', 'schemas']) ?? null;
  const book = ['BookResource'];

  it('labels are titles, and descriptions are descriptions, of types and fields', () => {
    const expected = { title: TEXTS.label, description: TEXTS.description };
    for (const path of [
      book,
      [...book, 'properties', 'attributes', 'properties', 'made'],
      [...book, 'properties', 'relationships', 'properties', 'author'],
      ['AuthorResource', 'properties', 'relationships', 'properties', 'books'],
    ]) {
      expect(memberAt(schemas, path), path.join('.')).toMatchObject(expected);
    }
    expect(memberAt(schemas, ['AuthorResource'])).not.toHaveProperty('title');
  });

  it('tags describe the types, and parameters name the fields by their labels', () => {
    expect(memberAt(description, ['tags'])).toEqual([
      { name: 'space', description: 'The whole space.' },
      { name: 'book', description: `${TEXTS.label}\n\n${TEXTS.description}` },
      { name: 'author', description: 'Items of author.' },
    ]);
    const parameters = JSON.stringify(memberAt(description, ['components', 'parameters']));
    expect(parameters).toContain('`made` (Year of creation)');
    expect(parameters).toContain('Fields of `book` (Year of creation) to show');
    expect(parameters).toContain('filtered and sorted. `en` (English).');
  });

  it('hostile texts › are escaped as Markdown, and end no comment', () => {
    const text = JSON.stringify(describeShop(readShop(HOSTILE)));
    expect(text).not.toContain('*/');
    expect(text).toContain(JSON.stringify(escapeMarkdown(HOSTILE.description)).slice(1, -1));
  });
});

describe('types', () => {
  it('labels and descriptions are comments of types, fields and conditions', () => {
    const text = writeContentTypes(readShop(TEXTS));
    const lines = `${TEXTS.label}\n\n${TEXTS.description}`;
    const indented = (paragraphs: string, indent: string): string =>
      `${indent}/**\n${paragraphs
        .split('\n')
        .map((line) => `${indent} * ${line}`.trimEnd())
        .join('\n')}\n${indent} */\n`;
    expect(text).toContain(
      `${indented(`${lines}\n\nAn item of book, as documents have it.`, '')}export interface Book {`,
    );
    expect(text).toContain(`${indented(lines, '  ')}  readonly made: number | null;`);
    expect(text).toContain(`${indented(lines, '  ')}  readonly author: ToOne<'author'>;`);
    expect(text).toContain('  /** Year of creation */\n  made?: IntegerOperators');
    expect(text).toContain('/** An item of author, as documents have it. */\nexport interface Author {');
  });

  it('hostile texts › end no comment and start no tag', () => {
    const text = writeContentTypes(readShop(HOSTILE));
    expect(text).not.toMatch(/\*\/ (alert|`a`)/);
    expect(text).not.toContain(' * @deprecated');
    expect(text).not.toContain('{@link x}');
    expect(text.match(/\*\//g)?.length).toBe(text.match(/\/\*\*/g)?.length);
  });

  it('without them › the comments are unchanged', () => {
    const plain = contentModel('s', [contentType('book', [{ name: 'made', type: 'integer' }])]);
    expect(writeContentTypes(plain)).toContain('export interface BookAttributes {\n  readonly made: number | null;\n}');
  });
});

describe('escapeMarkdown', () => {
  it.each([
    ['<b>a</b>', '\\<b>a\\</b>'],
    ['a */ b', 'a \\*\\/ b'],
    ['[x](y) `z` \\', '\\[x\\](y) \\`z\\` \\\\'],
    ['AT&T &amp; &#60;', 'AT&T \\&amp; \\&#60;'],
    ['@deprecated a@b {@link c}', '\\@deprecated a@b {\\@link c}'],
    ['in_print 5 - 10 (new)', 'in_print 5 - 10 (new)'],
  ])('%s', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });
});
