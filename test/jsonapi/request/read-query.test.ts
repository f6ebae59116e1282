import { describe, expect, it } from 'vitest';
import { encodeComponent } from '../../../src/content/model/index.js';
import { failure, filterOf, parse, problems, problemTexts } from '../parsing.js';

const LIST =
  'The parameters here are: filter[<field>][<operator>], sort, include, fields[<type>], page[limit], page[skip], page[<relationship>][limit], page[<relationship>][skip], _facet[<field>], _stats, _highlight, _match.';
const SINGLE =
  'The parameters here are: include, fields[<type>], page[<relationship>][limit], page[<relationship>][skip].';
const LINKAGE = 'The parameters here are: page[limit], page[skip].';
const NONE = 'This path takes no parameters.';

describe('query string', () => {
  it.each([
    ['', ''],
    ['?', ''],
    ['&&', ''],
    ['sort=title', '?sort=title'],
    ['?sort=title', '?sort=title'],
    ['&sort=title&&include=&', '?sort=title&include='],
    ['include', '?include='],
    ['sort=title,-pages', '?sort=title%2C-pages'],
    ['page[limit]=5&sort=title', '?page%5Blimit%5D=5&sort=title'],
    ['page%5blimit%5d=5', '?page%5Blimit%5D=5'],
    ['filter[title][_eq]=a+b%20c', '?filter%5Btitle%5D%5B_eq%5D=a%20b%20c'],
    ['filter[title][_eq]=%2B', '?filter%5Btitle%5D%5B_eq%5D=%2B'],
    ['filter[title][_eq]=a=b', '?filter%5Btitle%5D%5B_eq%5D=a%3Db'],
    ["filter[title][_eq]=!'()*-._~", '?filter%5Btitle%5D%5B_eq%5D=%21%27%28%29%2A-._~'],
    ['filter[title][_eq]=ü😀', '?filter%5Btitle%5D%5B_eq%5D=%C3%BC%F0%9F%98%80'],
    ['filter[_OR][][title][_eq]=a', '?filter%5B_OR%5D%5B%5D%5Btitle%5D%5B_eq%5D=a'],
    ['fields[book]=', '?fields%5Bbook%5D='],
  ])('%s › has the canonical form %s', (search, canonical) => {
    expect(parse('/book', search).search).toBe(canonical);
    expect(parse('/book', canonical).search).toBe(canonical);
  });

  it('encodeComponent › keeps the unreserved characters and encodes all others', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
    const unreserved = encodeComponent(ascii).replace(/%[0-9A-F]{2}/g, '');
    expect(unreserved).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~');
    expect(decodeURIComponent(encodeComponent(ascii))).toBe(ascii);
  });

  it.each([
    ['a%zz=1', 'a%zz', 'name'],
    ['%=1', '%', 'name'],
    ['a%FF=1', 'a%FF', 'name'],
    ['%5B%ED%A0%80=1', '%5B%ED%A0%80', 'name'],
    ['sort=%E0%A4%A', 'sort', 'value'],
    ['filter%5Btitle%5D[_eq]=100%', 'filter[title][_eq]', 'value'],
    ['sort=%C0%80', 'sort', 'value'],
  ])('%s › is not UTF-8', (search, parameter, where) => {
    expect(problems('/book', search)).toEqual([
      {
        code: 'InvalidParameter',
        parameter,
        detail: `The ${where} of "${search}" is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".`,
      },
    ]);
  });

  it('a lone surrogate › is refused in a name and in a value', () => {
    const detail = 'is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".';
    expect(problemTexts('/book', 'a\ud800=1&sort=\udfff')).toEqual([
      `InvalidParameter [a\ufffd] The name of "a\ufffd=1" ${detail}`,
      `InvalidParameter [sort] The value of "sort=\ufffd" ${detail}`,
    ]);
  });

  it.each([
    ['page[limit]=1&page%5Blimit%5D=1', 'page[limit]'],
    ['page[reviews][limit]=1&page[reviews][limit]=2', 'page[reviews][limit]'],
  ])('%s › one problem for the repeated parameter', (search, name) => {
    expect(problemTexts('/book', search)).toEqual([
      `InvalidParameter [${name}] "${name}" was sent more than once; only filters and lists may repeat.`,
    ]);
  });

  it('repeated lists › continue the list', () => {
    const again =
      'sort=-pages&fields[book]=title&filter[pages][_in]=1&include=author&sort=title&fields%5Bbook%5D=pages&sort=id';
    const once = 'sort=-pages,title,id&fields[book]=title,pages&filter[pages][_in]=1&include=author';
    expect(parse('/book', again)).toEqual(parse('/book', once));
    expect(
      parse('/book', '_stats=price&_stats=pages&_facet[price]=1&_facet[price][ranges]=1&_facet[price][ranges]=2'),
    ).toEqual(parse('/book', '_stats=price,pages&_facet[price]=1&_facet[price][ranges]=1,2'));
    expect(problemTexts('/book', 'sort=title&sort=title')).toEqual([
      'InvalidParameter [sort] "sort" names "title" more than once.',
    ]);
    expect(problemTexts('/book', 'sort=&sort=title')[0]).toContain('"sort" has an empty entry');
  });

  it('repeated filters › are all read', () => {
    expect(filterOf('filter[pages][_gt]=1&filter[pages][_gt]=1')).toBe('and(pages _gt 1e-0, pages _gt 1e-0)');
  });
});

