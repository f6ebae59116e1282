import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';

const search = { weight: 1 };
const model = contentModel(
  'shop',
  [
    contentType(
      'book',
      [
        { name: 'title', type: 'text', search },
        { name: 'pages', type: 'integer' },
        { name: 'author', type: 'relationship', to: ['author'], many: true },
        { name: 'sequels', type: 'relationship', to: ['book'], many: true },
      ],
      'en',
    ),
    contentType('author', [
      { name: 'name', type: 'text' },
      { name: 'born', type: 'integer' },
    ]),
    contentType('place', [{ name: 'height', type: 'integer' }]),
  ],
  'en',
);

const wordsOf = (path: string, query: string): readonly string[] | undefined => {
  const request = parseRequest(model, path, query);
  return 'words' in request ? request.words?.words.map(({ text }) => text) : undefined;
};

function problemOf(path: string, query: string): { code: string; detail: string } {
  try {
    parseRequest(model, path, query);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    expect(error.problems).toHaveLength(1);
    const [{ code, detail }] = error.problems as [{ code: string; detail: string }];
    return { code, detail };
  }
  throw new RangeError(`${path}?${query} has no mistake`);
}

describe('filter[_search]', () => {
  it('of a list › its words, separate from the filter', () => {
    expect(wordsOf('/book', 'filter[_search]=red%20the+dóor')).toEqual(['red', 'door']);
    const request = parseRequest(model, '/book', 'filter[_search]=red&filter[pages][_gt]=3');
    expect(request).toMatchObject({ filter: { field: 'pages' }, words: { language: 'en' } });
  });

  it('of related items › is accepted', () => {
    expect(wordsOf('/book/b1/sequels', 'filter[_search]=red')).toEqual(['red']);
  });

  it('the canonical query › has it unchanged', () => {
    const { search: canonical } = parseRequest(model, '/book', 'filter%5B_search%5D=R%C3%A9d+door&page[limit]=2');
    expect(canonical).toBe('?filter%5B_search%5D=R%C3%A9d%20door&page%5Blimit%5D=2');
  });

  it('the complexity › is unchanged by the search', () => {
    const { complexity } = parseRequest(model, '/book', '');
    expect(parseRequest(model, '/book', 'filter[_search]=red').complexity).toBe(complexity);
  });

  it('the maximum number of words › is accepted', () => {
    const words = Array.from({ length: 128 }, (_, i) => `w${i}`);
    expect(wordsOf('/book', `filter[_search]=${words.join('+')}`)).toEqual(words);
  });

  it('only signs and stop words › is a search without words', () => {
    for (const typed of ['(((', '%2B%2B', '%F0%9F%8E%A8', '%22%22', '-red']) {
      expect(wordsOf('/book', `filter[_search]=${typed}`), typed).toEqual([]);
    }
  });

  it.each(['%22%22+red', 'red+%22', '27%22+red', '%22red%22,+blue', '-%22red+blue', '%22red+blue%22', '“red+blue”'])(
    '%s › is no phrase without an end',
    (typed) => {
      expect(() => wordsOf('/book', `filter[_search]=${typed}`)).not.toThrow();
    },
  );

  it.each([
    ['nothing', '/book', 'filter[_search]=', 'InvalidValue', /The search is empty: write words/],
    ['a space', '/book', 'filter[_search]=+', 'InvalidValue', /The search is empty/],
    [
      'too many words',
      '/book',
      `filter[_search]=${Array.from({ length: 129 }, (_, i) => `w${i}`).join('+')}`,
      'InvalidValue',
      /has 129 words; at most 128/,
    ],
    ['two searches', '/book', 'filter[_search]=a&filter[_search]=b', 'InvalidParameter', /write all words into one/],
    ['one in a group', '/book', 'filter[_OR][][_search]=a', 'InvalidParameter', /is in a group/],
    ['one on a field', '/book', 'filter[title][_search]=a', 'InvalidParameter', /is in a group or after a field/],
    ['one with an operator', '/book', 'filter[_search][_eq]=a', 'InvalidParameter', /which takes no operator/],
    ['one on a single item', '/book/b1', 'filter[_search]=a', 'InvalidParameter', /takes no "filter"/],
    [
      'a type without searched fields',
      '/author',
      'filter[_search]=a',
      'InvalidParameter',
      /author has no searched field\. Its text fields are: name\. To search one, set "search": true on it in model\.json/,
    ],
    [
      'a type without words',
      '/place',
      'filter[_search]=a',
      'InvalidParameter',
      /place has no searched field\. It has no text field/,
    ],
    [
      'related items that are not searched',
      '/book/b1/author',
      'filter[_search]=a',
      'InvalidParameter',
      /author has no/,
    ],
    ['a misspelt one', '/book', 'filter[_serach]=a', 'InvalidParameter', /Did you mean filter\[_search\]=<words>\?/],
  ])('%s › the problem says what to do', (_, path, query, code, detail) => {
    const problem = problemOf(path, query);
    expect(problem.detail).toMatch(detail);
    expect(problem.code).toBe(code);
  });
});
