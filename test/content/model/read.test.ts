/**
 * `model.json` → content model and back: a valid model in both forms, and a table of mistakes with the message of each.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ContentModel,
  contentModelToJson,
  FIELD_TYPES,
  isFolded,
  readContentModel,
} from '../../../src/content/model/index.js';
import { amount } from '../../../testing/amount.js';

const bookshop = {
  space: 'bookshop',
  contentTypes: [
    {
      name: 'book',
      label: 'Book',
      description: 'What we sell',
      fields: [
        { name: 'title', type: 'text', label: 'Title' },
        { name: 'price', type: 'decimal', precision: 2 },
        { name: 'published', type: 'dateTime', format: 'date' },
        { name: 'updated', type: 'dateTime' },
        { name: 'genre', type: 'select', options: ['Fiction', 'Technology'] },
        { name: 'author', type: 'relationship', to: 'author', many: false },
        { name: 'mentions', type: 'relationship', to: ['author', 'book'], many: true, limit: 5 },
        { name: 'cover', type: 'image' },
      ],
    },
    { name: 'author', fields: [{ name: 'name', type: 'text' }] },
  ],
};

function modelOf(value: unknown): ContentModel {
  const read = readContentModel(value);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.model;
}

function problemsOf(value: unknown): readonly string[] {
  const read = readContentModel(value);
  return 'problems' in read ? read.problems.map(({ path, reason }) => `${path}: ${reason}`) : [];
}

const withFields = (...fields: unknown[]) => ({ space: 's', contentTypes: [{ name: 'book', fields }] });

describe('readContentModel › a valid model', () => {
  it('keeps the order, fills in defaults and keeps labels', () => {
    const model = modelOf(bookshop);
    expect(model.space).toBe('bookshop');
    expect([...model.contentTypes.keys()]).toEqual(['book', 'author']);
    const book = model.contentTypes.get('book');
    expect(book).toMatchObject({ label: 'Book', description: 'What we sell' });
    expect(book?.fields[0]).toEqual({ name: 'title', type: 'text', label: 'Title' });
    expect(book?.fieldByName.get('updated')).toEqual({ name: 'updated', type: 'dateTime', format: 'dateTime' });
    expect(book?.fieldByName.get('author')).toEqual({
      name: 'author',
      type: 'relationship',
      to: ['author'],
      many: false,
    });
    expect(book?.relationships.map((field) => field.name)).toEqual(['author', 'mentions']);
  });

  it('is frozen, with its fields', () => {
    const genre = modelOf(bookshop).contentTypes.get('book')?.fieldByName.get('genre');
    expect(Object.isFrozen(genre)).toBe(true);
    expect(genre?.type === 'select' && Object.isFrozen(genre.options)).toBe(true);
  });

  it('from Maps › is the same model', () => {
    const toMaps = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(toMaps);
      if (typeof value !== 'object' || value === null) return value;
      return new Map(Object.entries(value).map(([key, member]) => [key, toMaps(member)]));
    };
    expect(modelOf(toMaps(bookshop))).toEqual(modelOf(bookshop));
  });

  it('names that objects inherit › are ordinary names', () => {
    const fields = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'].map((name) => ({ name, type: 'text' }));
    const model = modelOf({ space: 's', contentTypes: [{ name: 'constructor', fields }] });
    expect(model.contentTypes.get('constructor')?.fields).toHaveLength(4);
    expect(model.contentTypes.has('toString')).toBe(false);
  });
});

describe('readContentModel › a mistake', () => {
  it.each<[title: string, value: unknown, problems: readonly (string | RegExp)[]]>([
    [
      'a folding that does not exist',
      { space: 's', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'text', fold: 'accent' }] }] },
      [
        'contentTypes[0].fields[0].fold: "accent" is not a fold; write true to ignore upper and lower case, or "accents" to ignore accents and other marks too',
      ],
    ],
    [
      'a folding of accents on a list, and on a number',
      {
        space: 's',
        contentTypes: [
          {
            name: 'a',
            fields: [
              { name: 'b', type: 'text', many: true, fold: 'accents' },
              { name: 'c', type: 'integer', fold: 'accents' },
            ],
          },
        ],
      },
      [
        /fields\[0\]\.fold: a field with "many" is only compared with equal values, so it takes no "fold"; remove it/,
        /fields\[1\]\.fold: a field of type integer takes no "fold"/,
      ],
    ],
    [
      'folding of what has no case',
      { space: 's', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'integer', fold: true }] }] },
      [
        /^contentTypes\[0\]\.fields\[0\]\.fold: a field of type integer takes no "fold", which is for markdown, select, text, textMultiline; keys are/,
      ],
    ],
    ['no object', [], [/^: an array is not an object; the model is an object with "space" and "contentTypes"$/]],
    ['nothing', undefined, [/^: it is missing; the model is/]],
    ['no space', { contentTypes: [{ name: 'a', fields: [] }] }, [/^space: the name is missing; a name has letters/]],
    [
      'a space with a slash',
      { space: 'a/b', contentTypes: [{ name: 'a', fields: [] }] },
      [/^space: "a\/b" is not a valid name;/],
    ],
    ['no content types', { space: 's' }, ['contentTypes: it is missing; contentTypes is an array of content types']],
    ['an object of types', { space: 's', contentTypes: {} }, [/^contentTypes: an object is not an array;/]],
    [
      'an empty array of types',
      { space: 's', contentTypes: [] },
      ['contentTypes: a model has at least one content type; add one'],
    ],
    [
      'an unknown key at the top',
      { space: 's', contentType: [], contentTypes: [{ name: 'a', fields: [] }] },
      [
        'contentType: the key "contentType" is unknown here; keys are space, language, search, locales, images, contentTypes, $schema. Did you mean "contentTypes"?',
      ],
    ],
    ['a type that is a text', { space: 's', contentTypes: ['book'] }, [/^contentTypes\[0\]: "book" is not an object;/]],
    [
      'a type without a name',
      { space: 's', contentTypes: [{ fields: [] }] },
      [/^contentTypes\[0\]\.name: the name is missing/],
    ],
    [
      'a name that begins with an underscore',
      { space: 's', contentTypes: [{ name: '_links', fields: [] }] },
      [/^contentTypes\[0\]\.name: "_links" is not a valid name/],
    ],
    [
      'a type without fields',
      { space: 's', contentTypes: [{ name: 'a' }] },
      ['contentTypes[0].fields: it is missing; fields is an array of fields'],
    ],
    [
      'two types of one name',
      {
        space: 's',
        contentTypes: [
          { name: 'a', fields: [] },
          { name: 'a', fields: [] },
        ],
      },
      ['contentTypes[1].name: there are two content types "a"; give each its own name'],
    ],
    [
      'a label that is no text',
      { space: 's', contentTypes: [{ name: 'a', label: 1, fields: [] }] },
      ['contentTypes[0].label: 1 is not a text; a label is a string'],
    ],
    ['a field that is null', withFields(null), [/^contentTypes\[0\]\.fields\[0\]: null is not an object;/]],
    [
      'a field name with a dot',
      withFields({ name: 'a.b', type: 'text' }),
      [/^contentTypes\[0\]\.fields\[0\]\.name: "a\.b" is not a valid name/],
    ],
    ['a field called id', withFields({ name: 'id', type: 'text' }), [/\.name: "id" is not a valid name/]],
    [
      'a field called __proto__',
      withFields({ name: '__proto__', type: 'text' }),
      [/\.name: "__proto__" is not a valid name/],
    ],
    ['a field name ending in -', withFields({ name: 'a-', type: 'text' }), [/\.name: "a-" is not a valid name/]],
    [
      'two fields of one name',
      withFields({ name: 'a', type: 'text' }, { name: 'a', type: 'image' }),
      ['contentTypes[0].fields[1].name: there are two fields "a"; give each its own name'],
    ],
    [
      'a field without a type',
      withFields({ name: 'a' }),
      [/\.type: the field has no type; field types are boolean, dateTime/],
    ],
    [
      'a misspelt type',
      withFields({ name: 'a', type: 'dateTme' }),
      [/\.type: "dateTme" is not a field type; .* Did you mean "dateTime"\?$/],
    ],
    [
      'a type objects inherit',
      withFields({ name: 'a', type: 'constructor' }),
      [/\.type: "constructor" is not a field type/],
    ],
    ['a type that is a number', withFields({ name: 'a', type: 3 }), [/\.type: 3 is not a field type;/]],
    [
      'a misspelt precision',
      withFields({ name: 'a', type: 'decimal', precison: 2 }),
      [
        /\.precison: the key "precison" is unknown here; keys are name, type, precision, .* Did you mean "precision"\?$/,
        /\.precision: a decimal needs a precision; write an integer from 0 to 100$/,
      ],
    ],
    [
      'a precision of 101',
      withFields({ name: 'a', type: 'decimal', precision: 101 }),
      [/\.precision: 101 is not a precision/],
    ],
    [
      'a negative precision',
      withFields({ name: 'a', type: 'decimal', precision: -1 }),
      [/\.precision: -1 is not a precision/],
    ],
    [
      'half a precision',
      withFields({ name: 'a', type: 'decimal', precision: 1.5 }),
      [/\.precision: 1\.5 is not a precision/],
    ],
    [
      'a precision in quotes',
      withFields({ name: 'a', type: 'decimal', precision: '2' }),
      [/\.precision: "2" is not a precision/],
    ],
    [
      'a precision on an integer',
      withFields({ name: 'a', type: 'integer', precision: 2 }),
      [
        /\.precision: a field of type integer takes no "precision", which is for decimal; keys are name, type, unique, filter, sort, localized, label, description\.$/,
      ],
    ],
    [
      'many on a number',
      withFields({ name: 'a', type: 'integer', many: true }),
      [/\.many: a field of type integer takes no "many"/],
    ],
    [
      'a list of texts that is folded',
      withFields({ name: 'a', type: 'text', many: true, fold: true }),
      [/\.fold: a field with "many" is only compared with equal values, so it takes no "fold"; remove it$/],
    ],
    [
      'an option of a file',
      withFields({ name: 'a', type: 'file', many: true }),
      [
        /\.many: a field of type file takes no "many", which is for image, relationship, select, text; keys are name, type/,
      ],
    ],
    [
      'an unknown format',
      withFields({ name: 'a', type: 'dateTime', format: 'time' }),
      [/\.format: "time" is not a format; write "date" or "dateTime"$/],
    ],
    [
      'a select without options',
      withFields({ name: 'a', type: 'select' }),
      [/\.options: it is missing; write an array of at least one option$/],
    ],
    [
      'a select with no option',
      withFields({ name: 'a', type: 'select', options: [] }),
      [/\.options: the array is empty;/],
    ],
    [
      'an empty option',
      withFields({ name: 'a', type: 'select', options: ['x', ''] }),
      [/\.options\[1\]: "" is not a valid option; write a non-empty text$/],
    ],
    [
      'an option twice',
      withFields({ name: 'a', type: 'select', options: ['x', 'x'] }),
      [/\.options\[1\]: the option "x" appears twice$/],
    ],
    [
      'an option that is a number',
      withFields({ name: 'a', type: 'select', options: [1] }),
      [/\.options\[0\]: 1 is not a valid option/],
    ],
    [
      'a relationship to nothing',
      withFields({ name: 'a', type: 'relationship' }),
      [
        /\.to: a relationship needs "to"; write the content type that the relationship leads to, or an array of several\. Content types are book$/,
      ],
    ],
    [
      'a relationship to an empty array',
      withFields({ name: 'a', type: 'relationship', to: [] }),
      [/\.to: the array is empty/],
    ],
    [
      'a relationship to an unknown type',
      withFields({ name: 'a', type: 'relationship', to: 'boook' }),
      [/\.to: there is no content type "boook"; content types are book\. Did you mean "book"\?$/],
    ],
    [
      'one unknown type of two',
      withFields({ name: 'a', type: 'relationship', to: ['book', 'shop'] }),
      [/\.to\[1\]: there is no content type "shop"/],
    ],
    [
      'a target twice',
      withFields({ name: 'a', type: 'relationship', to: ['book', 'book'] }),
      [/\.to\[1\]: the content type "book" appears twice$/],
    ],
    [
      'a limit that is none',
      withFields({ name: 'a', type: 'relationship', to: 'book', many: true, limit: 1001 }),
      [/\.limit: 1001 is not a limit; write an integer from 1 to 1000$/],
    ],
    ...[0, -1, 2.5, '5'].map((limit): [string, unknown, RegExp[]] => [
      `the limit ${JSON.stringify(limit)}`,
      withFields({ name: 'a', type: 'relationship', to: 'book', many: true, limit }),
      [/\.limit: .* is not a limit; write an integer from 1 to 1000$/],
    ]),
    [
      'a limit of one item',
      withFields({ name: 'a', type: 'relationship', to: 'book', limit: 5 }),
      [/\.limit: one item is included; leave "limit" out/],
    ],
    [
      'a unique field of another type',
      withFields({ name: 'a', type: 'boolean', unique: true }),
      [/\.unique: a field of type boolean takes no "unique", which is for integer, select, text; keys are name, type/],
    ],
    [
      'a unique list',
      withFields({ name: 'a', type: 'text', many: true, unique: true }),
      [/\.unique: a list has several values; leave "unique" or "many" out$/],
    ],
    [
      'a unique that is a text',
      withFields({ name: 'a', type: 'text', unique: 'yes' }),
      [/\.unique: "yes" is neither true nor false; write one of them$/],
    ],
    [
      'a page of one item',
      withFields({ name: 'a', type: 'relationship', to: 'book', page: { limit: 5 } }),
      [/\.page: a to-one relationship has no page; leave "page" out, or write "many": true$/],
    ],
    [
      'a page of an attribute',
      withFields({ name: 'a', type: 'text', page: { limit: 5 } }),
      [/\.page: a field of type text takes no "page", which is for relationship; keys are/],
    ],
    [
      'a page that is a number',
      withFields({ name: 'a', type: 'relationship', to: 'book', many: true, page: 5 }),
      [/\.page: 5 is not an object; write \{"limit": 5\}$/],
    ],
    [
      'a page with another key',
      withFields({ name: 'a', type: 'relationship', to: 'book', many: true, page: { limit: 5, skip: 1 } }),
      [/\.page\.skip: the key "skip" is unknown here; keys are limit\.$/],
    ],
    ...[undefined, 0, 1001, 2.5, '5'].map((limit): [string, unknown, RegExp[]] => [
      `a page with the limit ${JSON.stringify(limit)}`,
      withFields({ name: 'a', type: 'relationship', to: 'book', many: true, page: { limit } }),
      [/\.page\.limit: .*(?:is not a limit|the page has no limit); write an integer from 1 to 1000$/],
    ]),
    [
      'a many that is a text',
      withFields({ name: 'a', type: 'relationship', to: 'book', many: 'yes' }),
      [/\.many: "yes" is neither true nor false; write one of them$/],
    ],
    [
      'a search on a number',
      withFields({ name: 'a', type: 'integer', search: true }),
      [
        /\.search: a field of type integer takes no "search", which is for markdown, select, text, textMultiline; keys are name, type, unique, filter, sort, localized, label, description\.$/,
      ],
    ],
    [
      'a search that is a number',
      withFields({ name: 'a', type: 'text', search: 3 }),
      [/\.search: 3 is not an object; write true, false or an object such as \{"weight": 3, "phrases": true\}$/],
    ],
    [
      'a weight of nothing',
      withFields({ name: 'a', type: 'markdown', search: { weight: 0 } }),
      [/\.search\.weight: 0 is not a weight; write a number above 0, at most 100$/],
    ],
    [
      'a weight that is too great',
      withFields({ name: 'a', type: 'select', options: ['x'], search: { weight: 101 } }),
      [/\.search\.weight: 101 is not a weight/],
    ],
    [
      'phrases that are neither there nor not',
      withFields({ name: 'a', type: 'text', search: { phrases: 'all' } }),
      [/\.search\.phrases: "all" is neither true nor false; write one of them$/],
    ],
    [
      'a weight of a type of which nothing is searched',
      { space: 's', contentTypes: [{ name: 'book', search: { weight: 2 }, fields: [{ name: 'a', type: 'text' }] }] },
      [
        /^contentTypes\[0\]\.search: no field of the type is searched, so its items have no weight; leave "search" out$/,
      ],
    ],
    [
      'a weight of a type that is none',
      {
        space: 's',
        contentTypes: [{ name: 'book', search: true, fields: [{ name: 'a', type: 'text', search: true }] }],
      },
      [/^contentTypes\[0\]\.search: true is not an object; write \{"weight": <number>\}; which fields are searched/],
    ],
    [
      'a misspelt weight',
      withFields({ name: 'a', type: 'textMultiline', search: { wieght: 2 } }),
      [
        /\.search\.wieght: the key "wieght" is unknown here; keys are weight, phrases, stems, typos\. Did you mean "weight"\?$/,
      ],
    ],
    [
      'a schema that is no text',
      { $schema: 1, space: 'shop', contentTypes: [{ name: 'book', fields: [] }] },
      [/^\$schema: 1 is not a text; write the address of the schema of model\.json$/],
    ],
    [
      'an unknown language',
      { space: 'shop', language: 'eng', contentTypes: [{ name: 'book', fields: [] }] },
      [/^language: "eng" is not a language .* languages are da, de, en, .*Did you mean "en"\?$/],
    ],
    [
      'several at once',
      withFields({ name: '1', type: 'txt' }, { name: 'ok', type: 'text', descripton: '' }),
      [
        /fields\[0\]\.name/,
        /fields\[0\]\.type.*Did you mean "text"/,
        /fields\[1\]\.descripton.*Did you mean "description"/,
      ],
    ],
  ])('%s › is reported with its path', (_title, value, expected) => {
    const problems = problemsOf(value);
    expect(problems).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(problems[index]).toMatch(pattern);
  });
});

describe('a relationship to many types', () => {
  const modelWith = (count: number): unknown => {
    const types = Array.from({ length: count }, (_, index) => ({ name: `t${index}`, fields: [] }));
    const to = types.map(({ name }) => name);
    const hub = { name: 'hub', fields: [{ name: 'any', type: 'relationship', to, many: true }] };
    return { space: 's', contentTypes: [...types, hub] };
  };

  it('255 types › are read', () => {
    expect(modelOf(modelWith(255)).contentTypes.get('hub')?.relationships[0]?.to).toHaveLength(255);
  });

  it('256 types › are reported with their path', () => {
    expect(problemsOf(modelWith(256))).toEqual([
      'contentTypes[256].fields[0].to: the relationship leads to 256 types; it may lead to 255 at most',
    ]);
  });
});

describe('contentModelToJson', () => {
  it('writes every option, with keys in a fixed order', () => {
    expect(JSON.stringify(contentModelToJson(modelOf(bookshop)).contentTypes[0]?.fields.slice(3, 7))).toBe(
      '[{"name":"updated","type":"dateTime","format":"dateTime"},' +
        '{"name":"genre","type":"select","options":["Fiction","Technology"]},' +
        '{"name":"author","type":"relationship","to":["author"],"many":false},' +
        '{"name":"mentions","type":"relationship","to":["author","book"],"many":true,"limit":5}]',
    );
  });

  it('writes "fold" only if it is true, so a model without it stays unchanged', () => {
    const fields = [
      { name: 'a', type: 'text', fold: true },
      { name: 'b', type: 'markdown', fold: false },
      { name: 'c', type: 'select', options: ['x'], fold: true },
      { name: 'd', type: 'textMultiline' },
    ];
    const model = modelOf({ space: 's', contentTypes: [{ name: 't', fields }] });
    expect([...(model.contentTypes.get('t')?.fields ?? [])].map(isFolded)).toEqual([true, false, true, false]);
    expect(JSON.stringify(contentModelToJson(model).contentTypes[0]?.fields)).toBe(
      '[{"name":"a","type":"text","fold":true},{"name":"b","type":"markdown"},' +
        '{"name":"c","type":"select","options":["x"],"fold":true},{"name":"d","type":"textMultiline"}]',
    );
  });

  it('any model, written and read again › is equal and has the same JSON', () => {
    const name = fc
      .stringMatching(/^[a-z][a-z0-9_-]{0,6}[a-z0-9]$/)
      .filter((text) => !['id', 'type', 'lid', 'links'].includes(text));
    const typeNames = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
    const models = typeNames.chain((types) => {
      const targets = fc.subarray(types, { minLength: 1 });
      const field = fc.tuple(name, fc.constantFrom(...FIELD_TYPES)).chain(([fieldName, type]) => {
        const base = { name: fieldName, type };
        switch (type) {
          case 'decimal':
            return fc.record({ precision: fc.integer({ min: 0, max: 100 }) }).map((option) => ({ ...base, ...option }));
          case 'dateTime':
            return fc
              .record({ format: fc.constantFrom('date', 'dateTime') }, { requiredKeys: [] })
              .map((option) => ({ ...base, ...option }));
          case 'select':
            return fc
              .record(
                { options: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }), fold: fc.boolean() },
                { requiredKeys: ['options'] },
              )
              .map((option) => ({ ...base, ...option }));
          case 'image':
            return fc.record({ many: fc.boolean() }, { requiredKeys: [] }).map((option) => ({ ...base, ...option }));
          case 'text':
            return fc
              .constantFrom({}, { fold: true }, { fold: false, many: true }, { many: false })
              .map((option) => ({ ...base, ...option }));
          case 'markdown':
          case 'textMultiline':
            return fc.record({ fold: fc.boolean() }, { requiredKeys: [] }).map((option) => ({ ...base, ...option }));
          case 'relationship':
            return fc
              .record({ to: targets, many: fc.boolean() }, { requiredKeys: ['to'] })
              .map((option) => ({ ...base, ...option }));
          default:
            return fc.constant(base);
        }
      });
      const fields = fc.uniqueArray(field, { selector: (one) => one.name });
      return fc.tuple(name, ...types.map(() => fields)).map(([space, ...fieldsByType]) => ({
        space,
        contentTypes: types.map((type, index) => ({ name: type, fields: fieldsByType[index] })),
      }));
    });
    fc.assert(
      fc.property(models, (value) => {
        const model = modelOf(value);
        const json = contentModelToJson(model);
        expect(modelOf(json)).toEqual(model);
        expect(JSON.stringify(contentModelToJson(modelOf(JSON.parse(JSON.stringify(json)))))).toBe(
          JSON.stringify(json),
        );
      }),
      { seed: 4, numRuns: amount(300, 60) },
    );
  });
});

describe('search', () => {
  const fields = [
    { name: 'title', type: 'text', search: { weight: 3 } },
    { name: 'body', type: 'markdown', search: true },
    { name: 'notes', type: 'textMultiline', search: false },
    { name: 'kind', type: 'select', options: ['x'], search: { phrases: false } },
    { name: 'quote', type: 'text', search: { phrases: true } },
    { name: 'number', type: 'text', search: { stems: false, typos: false } },
    { name: 'sku', type: 'text' },
  ];
  const value = { space: 'shop', language: 'fr', contentTypes: [{ name: 'book', fields }] };

  it('searched fields › are listed with their weights, and whether positions are stored', () => {
    const type = modelOf(value).contentTypes.get('book');
    expect(type?.search?.language).toBe('fr');
    expect(
      type?.search?.fields.map(({ field, weight, hasPositions, mark }) => [field.name, weight, hasPositions, mark]),
    ).toEqual([
      ['title', 3, false, ''],
      ['body', 1, false, ''],
      ['kind', 1, false, ''],
      ['quote', 1, true, ''],
      ['number', 1, false, '#'],
    ]);
  });

  it('a type without searched fields › has no search', () => {
    const model = modelOf({ space: 'shop', contentTypes: [{ name: 'book', fields: [{ name: 'sku', type: 'text' }] }] });
    expect(model.contentTypes.get('book')?.search).toBeUndefined();
    expect(model.language).toBeUndefined();
  });

  it('search options, written and read again › are equal', () => {
    const json = contentModelToJson(modelOf(value));
    expect(contentModelToJson(modelOf(JSON.parse(JSON.stringify(json))))).toEqual(json);
    expect(JSON.stringify(json)).toContain('"language":"fr"');
    expect(JSON.stringify(json)).toContain('{"name":"sku","type":"text"}');
    expect(JSON.stringify(json)).toContain('"options":["x"],"search":{"weight":1}}');
    expect(JSON.stringify(json)).toContain('"search":{"weight":1,"phrases":true}');
  });
});