describe('bracketed names', () => {
  const form = 'the form is filter[<field>][<operator>]=<value>.';
  it.each([
    ['filter[title', `leaves a bracket open: ${form}`],
    ['filter[', `leaves a bracket open: ${form}`],
    ['filter[title][_eq', `leaves a bracket open: ${form}`],
    ['filter]', `closes a bracket that was never opened: ${form}`],
    ['filter]title[', `closes a bracket that was never opened: ${form}`],
    ['filter[title]]', `closes a bracket twice: ${form}`],
    ['filter[title]x[_eq]', `has text after a closing bracket: ${form}`],
    ['filter[title][_eq]x', `has text after a closing bracket: ${form}`],
    ['filter[title[_eq]]', `opens a bracket inside another: ${form}`],
    ['filter[[title]]', `opens a bracket inside another: ${form}`],
    ['page[limit', 'leaves a bracket open: the form is page[limit]=<number>.'],
    ['fields[book', 'leaves a bracket open: the form is fields[<type>]=<field>,<field>.'],
    ['sort[', 'leaves a bracket open: the form is sort=<field>,-<field>.'],
    [
      'include]',
      'closes a bracket that was never opened: the form is include=<relationship>,<relationship>.<relationship>.',
    ],
  ])('%s › the problem says what is wrong', (name, wrong) => {
    const expected = `InvalidParameter [${name}] The name "${name}" ${wrong}`;
    expect(problemTexts('/book', `${name}=1`)).toEqual([expected]);
    expect(problemTexts('/book', `${encodeURIComponent(name)}=1`)).toEqual([expected]);
  });

  it.each([
    ['sort[title]', 'sort', 'sort=<field>,-<field>'],
    ['sort[0][1]', 'sort', 'sort=<field>,-<field>'],
    ['sort[12345]', 'sort', 'sort=<field>,-<field>'],
    ['include[author]', 'include', 'include=<relationship>,<relationship>.<relationship>'],
    ['_stats[price]', '_stats', '_stats=<field>,<field>'],
  ])('%s › takes no name in brackets', (name, list, form) => {
    expect(problemTexts('/book', `${name}=title`)).toEqual([
      `InvalidParameter [${name}] "${list}" takes no name in brackets: the form is ${form}, or ${list}[]=… for each entry.`,
    ]);
  });
});

