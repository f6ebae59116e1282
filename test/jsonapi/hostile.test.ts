/**
 * Hostile requests: random texts, names of members of Object, and queries built to take long.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../src/content/errors/index.js';
import { parseRequest } from '../../src/jsonapi/index.js';
import { amount } from '../../testing/amount.js';
import { model, parse, problems } from './parsing.js';

/** @returns whether the request was accepted; anything but a RequestError passes through */
function accepts(path: string, search: string): boolean {
  try {
    const request = parseRequest(model, path, search);
    // What is accepted is accepted again in its canonical form, and means the same.
    expect(parseRequest(model, path, request.search)).toEqual(request);
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
    expect(error.problems.length).toBeLessThanOrEqual(21);
    expect(Number.isSafeInteger(error.complexity)).toBe(true);
    for (const { detail } of error.problems) expect(detail).toMatch(/\S[.?]$/);
    return false;
  }
}

const words = fc.constantFrom(
  ...[
    'filter',
    'sort',
    'include',
    'page',
    'fields',
    '[',
    ']',
    '[]',
    '[0]',
    '_OR',
    '_AND',
    '[_OR]',
    '[title]',
    '[_eq]',
    '[id]',
  ],
  ...[
    '[author]',
    '[reviews]',
    'title',
    'author',
    'limit',
    '[limit]',
    '[skip]',
    '=',
    '&',
    ',',
    '.',
    '-',
    '+',
    '%',
    '%5B',
    '%5D',
    '%00',
  ],
  ...[
    '%FF',
    '%C3%BC',
    '__proto__',
    '[__proto__]',
    'constructor',
    '1',
    '20',
    'true',
    '2024-01-01',
    '\ud800',
    '😀',
    ' ',
    '?',
    '#',
  ],
);
const paths = fc.constantFrom(
  '',
  '/',
  '/book',
  '/book/b1',
  '/book/b1/author',
  '/book/b1/reviews',
  '/shelf/s/items',
  '/odd',
  '/book/b1/relationships/reviews',
  '/book/b1/relationships/author',
);

describe('any text', () => {
  it('as a query › is accepted or refused without another error', () => {
    fc.assert(
      fc.property(paths, fc.string({ unit: 'binary', maxLength: 60 }), (path, search) => {
        accepts(path, search);
      }),
      { numRuns: amount(2000, 500), seed: 1 },
    );
  });

  it('made of words of the grammar › is accepted or refused without another error', () => {
    let accepted = 0;
    fc.assert(
      fc.property(paths, fc.array(words, { maxLength: 14 }), (path, parts) => {
        if (accepts(path, parts.join(''))) accepted += 1;
      }),
      { numRuns: amount(8000, 2000), seed: 2 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it('as a path › is accepted or refused without another error', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(words, fc.string({ unit: 'binary' }), fc.constantFrom('/', '/book')), { maxLength: 8 }),
        (parts) => {
          accepts(parts.join(''), '');
        },
      ),
      { numRuns: amount(2000, 500), seed: 3 },
    );
  });

  it('as a filter value › arrives as it was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const request = parse('/book', `filter[title][_eq]=${encodeURIComponent(text)}`);
        if (request.kind !== 'collection' || request.filter?.kind !== 'condition') throw new Error('no condition');
        expect(request.filter.operand).toStrictEqual({ kind: 'text', bytes: new TextEncoder().encode(text) });
      }),
      { seed: 4 },
    );
  });
});

describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'])(
  'the name %s',
  (name) => {
    it.each([
      [`/${name}`, ''],
      [`/${name}/${name}/${name}`, ''],
      [`/book/b1/${name}`, ''],
      [`/book/b1/relationships/${name}`, ''],
      ['/book', `${name}=1`],
      ['/book', `${name}[${name}]=1`],
      ['/book', `filter[${name}][_eq]=1`],
      ['/book', `filter[${name}][${name}]=1`],
      ['/book', `filter[title][${name}]=1`],
      ['/book', `filter[author][${name}][_eq]=1`],
      ['/book', `filter[_OR][${name}][title][_eq]=1`],
      ['/book', `sort=${name}`],
      ['/book', `include=${name}`],
      ['/book', `include=author.${name}`],
      ['/book', `page[${name}]=1`],
      ['/book', `page[${name}][limit]=1`],
      ['/book', `page[author][${name}][skip]=1`],
      ['/book', `fields[${name}]=title`],
      ['/book', `fields[book]=${name}`],
      ['/shelf/s/items', `filter[${name}][_eq]=1`],
      ['/shelf/s/items', `sort=${name}`],
    ])('in %s?%s › is an unknown name', (path, search) => {
      expect(problems(path, search)).toHaveLength(1);
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    });

    it('as an id or a value › has no special meaning', () => {
      expect(parse(`/book/${name}`)).toMatchObject({ id: name });
      expect(parse('/book', `filter[title][_eq]=${name}`)).toMatchObject({ kind: 'collection' });
    });
  },
);

/**
 * Twenty times what a server accepts: in linear time that takes a few hundredths of a second, in quadratic time minutes,
 * so that the time limit of the test tells them apart on any machine.
 */
describe('a query of 320 KB', { timeout: 10_000 }, () => {
  const size = 320_000;
  const filled = (part: string): string => part.repeat(Math.floor(size / part.length));
  const numbered = (part: (i: number) => string): string => {
    let text = '';
    for (let i = 0; text.length < size; i += 1) text += part(i);
    return text;
  };

  it.each([
    ['empty parts', filled('&')],
    ['one name over and over', filled('a&')],
    ['unknown names', numbered((i) => `${i.toString(36)}&`)],
    ['open brackets', filled('[')],
    ['encoded open brackets', filled('%5B')],
    ['open brackets after filter', `filter${filled('[')}`],
    ['empty brackets after filter', `filter${filled('[]')}`],
    ['groups', `filter${filled('[_OR][]')}`],
    ['conditions', filled('filter[title][_eq]&')],
    ['a long number', `filter[price][_eq]=${filled('9')}`],
    ['numbers of the longest kind', numbered(() => `filter[price][_eq]=${'9'.repeat(1000)}&`)],
    ['a long instant', `filter[published][_eq]=2024-01-01T10:00${filled(' ')}`],
    ['a long field', `filter[${filled('x')}][_eq]=1`],
    ['unknown includes', `include=${filled('a,')}`],
    ['empty includes', `include=${filled('.')}`],
    ['the same include', `include=${filled('tags.tagged.tags.tagged.tags,')}&page[limit]=1`],
    ['unknown sorts', `sort=${filled('x,')}`],
    ['empty sorts', `sort=${filled(',')}`],
    ['unknown fields', `fields[book]=${filled('a,')}`],
    ['page paths', `page${filled('[author]')}`],
    ['page members', numbered((i) => `page[${i}][limit]=5&`)],
    ['percent signs', filled('%')],
    ['bad escapes', filled('a%&')],
    ['bad bytes', filled('%FF&')],
    ['pluses', filled('+')],
    ['apostrophes', filled("'")],
    ['an apostrophe’s worth of value', `filter[title][_eq]=${filled("'")}`],
  ])('of %s › is parsed in linear time', (_, search) => {
    expect(() => parseOrRefuse('/book', search)).not.toThrow();
  });

  it.each([
    ['slashes', '/'.repeat(size)],
    ['segments', `/book${'/a'.repeat(size / 2)}`],
    ['a long type', `/${'x'.repeat(size)}`],
    ['escapes', `/book/${'%41'.repeat(size / 3)}`],
    ['bad bytes', `/book/${'%FF'.repeat(size / 3)}`],
  ])('in a path of %s › is parsed in linear time', (_, path) => {
    expect(problems(path)).toHaveLength(1);
  });
});

/** @throws whatever is not a RequestError */
function parseOrRefuse(path: string, search: string): void {
  try {
    parseRequest(model, path, search);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
}
