import { describe, expect, it } from 'vitest';
import { filterOf, problemTexts } from '../parsing.js';

const many = (count: number): string => Array.from({ length: count }, (_, i) => `filter[pages][_neq]=${i}`).join('&');

describe('filter', () => {
  it.each([
    ['', 'none'],
    ['sort=title', 'none'],
    ['filter[title][_eq]=a', 'title _eq a'],
    ['filter[title][_eq]=a&filter[pages][_lt]=3', 'and(title _eq a, pages _lt 3e-0)'],
    ['filter[pages][_gte]=1&filter[pages][_lt]=3', 'and(pages _gte 1e-0, pages _lt 3e-0)'],
    ['filter[id][_eq]=b1', 'id _eq b1'],
    ['filter[id][_startsWith]=b', 'id _startsWith b'],
    ['filter[id][_exists]=true', 'id _exists true'],
    ['filter[author][id][_eq]=a1', 'author _eq @a1'],
    ['filter[reviews][id][_eq]=%00', 'reviews _eq @\0'],
    ['filter[title][_eq]=', 'title _eq '],
    ['filter[title][_eq]', 'title _eq '],
    ['filter[title][_contains]=', 'title _contains '],
  ])('%s › is %s', (search, expected) => {
    expect(filterOf(search)).toBe(expected);
  });

  it('every encoding of brackets › has the same meaning', () => {
    for (const search of [
      'filter[_OR][0][title][_eq]=a&filter[_OR][1][title][_eq]=b',
      'filter%5B_OR%5D%5B0%5D%5Btitle%5D%5B_eq%5D=a&filter%5b_OR%5d%5b1%5d%5btitle%5d%5b_eq%5d=b',
      'filter[_OR]%5B0][title%5D[_eq]=a&filter[%5FOR][1][t%69tle][_eq]=b',
      'filter[_OR][][title][_eq]=a&filter[_OR][][title][_eq]=b',
      'filter[_OR][7][title][_eq]=a&filter[_OR][3][title][_eq]=b',
      'filter[_OR][9999][title][_eq]=a&filter[_OR][][title][_eq]=b',
    ]) {
      expect(filterOf(search)).toBe('or(title _eq a, title _eq b)');
    }
  });
});