describe('lists whose entries are parameters of their own', () => {
  const wholeLists = 'sort=-pages,title,id&fields[book]=title,pages&include=author,reviews&_stats=price,pages';

  it.each([
    [
      '[]',
      'sort[]=-pages&fields[book][]=title&sort[]=title&include[]=author&fields[book][]=pages&include[]=reviews&_stats[]=price&_stats[]=pages&sort[]=id',
    ],
    [
      'indexes in order',
      'sort[0]=-pages&sort[1]=title&sort[2]=id&fields[book][0]=title&fields[book][1]=pages&include[0]=author&include[1]=reviews&_stats[0]=price&_stats[1]=pages',
    ],
    [
      'indexes with gaps and in any order',
      'sort[9]=id&fields[book][70]=pages&sort[1]=-pages&include[9999]=reviews&fields[book][8]=title&include[10]=author&sort[02]=title&_stats[3]=pages&_stats[2]=price',
    ],
    ['percent-encoded', wholeLists.replace('sort=-pages,title,id', 'sort%5B%5D=-pages&sort%5b%5d=title&sort%5B%5D=id')],
    ['entries that are lists', wholeLists.replace('sort=-pages,title,id', 'sort[1]=title,id&sort[0]=-pages')],
  ])('%s › is the same list, with the same links', (_, search) => {
    expect(parse('/book', search)).toEqual(parse('/book', wholeLists));
  });

  it('the ranges of a facet › are a list', () => {
    const whole = parse('/book', '_facet[pages]=9&_facet[pages][ranges]=100,200');
    expect(parse('/book', '_facet[pages]=9&_facet[pages][ranges][]=100&_facet[pages][ranges][]=200')).toEqual(whole);
    expect(parse('/book', '_facet[pages]=9&_facet[pages][ranges][1]=200&_facet[pages][ranges][0]=100')).toEqual(whole);
    expect(problemTexts('/book', '_facet[pages]=9&_facet[pages][sort][]=value')).toHaveLength(1);
  });

  it('one entry, or an empty one › is a list', () => {
    expect(parse('/book', 'sort[7]=title')).toEqual(parse('/book', 'sort=title'));
    expect(parse('/book', 'include[]=')).toEqual(parse('/book', 'include='));
    expect(parse('/book', 'fields[book][0]=')).toEqual(parse('/book', 'fields[book]='));
    expect(problemTexts('/book', 'sort[]=title&sort[]=')[0]).toContain('"sort" has an empty entry');
  });

  const advice = (list: string): string =>
    `Send the whole list in one form: ${list}=<name>,<name>, or ${list}[]=<name> for each name, or ${list}[0]=<name>, ${list}[1]=<name> and so on.`;

  it.each([
    ['sort=title&sort[]=pages', 'sort[]', 'sort'],
    ['sort[]=title&sort=pages', 'sort', 'sort'],
    ['sort[]=title&sort[1]=pages&sort[2]=id', 'sort[1]', 'sort'],
    ['include[0]=author&include[]=reviews', 'include[]', 'include'],
    ['fields[book]=title&fields[book][0]=pages', 'fields[book][0]', 'fields[book]'],
  ])('%s › mixes forms: one problem', (search, name, list) => {
    expect(problemTexts('/book', search)).toEqual([
      `InvalidParameter [${name}] "${name}" continues the list "${list}" in another form. ${advice(list)}`,
    ]);
  });

  it.each([
    ['sort[1]=title&sort[1]=pages', 'sort[1]'],
    ['sort[1]=title&sort[01]=pages', 'sort[01]'],
  ])('%s › uses an index twice: is refused', (search, name) => {
    expect(problemTexts('/book', search)).toEqual([
      `InvalidParameter [${name}] "${name}" was sent more than once; give each entry of the list a different number.`,
    ]);
  });

  it('a list that is not accepted › one problem', () => {
    expect(problemTexts('/book/a', 'sort[]=title&sort[]=pages')).toHaveLength(1);
    expect(problemTexts('/book', 'sorts[]=title')[0]).toContain('sort=<field>,-<field>');
  });

  it('a thousand entries › are one list', () => {
    const entries = Array.from({ length: 1000 }, (_, at) => `fields[book][${at}]=${at % 2 === 0 ? 'title' : 'pages'}`);
    expect(parse('/book', entries.join('&'))).toMatchObject({
      fieldsets: new Map([['book', new Set(['title', 'pages'])]]),
    });
  });
});

