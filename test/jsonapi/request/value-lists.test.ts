/**
 * Lists of filter values: every form of the values of `_in`, parameters that continue a list, refused forms, and the one form
 * in links.
 */
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/content/model/index.js';
import { filterOf, parse, problemTexts } from '../parsing.js';

const list = 'filter[genre][_in]';
const numbers = (count: number, from = 0): string => Array.from({ length: count }, (_, i) => from + i).join(',');
const canonical = (search: string): string => decodeURIComponent(parse('/book', search).search.slice(1));

describe('a list of values', () => {
  it.each([
    ['with commas', `${list}=a,b,c`],
    ['with escaped commas', `${list}=a%2Cb%2Cc`],
    ['sent again', `${list}=a,b&${list}=c`],
    ['value by value', `${list}[]=a&${list}[]=b&${list}[]=c`],
    ['under indexes, in the order sent', `${list}[7]=a&${list}[0]=b&${list}[03]=c`],
    ['in all of these ways', `${list}[]=a&sort=title&${list}=b&${list}[9]=c`],
    ['with brackets escaped', 'filter%5Bgenre%5D%5B_in%5D%5B%5D=a&filter%5bgenre%5d%5b_in%5d=b,c'],
    ['with repetitions', `${list}=a,b,a&${list}[]=b&${list}=c,c`],
  ])('%s › is one condition', (_, search) => {
    expect(filterOf(search)).toBe('genre _in a|b|c');
  });

  it.each([
    [`${list}[]=a,b&${list}[]=c`, 'genre _in a,b|c'],
    [`${list}= a, b`, 'genre _in  a| b'],
    ['filter[pages][_in]=1,-2,003', 'pages _in 1e-0|-2e-0|3e-0'],
    ['filter[price][_in]=1.50,2', 'price _in 150e-2|2e-0'],
    ['filter[published][_in]=1970-01-01,1970-01-02T00:00 0100', 'published _in 0ms|82800000ms'],
    ['filter[inPrint][_in]=true,false', 'inPrint _in true|false'],
    ['filter[id][_in]=b1,b2', 'id _in b1|b2'],
    ['filter[author][id][_in]=a1,a2', 'author _in @a1|@a2'],
    ['filter[reviews][id][_in][]=r,1', 'reviews _in @r,1'],
  ])('%s › is %s', (search, expected) => {
    expect(filterOf(search)).toBe(expected);
  });

  it.each([
    ['other fields', `${list}=a&filter[title][_in]=b`, 'and(genre _in a, title _in b)'],
    ['other alternatives', `filter[_OR][0][genre][_in]=a&filter[_OR][1][genre][_in]=b`, 'or(genre _in a, genre _in b)'],
    [
      'groups without an index',
      `filter[_AND][][genre][_in]=a&filter[_AND][][genre][_in]=b`,
      'and(genre _in a, genre _in b)',
    ],
  ])('of %s › is two conditions', (_, search, expected) => {
    expect(filterOf(search)).toBe(expected);
  });

  it('of one alternative › is one condition, whatever comes between and however the index is written', () => {
    const search = 'filter[_OR][0][genre][_in]=a&filter[_OR][1][pages][_eq]=1&filter[_OR][00][genre][_in][]=b';
    expect(filterOf(search)).toBe('or(genre _in a|b, pages _eq 1e-0)');
  });

  it('of the maximum number of values, one parameter each › is one condition', () => {
    const search = numbers(LIMITS.filterListValues)
      .split(',')
      .map((value) => `filter[pages][_in][]=${value}`)
      .join('&');
    expect(filterOf(search).split('|')).toHaveLength(LIMITS.filterListValues);
  });
});

describe('a list in links', () => {
  it.each([
    [`${list}=a,b`, `${list}=a,b`],
    [`${list}[]=a&${list}[]=b`, `${list}=a,b`],
    [`${list}[1]=a&${list}=a,b`, `${list}=a,b`],
    [`${list}[]=a,b&${list}=c`, `${list}[]=a,b&${list}[]=c`],
    [
      `sort=title&${list}=a&page[limit]=3&${list}=b&include=author`,
      `sort=title&${list}=a,b&page[limit]=3&include=author`,
    ],
    ['filter[title][_in]=x&filter[genre][_in]=a&filter[title][_in]=y', `filter[title][_in]=x,y&${list}=a`],
    [
      'filter[_OR][][genre][_in]=a&filter[_OR][][genre][_in][]=b,c',
      'filter[_OR][][genre][_in]=a&filter[_OR][][genre][_in][]=b,c',
    ],
  ])('%s › is written %s, which is canonical', (search, expected) => {
    expect(canonical(search)).toBe(expected);
    expect(canonical(expected)).toBe(expected);
  });

  it('commas between and within values › are escaped in the same way', () => {
    expect(parse('/book', `${list}=a,b`).search).toBe('?filter%5Bgenre%5D%5B_in%5D=a%2Cb');
    expect(parse('/book', `${list}[]=a,b`).search).toBe('?filter%5Bgenre%5D%5B_in%5D%5B%5D=a%2Cb');
  });
});