describe('filter groups', () => {
  it.each([
    // One child: the group is that child.
    ['filter[_OR][][title][_eq]=a', 'title _eq a'],
    ['filter[_AND][5][_OR][][title][_eq]=a', 'title _eq a'],
    [
      'filter[_OR][0][title][_eq]=a&filter[_NOT][0][pages][_eq]=1&filter[_OR][1][title][_eq]=b&filter[_AND][0][genre][_eq]=c&filter[_NOT][1][pages][_eq]=2',
      'and(or(title _eq a, title _eq b), not(or(pages _eq 1e-0, pages _eq 2e-0)), genre _eq c)',
    ],
    ['filter[_NOT][][title][_eq]=a', 'not(title _eq a)'],
    ['filter[_NOT][][title][_eq]=a&filter[_NOT][][pages][_eq]=1', 'not(or(title _eq a, pages _eq 1e-0))'],
    ['filter[_NOT][0][title][_eq]=a&filter[_NOT][0][pages][_eq]=1', 'not(and(title _eq a, pages _eq 1e-0))'],
    [
      'filter[pages][_eq]=1&filter[_NOT][1][_NOT][][title][_eq]=a&filter[_NOT][][genre][_nin]=b,c',
      'and(pages _eq 1e-0, not(or(not(title _eq a), genre _nin b|c)))',
    ],
    // Entries of one index are ANDed, wherever they stand; leading zeros do not make another index.
    [
      'filter[_OR][0][title][_eq]=a&filter[_OR][1][pages][_eq]=1&filter[_OR][0][genre][_eq]=c',
      'or(and(title _eq a, genre _eq c), pages _eq 1e-0)',
    ],
    ['filter[_OR][0][title][_eq]=a&filter[_OR][00][title][_eq]=b', 'and(title _eq a, title _eq b)'],
    // `[]` always opens an alternative of its own.
    [
      'filter[_OR][][title][_eq]=a&filter[_OR][0][title][_eq]=b&filter[_OR][][title][_eq]=c&filter[_OR][0][pages][_eq]=1',
      'or(title _eq a, and(title _eq b, pages _eq 1e-0), title _eq c)',
    ],
    // A group is ANDed with the conditions next to it, at its first appearance.
    [
      'filter[_OR][0][title][_eq]=a&filter[pages][_eq]=1&filter[_OR][1][title][_eq]=b',
      'and(or(title _eq a, title _eq b), pages _eq 1e-0)',
    ],
    ['filter[_AND][0][title][_eq]=a&filter[_AND][1][title][_eq]=b', 'and(title _eq a, title _eq b)'],
    [
      'filter[_AND][][title][_eq]=a&filter[_AND][][title][_eq]=b&filter[pages][_eq]=1',
      'and(and(title _eq a, title _eq b), pages _eq 1e-0)',
    ],
    // Nested prefixes meet in the same group.
    [
      'filter[_OR][0][_AND][1][title][_eq]=a&filter[_OR][1][title][_eq]=b&filter[_OR][0][_AND][2][title][_eq]=c',
      'or(and(title _eq a, title _eq c), title _eq b)',
    ],
    [
      'filter[_OR][0][_OR][0][title][_eq]=a&filter[_OR][0][_OR][1][title][_eq]=b&filter[_OR][1][title][_eq]=c',
      'or(or(title _eq a, title _eq b), title _eq c)',
    ],
    [
      'filter[_AND][0][_OR][0][title][_eq]=a&filter[_AND][0][_OR][1][title][_eq]=b&filter[_AND][1][_OR][0][pages][_eq]=1&filter[_AND][1][_OR][1][pages][_eq]=2',
      'and(or(title _eq a, title _eq b), or(pages _eq 1e-0, pages _eq 2e-0))',
    ],
    [
      'filter[_OR][0][_OR][0][title][_eq]=a&filter[_OR][0][_AND][0][title][_eq]=b&filter[_OR][1][author][id][_eq]=c',
      'or(and(title _eq a, title _eq b), author _eq @c)',
    ],
    // Depth 5.
    [
      'filter[_OR][0][_AND][0][_OR][0][_AND][0][_OR][0][title][_eq]=a&filter[_OR][0][_AND][0][_OR][0][_AND][0][_OR][1][title][_eq]=b',
      'or(title _eq a, title _eq b)',
    ],
  ])('%s › is %s', (search, expected) => {
    expect(filterOf(search)).toBe(expected);
  });

  it('a field with the lower-case name of a group › is a field', () => {
    expect(filterOf('filter[or][_eq]=a', '/odd')).toBe('or _eq a');
  });

  it.each([
    [
      'filter[_OR]',
      '"filter[_OR]" lacks the index of an alternative, "[]" or a number from 0 to 9999: write filter[_OR][0][<field>][<operator>]=x.',
    ],
    [
      'filter[_OR][title][_eq]',
      '"filter[_OR][title][_eq]" lacks the index of an alternative, "[]" or a number from 0 to 9999: write filter[_OR][][title][_eq]=x.',
    ],
    [
      'filter[_AND][title][_eq]',
      '"filter[_AND][title][_eq]" lacks the index of an alternative, "[]" or a number from 0 to 9999: write filter[_AND][][title][_eq]=x.',
    ],
    [
      'filter[_OR][0][_AND][title][_eq]',
      '"filter[_OR][0][_AND][title][_eq]" lacks the index of an alternative, "[]" or a number from 0 to 9999: write filter[_OR][0][_AND][][title][_eq]=x.',
    ],
    [
      'filter[_OR][_AND][0][title][_eq]',
      '"filter[_OR][_AND][0][title][_eq]" lacks the index of an alternative, "[]" or a number from 0 to 9999: write filter[_OR][0][_AND][0][title][_eq]=x.',
    ],
    [
      'filter[_OR][10000][title][_eq]',
      '"filter[_OR][10000][title][_eq]" has an index that is not "[]" or a number from 0 to 9999: write filter[_OR][0][title][_eq]=x.',
    ],
    [
      'filter[_OR][-1][title][_eq]',
      '"filter[_OR][-1][title][_eq]" has an index that is not "[]" or a number from 0 to 9999: write filter[_OR][0][title][_eq]=x.',
    ],
    [
      'filter[_OR][1.5][title][_eq]',
      '"filter[_OR][1.5][title][_eq]" has an index that is not "[]" or a number from 0 to 9999: write filter[_OR][0][title][_eq]=x.',
    ],
    [
      'filter[_OR][__proto__][title][_eq]',
      '"filter[_OR][__proto__][title][_eq]" has an index that is not "[]" or a number from 0 to 9999: write filter[_OR][0][title][_eq]=x.',
    ],
    ['filter[_OR][]', '"filter[_OR][]" ends in a group: write filter[_OR][][<field>][<operator>]=<value>.'],
    ['filter[_OR][0]', '"filter[_OR][0]" ends in a group: write filter[_OR][0][<field>][<operator>]=<value>.'],
    ['filter[_or][0][title][_eq]', 'There is no group "_or". Did you mean "_OR"? The groups are: _OR, _AND, _NOT.'],
    ['filter[_and][][title][_eq]', 'There is no group "_and". Did you mean "_AND"? The groups are: _OR, _AND, _NOT.'],
    ['filter[_not][][title][_eq]', 'There is no group "_not". Did you mean "_NOT"? The groups are: _OR, _AND, _NOT.'],
    [
      'filter[_NOT][title][_eq]',
      '"filter[_NOT][title][_eq]" lacks the index of an alternative, "[]" or a number from 0 to 9999: write filter[_NOT][0][title][_eq]=x.',
    ],
    [
      'filter[$or][0][title][_eq]',
      'There is no group "$or": write filter[_OR][0][title][_eq]=x. The groups are: _OR, _AND, _NOT.',
    ],
    [
      'filter[OR][0][title][_eq]',
      'There is no group "OR": write filter[_OR][0][title][_eq]=x. The groups are: _OR, _AND, _NOT.',
    ],
    [
      'filter[_OR][0][_and][0][title][_eq]',
      'There is no group "_and". Did you mean "_AND"? The groups are: _OR, _AND, _NOT.',
    ],
    [
      'filter[_OR][0][_OR][0][_OR][0][_OR][0][_OR][0][_OR][0][title][_eq]',
      'Groups may nest to depth 5; "filter[_OR][0][_OR][0][_OR][0][_OR][0][_OR][0][_OR][0][title][_eq]" is deeper.',
    ],
    ['filter', 'A filter names its field and operator: filter[<field>][<operator>]=<value>.'],
    [
      'filter[]',
      '"filter[]" has empty brackets in place of a field; only a group takes "[]", as in filter[_OR][][<field>][<operator>]=<value>.',
    ],
    [
      'filter[][title][_eq]',
      '"filter[][title][_eq]" has empty brackets in place of a field; only a group takes "[]", as in filter[_OR][][<field>][<operator>]=<value>.',
    ],
    [
      'filter[_OR][][][title][_eq]',
      '"filter[_OR][][][title][_eq]" has empty brackets in place of a field; only a group takes "[]", as in filter[_OR][][<field>][<operator>]=<value>.',
    ],
    ['filter[_eq]', '"filter[_eq]" names no field before _eq: write filter[<field>][_eq]=<value>.'],
    ['filter[_OR][0][_eq]', '"filter[_OR][0][_eq]" names no field before _eq: write filter[<field>][_eq]=<value>.'],
  ])('%s › the problem has the right form', (name, detail) => {
    expect(problemTexts('/book', `${name}=x`)).toEqual([`InvalidParameter [${name}] ${detail}`]);
  });

  it('64 conditions › are answered', () => {
    expect(filterOf(many(64)).split(',')).toHaveLength(64);
  });

  it('65 conditions › are refused, grouped or not', () => {
    const detail = 'The request has 65 filter conditions; at most 64 are allowed.';
    expect(problemTexts('/book', many(65))).toEqual([`TooManyConditions [filter] ${detail}`]);
    expect(problemTexts('/book', many(65).replaceAll('filter', 'filter[_OR][]'))).toEqual([
      `TooManyConditions [filter] ${detail}`,
    ]);
  });
});