describe('unknown parameter', () => {
  it.each([
    ['limit', 'page[limit]=1'],
    ['per_page', 'page[limit]=1'],
    ['pageSize', 'page[limit]=1'],
    ['offset', 'page[skip]=1'],
    ['skip', 'page[skip]=1'],
    ['q', 'filter[<field>][_contains]=<text>'],
    ['where', 'filter[<field>][<operator>]=<value>'],
    ['filters', 'filter[<field>][<operator>]=<value>'],
    ['filters[title][_eq]', 'filter[title][_eq]=1'],
    ['Filter[title][_eq]', 'filter[title][_eq]=1'],
    ['FILTER', 'filter[<field>][<operator>]=<value>'],
    ['Page[limit]', 'page[limit]'],
    ['pgae[limit]', 'page[limit]'],
    ['feilds[book]', 'fields[book]'],
    ['field[book]', 'fields[book]'],
    ['SORT', 'sort=<field>,-<field>'],
    ['order_by', 'sort=<field>,-<field>'],
    ['$orderby', 'sort=<field>,-<field>'],
    ['populate', 'include=<relationship>,<relationship>.<relationship>'],
    ['includes', 'include=<relationship>,<relationship>.<relationship>'],
    ['expand[]', 'include=<relationship>,<relationship>.<relationship>'],
    ['title', 'filter[title][_eq]=1'],
    ['id', 'filter[id][_eq]=1'],
    ['body', 'filter[body][_contains]=1'],
    ['author', 'filter[author][id][_eq]=1'],
  ])('%s › suggests %s', (name, form) => {
    expect(problemTexts('/book', `${name}=1`)).toEqual([
      `UnknownParameter [${name}] There is no parameter "${name}" here. Did you mean "${form}"? ${LIST}`,
    ]);
  });

  it.each([
    ['pagination[page]=3&pagination[pageSize]=10', 'page[skip]=20'],
    ['pageNumber=3&limit=5', 'page[skip]=10'],
    ['page[number]=3&page[size]=10', 'page[skip]=20'],
    ['page=3&per_page=10', 'page[skip]=20'],
    ['_page=3&page[limit]=10', 'page[skip]=20'],
    ['page[size]=10&page[number]=0', 'page[limit]=10'],
    ['pageNumber=3&limit=5', 'page[limit]=5'],
  ])('%s › a page as a number of items, from both parameters: %s', (search, request) => {
    expect(problemTexts('/book', search).join('\n')).toContain(`Did you mean "${request}"?`);
  });

  it.each(['zzzzzz', '', 'cover', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__[polluted]'])(
    '"%s" › has no near form',
    (name) => {
      expect(problemTexts('/book', `${name}=1`)).toEqual([
        `UnknownParameter [${name}] There is no parameter "${name}" here. ${LIST}`,
      ]);
    },
  );

  it.each([
    ['/', 'foo', `There is no parameter "foo" here. ${NONE}`],
    ['/', 'sort', `The root takes no "sort". ${NONE}`],
    ['/', 'page[limit]', `The root takes no "page". ${NONE}`],
    ['/', 'filter[title][_eq]', `The root takes no "filter". ${NONE}`],
    ['/', 'fields[book]', `The root takes no "fields". ${NONE}`],
    ['/book/b1', 'limit', `There is no parameter "limit" here. ${SINGLE}`],
    ['/book/b1', 'filters[title][_eq]', `There is no parameter "filters[title][_eq]" here. ${SINGLE}`],
    ['/book/b1', 'Page[limit]', `There is no parameter "Page[limit]" here. ${SINGLE}`],
    [
      '/book/b1',
      'Page[reviews][limit]',
      `There is no parameter "Page[reviews][limit]" here. Did you mean "page[reviews][limit]"? ${SINGLE}`,
    ],
    ['/book/b1', 'title', `There is no parameter "title" here. ${SINGLE}`],
    ['/book/b1/relationships/reviews', 'include', `The linkage of a relationship takes no "include". ${LINKAGE}`],
    ['/book/b1/relationships/reviews', 'fields[book]', `The linkage of a relationship takes no "fields". ${LINKAGE}`],
    ['/book/b1/relationships/reviews', 'sort', `The linkage of a relationship takes no "sort". ${LINKAGE}`],
    [
      '/book/b1/relationships/reviews',
      'filter[id][_eq]',
      `The linkage of a relationship takes no "filter". ${LINKAGE}`,
    ],
    [
      '/book/b1/relationships/reviews',
      'page[book][limit]',
      `The linkage of a relationship takes no "page[book][limit]". ${LINKAGE}`,
    ],
    [
      '/book/b1/relationships/author',
      'include',
      `The linkage of the to-one relationship "author" takes no "include". ${NONE}`,
    ],
  ])('%s › %s is unknown', (path, name, detail) => {
    expect(problemTexts(path, `${name}=1`)).toEqual([`UnknownParameter [${name}] ${detail}`]);
  });

  it.each([
    ['/book/b1', 'filter[title][_eq]', `A single item takes no "filter"; "filter" is for the list. ${SINGLE}`],
    ['/book/b1', 'sort', `A single item takes no "sort"; "sort" is for the list. ${SINGLE}`],
    [
      '/book/b1/author',
      'filter[name][_eq]',
      `The related item of the to-one relationship "author" takes no "filter". ${SINGLE}`,
    ],
    ['/book/b1/author', 'sort', `The related item of the to-one relationship "author" takes no "sort". ${SINGLE}`],
  ])('%s › %s is misplaced', (path, name, detail) => {
    expect(problemTexts(path, `${name}=1`)).toEqual([`InvalidParameter [${name}] ${detail}`]);
  });
});

describe('problems', () => {
  it('mistakes in all parts of a request › all problems in one error, without a complexity', () => {
    const error = failure(
      '/book',
      'filter[titel][_eq]=x&sort=cover&include=autor&page[limit]=x&fields[book]=nope&limit=3&filter[pages][_eq]=a',
    );
    expect(error.problems.map(({ code, parameter }) => `${code} ${parameter}`)).toEqual([
      'UnknownParameter limit',
      'UnknownField filter[titel][_eq]',
      'InvalidValue filter[pages][_eq]',
      'InvalidParameter sort',
      'UnknownField fields[book]',
      'UnknownField include',
      'InvalidValue page[limit]',
    ]);
    expect(error.complexity).toBe(0);
    expect(error.status).toBe(400);
  });

  it('mistakes outside of the shape › the error has the complexity', () => {
    expect(failure('/book', 'sort=cover&include=author').complexity).toBe(50 + 20 * (10 + 20));
    expect(failure('/book/..', 'include=author').complexity).toBe(80);
    expect(failure('/nope').complexity).toBe(0);
  });

  it('many problems › are counted after the first 20', () => {
    const names = Array.from({ length: 25 }, (_, i) => `zz${i}zz`);
    const lines = problemTexts('/book', names.join('&'));
    expect(lines).toHaveLength(21);
    expect(lines[20]).toBe('InvalidParameter 5 more problems are not listed here.');
    expect(problemTexts('/book', names.slice(0, 21).join('&'))[20]).toBe(
      'InvalidParameter 1 more problem is not listed here.',
    );
    expect(problemTexts('/book', names.slice(0, 20).join('&'))).toHaveLength(20);
  });
});
