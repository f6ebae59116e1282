/**
 * Locales in `model.json`: valid ones, the message of each mistake, and content types with locales.
 */
import { describe, expect, it } from 'vitest';
import {
  type ContentModel,
  contentModelToJson,
  fallbackChains,
  localePlace,
  localModel,
  localSearch,
  readContentModel,
  storedFields,
  storedType,
} from '../../../src/content/model/index.js';

const fields = [
  { name: 'title', type: 'text', localized: true, search: true },
  { name: 'pages', type: 'integer' },
  { name: 'parts', type: 'relationship', to: 'book', many: true, localized: true },
];

const withLocales = (locales: unknown, more: object = {}) => ({
  space: 's',
  locales,
  ...more,
  contentTypes: [
    { name: 'book', fields },
    { name: 'plain', fields: [{ name: 'name', type: 'text', search: true }] },
  ],
});

const three = [
  { code: 'de-CH', fallback: 'de' },
  { code: 'en', default: true },
  { code: 'de', fallback: 'en', language: 'none' },
];

function modelOf(value: unknown): ContentModel {
  const read = readContentModel(value);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.model;
}

function problemsOf(value: unknown): readonly string[] {
  const read = readContentModel(value);
  return 'problems' in read ? read.problems.map(({ path, reason }) => `${path}: ${reason}`) : [];
}

describe('valid locales', () => {
  const model = modelOf(withLocales(three));
  const book = model.contentTypes.get('book')!;

  it('are read with the default locale first, each with the language of its code unless it names another', () => {
    expect(model.locales).toEqual([
      { code: 'en', fallback: undefined, language: 'en' },
      { code: 'de-CH', fallback: 'de', language: 'de' },
      { code: 'de', fallback: 'en', language: undefined },
    ]);
    expect(model.language).toBe('en');
    expect(modelOf(withLocales([{ code: 'nb' }, { code: 'tlh' }])).locales.map(({ language }) => language)).toEqual([
      'no',
      undefined,
    ]);
  });

  it('written and read again › are equal', () => {
    const json = contentModelToJson(model);
    expect(json).not.toHaveProperty('language');
    expect(contentModelToJson(modelOf(JSON.parse(JSON.stringify(json))))).toEqual(json);
    expect(modelOf(JSON.parse(JSON.stringify(json)))).toEqual(model);
  });

  it('without a value › use the chain of fallbacks', () => {
    expect(fallbackChains(model.locales)).toEqual([[0], [1, 2, 0], [2, 0]]);
  });

  it('a localized field › has one stored field per locale', () => {
    expect(storedFields(book).map(({ field, place, locale }) => [field.name, place, locale])).toEqual([
      ['title', 0, 0],
      ['title@de-CH', 0, 1],
      ['title@de', 0, 2],
      ['pages', 1, 0],
      ['parts', 2, 0],
      ['parts@de-CH', 2, 1],
      ['parts@de', 2, 2],
    ]);
    expect(storedType(book).relationships.map(({ name, to }) => [name, to])).toEqual([
      ['parts', ['book']],
      ['parts@de-CH', ['book']],
      ['parts@de', ['book']],
    ]);
  });

  it('a type without localized fields › stays unchanged', () => {
    const plain = model.contentTypes.get('plain')!;
    expect(plain.locales).toEqual([]);
    expect(storedType(plain)).toBe(plain);
    expect(localModel(model, 1).contentTypes.get('plain')).toBe(plain);
  });

  it('each locale › is searched in its language', () => {
    expect(localSearch(book, 0)).toBeUndefined();
    expect(localSearch(book, 1)).toMatchObject({ language: 'de', fields: [{ field: { name: 'title@de-CH' } }] });
    expect(localModel(model, 1).contentTypes.get('book')?.search?.language).toBe('de');
    expect(localModel(model, 2).contentTypes.get('book')?.search?.language).toBeUndefined();
  });

  it('a code in any case › finds its locale', () => {
    expect(['de-CH', 'DE-ch', 'En', 'fr', ''].map((code) => localePlace(model.locales, code))).toEqual([
      1, 1, 0, -1, -1,
    ]);
  });
});

describe('invalid locales', () => {
  it.each<[string, unknown, string]>([
    ['no array', 'en', 'locales: "en" is not an array; locales is an array such as [{"code": "en", "default": true}]'],
    ['none', [], 'locales: there are no locales; leave "locales" out, or name at least one'],
    [
      'a code that is none',
      [{ code: 'en_US' }],
      'locales[0].code: "en_US" is not a locale code; write a language tag of BCP 47, such as "en" or "de-CH"',
    ],
    [
      'no code',
      [{ default: true }],
      'locales[0].code: the code is missing; write a language tag of BCP 47, such as "en" or "de-CH"',
    ],
    [
      'one code twice',
      [{ code: 'de-CH' }, { code: 'de-ch' }],
      'locales[1].code: the locale "de-ch" is in locales[0] already',
    ],
    [
      'two defaults',
      [
        { code: 'en', default: true },
        { code: 'de', default: true },
      ],
      'locales: en, de are each the default locale; there is one',
    ],
    [
      'a fallback that is not there',
      [{ code: 'en' }, { code: 'de', fallback: 'eng' }],
      'locales[1].fallback: there is no locale "eng" to fall back to; locales are en, de. Did you mean "en"?',
    ],
    [
      'a fallback to itself',
      [{ code: 'en', fallback: 'en' }],
      'locales[0].fallback: the fallbacks go round in a circle: "en" → "en"; one of them needs no fallback',
    ],
    [
      'an unknown language',
      [{ code: 'en', language: 'klingon' }],
      'locales[0].language: "klingon" is not a language that texts can be searched in; languages are da, de, en, es, fi, fr, it, nl, no, pt, sv, and without a language, words are searched as they are written.',
    ],
    [
      'an unknown key',
      [{ code: 'en', name: 'x' }],
      'locales[0].name: the key "name" is unknown here; keys are code, default, fallback, language, search, label.',
    ],
  ])('%s › is reported', (_, locales, expected) => {
    expect(problemsOf(withLocales(locales)).filter((problem) => problem.startsWith('locales'))).toEqual([expected]);
  });

  it('a circle of fallbacks › is reported for each of its locales', () => {
    const circle = [
      { code: 'en', fallback: 'de' },
      { code: 'de', fallback: 'en' },
      { code: 'fr', fallback: 'de' },
    ];
    expect(problemsOf(withLocales(circle))).toEqual([
      'locales[0].fallback: the fallbacks go round in a circle: "en" → "de" → "en"; one of them needs no fallback',
      'locales[1].fallback: the fallbacks go round in a circle: "de" → "en" → "de"; one of them needs no fallback',
    ]);
  });

  it('a language next to locales › is reported', () => {
    expect(problemsOf(withLocales([{ code: 'en' }], { language: 'en' }))).toEqual([
      'language: a model with locales has a language for each: write it into "locales"',
    ]);
  });

  it('a localized field without locales › is reported', () => {
    const { locales: _, ...model } = withLocales([]);
    expect(problemsOf(model)[0]).toMatch(
      /^contentTypes\[0\]\.fields\[0\]\.localized: the model has no locales; name them/,
    );
  });
});
