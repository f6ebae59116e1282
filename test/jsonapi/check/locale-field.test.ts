/**
 * The locale field in requests: what a filter and a facet accept, and the problems of spaces and types without locales.
 */
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import { contentModel, contentType, type Field } from '../../../src/content/model/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';

const locales = [
  { code: 'en', fallback: undefined, language: undefined },
  { code: 'de-CH', fallback: 'en', language: undefined },
];
const title: Field = { name: 'title', type: 'text', localized: true };
const links: Field = { name: 'links', type: 'relationship', to: ['book', 'author'], many: true };
const model = contentModel(
  'shop',
  [
    contentType(
      'book',
      [title, { name: 'author', type: 'relationship', to: ['author'], many: false }],
      undefined,
      locales,
    ),
    contentType(
      'author',
      [{ name: 'books', type: 'relationship', to: ['book'], many: true }, links],
      undefined,
      locales,
    ),
  ],
  undefined,
  locales,
);
const plain = contentModel('shop', [contentType('book', [{ name: 'title', type: 'text' }])]);

function problem(path: string, search: string, of = model): string {
  try {
    parseRequest(of, path, search);
  } catch (error) {
    if (error instanceof RequestError) return error.problems.map(({ code, detail }) => `${code} ${detail}`).join('\n');
    throw error;
  }
  return 'accepted';
}

const text = (value: string) => ({ kind: 'text', bytes: new TextEncoder().encode(value) });

describe('filter[_locale]', () => {
  it('a code in another case › the condition has the code as the model spells it', () => {
    expect(parseRequest(model, '/book', 'filter[_locale][_eq]=DE-ch')).toMatchObject({
      filter: { kind: 'condition', field: '_locale', operator: '_eq', operand: text('de-CH') },
    });
    expect(parseRequest(model, '/book', 'filter[_locale][_in]=EN,de-CH')).toMatchObject({
      filter: { operator: '_in', operand: { kind: 'list', values: [text('en'), text('de-CH')] } },
    });
  });

  it('behind a relationship and in groups › is accepted', () => {
    expect(parseRequest(model, '/author', 'filter[books][_locale][_eq]=en')).toMatchObject({
      filter: { kind: 'through', relationship: 'books', child: { field: '_locale' } },
    });
    expect(parseRequest(model, '/book', 'filter[_NOT][][_locale][_eq]=en')).toMatchObject({ filter: { kind: 'not' } });
    expect(parseRequest(model, '/book', 'filter[_OR][1][_locale][_eq]=en')).toMatchObject({
      filter: { field: '_locale' },
    });
  });

  it('a locale that does not exist › the problem names the locales', () => {
    const detail = 'There is no locale "fr" here. The locales are: en, de-CH; the default is en.';
    expect(problem('/book', 'filter[_locale][_eq]=fr')).toBe(`InvalidValue ${detail}`);
    expect(problem('/book', 'filter[_locale][_in]=en,fr')).toBe(`InvalidValue ${detail}`);
    expect(problem('/book', 'filter[_locale][_eq]=de-CK')).toContain('Did you mean "de-CH"?');
  });

  it('a space without locales › the problem says so', () => {
    expect(problem('/book', 'filter[_locale][_eq]=en', plain)).toBe(
      'InvalidParameter This space has no locales, so no item has values of its own in one. Leave "filter[_locale][_eq]" out.',
    );
  });

  it('a type without localized fields › the problem names the type, also among several types', () => {
    const reason =
      '"author" has no localized field, so no item there has values of its own in a locale: every locale shows the same.';
    expect(problem('/author', 'filter[_locale][_eq]=en')).toBe(
      `InvalidParameter ${reason} Leave "filter[_locale][_eq]" out.`,
    );
    expect(problem('/author', 'filter[links][_locale][_eq]=en')).toContain(reason);
    expect(problem('/author', 'filter[links][type][_eq]=book&filter[links][_locale][_eq]=en')).toBe('accepted');
  });

  it('another operator › the problem names the two that there are, and how to negate', () => {
    expect(problem('/book', 'filter[_locale][_nin]=en')).toBe(
      'UnsupportedOperator The operator "_nin" is unsupported on "_locale": an item may have several values, and a filter can only test whether one of them is equal. To select items without the value, write filter[_NOT][][_locale][_in]=<value>. "_locale" (select) takes _eq, _in.',
    );
    expect(problem('/book', 'filter[_locale][_exists]=true')).toContain('"_locale" (select) takes _eq, _in.');
  });

  it('no operator, and misspelt names › the problem names the form', () => {
    expect(problem('/book', 'filter[_locale]=en')).toContain('write filter[_locale][_eq]=en.');
    expect(problem('/book', 'filter[_local][_eq]=en')).toContain('Did you mean "_locale"?');
    expect(problem('/book', 'filter[locale][_eq]=en')).toContain('Did you mean "_locale"?');
  });
});

describe('other parameters with _locale', () => {
  it('_facet › is accepted for types with localized fields, also behind relationships', () => {
    expect(problem('/book', '_facet[_locale]=5')).toBe('accepted');
    expect(problem('/author', '_facet[books._locale]=5')).toBe('accepted');
    expect(problem('/author', '_facet[_locale]=5')).toContain('"author" has no localized field');
    expect(problem('/book', '_facet[_locale]=5', plain)).toContain('This space has no locales');
  });

  it('sort, statistics and fieldsets › are refused', () => {
    expect(problem('/book', 'sort=_locale')).toBe(
      'InvalidParameter A list cannot be sorted by "_locale": an item may have values of its own in several locales.',
    );
    expect(problem('/book', '_stats=_locale')).toContain('There are no statistics of "_locale"');
    expect(problem('/book', 'fields[book]=_locale')).toContain('"book" has no field "_locale"');
  });
});