describe('a list with mistakes', () => {
  const integer = 'an integer such as 12 or -3, of at most 1000 digits';
  const written = 'write one or more values, separated by commas, or leave the filter out.';

  it('values of a wrong form › one problem each, with the name of its parameter', () => {
    expect(problemTexts('/book', 'filter[pages][_in]=1,x,2&filter[pages][_in][]=1,5')).toEqual([
      `InvalidValue [filter[pages][_in]] "x" is not a value for "pages" (integer), which takes ${integer}.`,
      `InvalidValue [filter[pages][_in][]] "1,5" is not a value for "pages" (integer), which takes ${integer}.`,
    ]);
  });

  it.each([
    [list, ''],
    [`${list}[]`, ''],
    ['filter[pages][_in]', ''],
    ['filter[author][id][_in]', ''],
  ])('%s without a value › is refused', (name, value) => {
    expect(problemTexts('/book', `${name}=${value}`)).toEqual([
      `InvalidValue [${name}] "${name}" lists no value: ${written}`,
    ]);
  });

  it.each(['a,,b', ',a', 'a,', ',,a,,'])('%s › one problem for the empty value', (value) => {
    expect(problemTexts('/book', `${list}=${value}`)).toEqual([
      `InvalidValue [${list}] "${list}" has an empty value: ${written}`,
    ]);
  });

  it('more values than allowed › are counted over all parameters, each value once', () => {
    const most = LIMITS.filterListValues;
    const name = 'filter[pages][_in]';
    expect(problemTexts('/book', `${name}=${numbers(most)}&${name}=5,6&${name}[]=${most}`)).toEqual([
      `TooManyConditions [${name}] "${name}" lists ${most + 1} values; at most ${most} are allowed. Ask for the others in another request.`,
    ]);
    expect(filterOf(`${name}=${numbers(most)}&${name}=5,6`).split('|')).toHaveLength(most);
  });

  it('more conditions than allowed › a list counts as one', () => {
    const otherConditions = Array.from(
      { length: LIMITS.filterConditions - 1 },
      (_, i) => `filter[pages][_neq]=${i}`,
    ).join('&');
    expect(filterOf(`${list}=a&${otherConditions}&${list}=b`)).toContain('genre _in a|b');
    expect(problemTexts('/book', `${list}=a&${otherConditions}&${list}=b&filter[title][_eq]=x`)).toEqual([
      'TooManyConditions [filter] The request has 65 filter conditions; at most 64 are allowed.',
    ]);
  });

  it.each([
    ['filter[cover][_in]', 'UnsupportedOperator', 'Filtering is unsupported on "cover"'],
    ['filter[body][_in]', 'UnsupportedOperator', 'The operator "_in" is unsupported on "body"'],
    ['filter[author][_in]', 'InvalidParameter', '"author" is a relationship: write filter[author][id][_in]=<id>,<id>.'],
    ['filter[_in]', 'InvalidParameter', '"filter[_in]" names no field before _in'],
    ['filter[_in][]', 'InvalidParameter', '"filter[_in][]" names no field before _in'],
    ['filter[titel][_in][]', 'UnknownField', 'Did you mean "title"?'],
    ['filter[genre][_in][x]', 'InvalidParameter', 'has more after "_in", where an operator ends it'],
    ['filter[genre][_in][][]', 'InvalidParameter', 'has more after "_in", where an operator ends it'],
    ['filter[genre][_in][10000]', 'InvalidParameter', 'has more after "_in", where an operator ends it'],
  ])('%s › is refused', (name, code, words) => {
    const [line, ...others] = problemTexts('/book', `${name}=a`);
    expect(others).toEqual([]);
    expect(line).toContain(`${code} [${name}]`);
    expect(line).toContain(words);
  });

  it.each([
    ['filter[pages][$in]', '_in'],
    ['filter[pages][anyOf]', '_in'],
    ['filter[author][id][IN]', '_in'],
  ])('%s › suggests the right form', (name, meant) => {
    expect(problemTexts('/book', `${name}=1`)[0]).toContain(`Did you mean "${meant}"?`);
  });
});