describe('filter names', () => {
  const fields =
    'Accepted here: id, title, blurb, body, genre, inPrint, pages, price, published, author, reviews, tags.';
  const textOperators = '_exists, _eq, _neq, _gt, _gte, _lt, _lte, _contains, _startsWith, _endsWith, _in, _nin';
  const byId = 'write filter[author][id][_eq]=<id>.';

  it.each([
    ['filter[titel][_eq]', `UnknownField "book" has no field "titel". Did you mean "title"? ${fields}`],
    ['filter[Title][_eq]', `UnknownField "book" has no field "Title". Did you mean "title"? ${fields}`],
    ['filter[type][_eq]', `UnknownField "book" has no field "type". ${fields}`],
    ['filter[__proto__][_eq]', `UnknownField "book" has no field "__proto__". ${fields}`],
    ['filter[constructor][_eq]', `UnknownField "book" has no field "constructor". ${fields}`],
    ['filter[toString][_eq]', `UnknownField "book" has no field "toString". ${fields}`],
    [
      'filter[cover][_eq]',
      'UnsupportedOperator Filtering is unsupported on "cover": no operator compares a field of type image.',
    ],
    [
      'filter[cover]',
      'UnsupportedOperator Filtering is unsupported on "cover": no operator compares a field of type image.',
    ],
    [
      'filter[title]',
      'InvalidParameter The name "filter[title]" names no operator for "title": write filter[title][_eq]=x.',
    ],
    [
      'filter[body]',
      'InvalidParameter The name "filter[body]" names no operator for "body": write filter[body][_contains]=x.',
    ],
    ['filter[id]', 'InvalidParameter The name "filter[id]" names no operator for "id": write filter[id][_eq]=x.'],
    [
      'filter[title][]',
      'InvalidParameter The name "filter[title][]" has empty brackets in place of an operator: write filter[title][_in]=x.',
    ],
    [
      'filter[title][_neq][]',
      'InvalidParameter The name "filter[title][_neq][]" has more after "_neq", where an operator ends it: write filter[title][_neq]=x.',
    ],
    [
      'filter[title][name][_eq]',
      'InvalidParameter The name "filter[title][name][_eq]" has more after "name", where an operator ends it: write filter[title][_eq]=x.',
    ],
    [
      'filter[title][eq]',
      `UnsupportedOperator There is no operator "eq". Did you mean "_eq"? "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[title][$ne]',
      `UnsupportedOperator There is no operator "$ne". Did you mean "_neq"? "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[title][_like]',
      `UnsupportedOperator There is no operator "_like". Did you mean "_contains"? "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[title][_EQ]',
      `UnsupportedOperator There is no operator "_EQ". Did you mean "_eq"? "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[title][starts_with]',
      `UnsupportedOperator There is no operator "starts_with". Did you mean "_startsWith"? "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[title][_containz]',
      `UnsupportedOperator There is no operator "_containz". Did you mean "_contains"? "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[title][__proto__]',
      `UnsupportedOperator There is no operator "__proto__". "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[title][constructor]',
      `UnsupportedOperator There is no operator "constructor". "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[title][toString]',
      `UnsupportedOperator There is no operator "toString". "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[title][in]',
      `UnsupportedOperator There is no operator "in". Did you mean "_in"? "title" (text) takes ${textOperators}.`,
    ],
    [
      'filter[id][_null]',
      `UnsupportedOperator There is no operator "_null". To test for a value, write filter[id][_exists]=false. "id" (text) takes ${textOperators}.`,
    ],
    [
      'filter[price][_between]',
      'UnsupportedOperator There is no operator "_between". Write a range as two filters: filter[price][_gte]=<value> and filter[price][_lte]=<value>. "price" (decimal) takes _exists, _eq, _neq, _gt, _gte, _lt, _lte, _in, _nin.',
    ],
    [
      'filter[price][_like]',
      'UnsupportedOperator There is no operator "_like". "price" (decimal) takes _exists, _eq, _neq, _gt, _gte, _lt, _lte, _in, _nin.',
    ],
    [
      'filter[price][_contains]',
      'UnsupportedOperator The operator "_contains" is unsupported on "price". "price" (decimal) takes _exists, _eq, _neq, _gt, _gte, _lt, _lte, _in, _nin.',
    ],
    [
      'filter[author.name][_eq]',
      `UnknownField "book" has no field "author.name". Did you mean filter[author][name][_eq]=x? ${fields}`,
    ],
    [
      'filter[author.nmae][_eq]',
      `UnknownField "book" has no field "author.nmae". Did you mean filter[author][name][_eq]=x? ${fields}`,
    ],
    [
      'filter[athor.contry][_eq]',
      `UnknownField "book" has no field "athor.contry". Did you mean filter[author][country][id][_eq]=x? ${fields}`,
    ],
    ['filter[author.country.qqqqqq][_eq]', `UnknownField "book" has no field "author.country.qqqqqq". ${fields}`],
    [
      'filter[author.id]',
      `UnknownField "book" has no field "author.id". Did you mean filter[author][id][<operator>]=x? ${fields}`,
    ],
    [
      'filter[_OR][0][author.country.name][_in]',
      `UnknownField "book" has no field "author.country.name". Did you mean filter[_OR][0][author][country][name][_in]=x? ${fields}`,
    ],
    ['filter[title.id][_eq]', `UnknownField "book" has no field "title.id". ${fields}`],
    ['filter[author]', `InvalidParameter "author" is a relationship: ${byId}`],
    ['filter[author][]', `InvalidParameter "author" is a relationship: ${byId}`],
    ['filter[author][_eq]', `InvalidParameter "author" is a relationship: ${byId}`],
    ['filter[author][_exists]', 'InvalidValue "x" is not a value for the operator _exists, which takes true or false.'],
    [
      'filter[author][surname][_eq]',
      'UnknownField "author" has no field "surname". Accepted here: id, title, name, price, published, country, books, tags.',
    ],
    [
      'filter[author][__proto__][_eq]',
      'UnsupportedOperator "__proto__" cannot be used with the relationship "author", only with a field of the related item: write filter[author][id][_eq]=<id>, or filter[author][<field>][<operator>]=<value>.',
    ],
    [
      'filter[author][books][author][country][name][_eq]',
      'InvalidParameter "filter[author][books][author][country][name][_eq]" leads through more than 3 relationships; at most 3 are followed. Ask from a type that is nearer.',
    ],
    [
      'filter[author][type][_eq]',
      'InvalidValue "x" is not a type that the relationship leads to; a related item is of one of these: author.',
    ],
    [
      'filter[author][type][_in]',
      'InvalidParameter "filter[author][type][_in]" does not name a type: write filter[…][author][type][_eq]=<type>.',
    ],
    [
      'filter[author][id]',
      'InvalidParameter The name "filter[author][id]" names no operator for "id": write filter[author][id][_eq]=x.',
    ],
    [
      'filter[author][id][_ieq]',
      'UnsupportedOperator The operator "_ieq" is unsupported on "id". "id" (text) takes _exists, _eq, _neq, _gt, _gte, _lt, _lte, _contains, _startsWith, _endsWith, _in, _nin.',
    ],
    [
      'filter[author][id][eq]',
      'UnsupportedOperator There is no operator "eq". Did you mean "_eq"? "id" (text) takes _exists, _eq, _neq, _gt, _gte, _lt, _lte, _contains, _startsWith, _endsWith, _in, _nin.',
    ],
    [
      'filter[author][id][in]',
      'UnsupportedOperator There is no operator "in". Did you mean "_in"? "id" (text) takes _exists, _eq, _neq, _gt, _gte, _lt, _lte, _contains, _startsWith, _endsWith, _in, _nin.',
    ],
    [
      'filter[author][id][_eq][]',
      'InvalidParameter The name "filter[author][id][_eq][]" has more after "_eq", where an operator ends it: write filter[author][id][_eq]=x.',
    ],
  ])('%s › is refused', (name, expected) => {
    const [code, ...detail] = expected.split(' ');
    expect(problemTexts('/book', `${name}=x`)).toEqual([`${code} [${name}] ${detail.join(' ')}`]);
  });

  it('a long name › is shortened in the detail', () => {
    const [line] = problemTexts('/book', `filter[${'x'.repeat(5000)}][_eq]=1`);
    expect(line).toContain(`"book" has no field "${'x'.repeat(80)}…".`);
  });
});

describe('filter on items of several types', () => {
  const items = 'The items here are of the types book, author.';
  const shared = 'Names that all of them share: id, title, published, tags.';

  it.each([
    ['filter[title][_eq]=a', 'title _eq a'],
    ['filter[published][_eq]=1970-01-02', 'published _eq 86400000ms'],
    ['filter[tags][id][_eq]=t', 'tags _eq @t'],
    ['filter[id][_eq]=t', 'id _eq t'],
  ])('%s › is accepted if all types share the field', (search, expected) => {
    expect(filterOf(search, '/shelf/s/items')).toBe(expected);
  });

  it.each([
    [
      'filter[pages][_eq]',
      `UnknownField [filter[pages][_eq]] ${items} Of these types, author has no field "pages". ${shared}`,
    ],
    [
      'filter[name][_eq]',
      `UnknownField [filter[name][_eq]] ${items} Of these types, book has no field "name". ${shared}`,
    ],
    [
      'filter[price][_eq]',
      `UnknownField [filter[price][_eq]] ${items} The field "price" has different types in them. ${shared}`,
    ],
    [
      'filter[titel][_eq]',
      `UnknownField [filter[titel][_eq]] ${items} None of these types has a field "titel". Did you mean "title"? ${shared}`,
    ],
  ])('%s › is refused if they do not', (name, expected) => {
    expect(problemTexts('/shelf/s/items', `${name}=1`)).toEqual([expected]);
  });
});

describe('a filter without an operator', () => {
  it.each([
    ['filter[genre]=Crime,Poetry', 'write filter[genre][_in]=Crime,Poetry.'],
    ['filter[genre][]=Crime,Poetry', 'write filter[genre][_in]=Crime,Poetry.'],
    ['filter[title]=a,b', 'write filter[title][_in]=a,b, or filter[title][_eq]=a,b if the comma belongs to the value.'],
    ['filter[id]=b1,b2', 'write filter[id][_in]=b1,b2, or filter[id][_eq]=b1,b2 if the comma belongs to the value.'],
    ['filter[price]=8,9', 'write filter[price][_in]=8,9.'],
    ['filter[body]=a,b', 'write filter[body][_contains]=a,b.'],
    ['filter[genre]=Crime', 'write filter[genre][_eq]=Crime.'],
    ['filter[author]=a1,a2', 'write filter[author][id][_in]=<id>,<id>.'],
    ['filter[author]=a1', 'write filter[author][id][_eq]=<id>.'],
  ])('%s › names the list operator if the value has a comma', (search, remedy) => {
    expect(problemTexts('/book', search)).toEqual([expect.stringContaining(`: ${remedy}`)]);
  });
});
