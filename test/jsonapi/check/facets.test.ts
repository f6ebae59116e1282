/**
 * `_facet` and `_stats`: their meaning, refused forms, and the advice.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { parse, problems, problemTexts } from '../parsing.js';

/** What is counted, in a form that is easy to compare. */
function counted(search: string, path = '/book') {
  const request = parse(path, search);
  if (request.kind !== 'collection' && request.kind !== 'related') throw new Error(`${request.kind} counts nothing`);
  return request.counting;
}

const plain = { grouping: { kind: 'values' }, prefix: undefined, isByValue: false, ignoresOwnConditions: false };

describe('facets', () => {
  it('with all options, in any order › are parsed, in the order of the model', () => {
    const search =
      '_facet[author][include]=true&_facet[published][interval]=month&_facet[author]=2&_facet[published]=3' +
      '&_facet[genre][prefix]=F%C3%A9&_facet[genre]=1&_facet[genre][sort]=value&_facet[genre][own]=ignored&_facet[inPrint]=1000';
    const counting = counted(search);
    expect(counting?.facets).toHaveLength(4);
    expect(counting?.facets).toEqual(
      expect.arrayContaining([
        {
          ...plain,
          field: 'genre',
          limit: 1,
          prefix: new TextEncoder().encode('Fé'),
          isByValue: true,
          ignoresOwnConditions: true,
        },
        { ...plain, field: 'published', limit: 3, grouping: { kind: 'period', period: 'month' } },
        { ...plain, field: 'inPrint', limit: 1000 },
        { ...plain, field: 'author', limit: 2 },
      ]),
    );
    expect(counting?.included).toEqual(new Set(['author']));
    const shuffled = search.split('&').reverse().join('&');
    expect(counted(shuffled)).toEqual(counting);
  });

  it.each([
    ['price', '0,10.50,20', [0n, 1050n, 2000n]],
    ['price', '-1.005,1.005,2', [-100n, 101n, 200n]],
    ['pages', '-3,0,7', [-3n, 0n, 7n]],
  ])('%s in ranges %s › begin at the least value that is not below each', (field, ranges, units) => {
    const [facet] = counted(`_facet[${field}]=5&_facet[${field}][ranges]=${ranges}`)?.facets ?? [];
    const ends = facet?.grouping.kind === 'ranges' ? facet.grouping.ends : [];
    expect(ends.map((end) => end.units)).toEqual(units);
    expect(ends.map(({ label }) => String(label))).toEqual(ranges.split(','));
  });

  it('an empty prefix, the default order and no inclusion › are the defaults', () => {
    expect(counted('_facet[genre]=1&_facet[genre][prefix]=&_facet[genre][sort]=count')?.facets).toEqual([
      { ...plain, field: 'genre', limit: 1 },
    ]);
    expect(counted('_facet[author]=1&_facet[author][include]=false')?.included.size).toBe(0);
    expect(counted('')).toBeUndefined();
  });

  it.each([
    ['_facet=3', 'InvalidParameter', /the form is _facet\[<field>\]=<limit>/],
    ['_facet[genre][sort][x]=1', 'InvalidParameter', /the form is/],
    ['_facet[gener]=3', 'UnknownField', /Did you mean "genre"\?/],
    ['_facet[id]=3', 'UnknownField', /no field "id"/],
    ['_facet[cover]=3', 'InvalidParameter', /no facet of "cover" \(image\), only of fields of the types boolean/],
    ['_facet[body]=3', 'InvalidParameter', /no facet of "body" \(markdown\)/],
    ['_facet[genre]=1001', 'InvalidValue', /an integer from 0 to 1000/],
    ['_facet[genre]=', 'InvalidValue', /an integer from 0 to 1000/],
    ['_facet[genre]=-1', 'InvalidValue', /an integer from 0 to 1000/],
    ['_facet[genre][own]=ignored', 'InvalidParameter', /add _facet\[genre\]=<limit>/],
    ['_facet[genre]=1&_facet[genre][own]=yes', 'InvalidValue', /takes the word "ignored"/],
    ['_facet[genre]=1&_facet[genre][size]=1', 'UnknownParameter', /The options are: interval, ranges/],
    ['_facet[genre]=1&_facet[genre][Sort]=value', 'UnknownParameter', /Did you mean "sort"\?/],
    ['_facet[genre]=1&_facet[genre][interval]=year', 'InvalidParameter', /an option for fields of the types dateTime/],
    ['_facet[genre]=1&_facet[genre][ranges]=1,2', 'InvalidParameter', /of the types integer, decimal/],
    ['_facet[pages]=1&_facet[pages][prefix]=1', 'InvalidParameter', /of the types select, text, relationship/],
    ['_facet[genre]=1&_facet[genre][include]=true', 'InvalidParameter', /of the types relationship/],
    ['_facet[published]=1&_facet[published][interval]=week', 'InvalidValue', /which takes year, month, day/],
    ['_facet[pages]=1&_facet[pages][ranges]=1,a', 'InvalidValue', /"a" is not a number that can divide "pages"/],
    ['_facet[pages]=1&_facet[pages][ranges]=1.5', 'InvalidValue', /"1.5" is not a number that can divide "pages"/],
    ['_facet[pages]=1&_facet[pages][ranges]=2,2', 'InvalidValue', /"2" is not greater than "2"/],
    ['_facet[price]=1&_facet[price][ranges]=1.001,1.002', 'InvalidValue', /is not greater than/],
    ['_facet[price]=1&_facet[price][ranges]=', 'InvalidValue', /"" is not a number/],
    [
      `_facet[price]=1&_facet[price][ranges]=${Array.from({ length: 101 }, (_, i) => i).join(',')}`,
      'InvalidValue',
      /has 101 numbers; at most 100/,
    ],
    ['_facet[genre]=1&_facet[genre]=2', 'InvalidParameter', /sent more than once/],
    ['_stats=prize', 'UnknownField', /Did you mean "price"\?/],
    ['_stats=price,,pages', 'InvalidParameter', /empty entry/],
    ['_stats=price,price', 'InvalidParameter', /more than once/],
    ['_stats=author', 'InvalidParameter', /no statistics of "author" \(relationship\)/],
    ['_stats[price]=1', 'InvalidParameter', /takes no name in brackets/],
    ['_facet[]=1', 'InvalidParameter', /"_facet\[\]" is not a facet/],
    ['_facet[genre]=1&_facet[genre][sort]=up', 'InvalidValue', /"up" is not a value .* which takes value, or count/],
    ['_facet[author]=1&_facet[author][include]=yes', 'InvalidValue', /which takes true or false/],
    ['_facet[genre]=12a', 'InvalidValue', /an integer from 0 to 1000/],
    ['_facet[author.age]=3', 'UnknownField', /"author" has no field "age"/],
    ['_facet[writer.name]=3', 'UnknownField', /"book" has no relationship "writer"/],
    ['_facet[author.tags.id]=3', 'InvalidParameter', /to items of the types tag, country. A facet follows .* one type/],
    ['_facet[author.books.author.books.title]=3', 'InvalidParameter', /through more than 3 relationships/],
    ['_stats=reviews.text', 'InvalidParameter', /"reviews", which is to-many.* A statistic follows to-one/],
    ['facet[genre]=3', 'UnknownParameter', /Did you mean "_facet\[genre\]"\?/],
    ['stats=price', 'UnknownParameter', /Did you mean "_stats=<field>,<field>"\?/],
  ])('%s › is refused', (search, code, detail) => {
    const [problem, ...others] = problems('/book', search);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code, detail: expect.stringMatching(detail) });
  });

  it('fields of related items › are counted in the order of the model, also behind to-many relationships', () => {
    const counting = counted('_facet[tags.label]=1&_facet[author.name]=2&_facet[author]=3&_stats=author.country.name');
    expect(counting?.facets.map(({ field, limit }) => `${field} ${limit}`)).toEqual([
      'author 3',
      'author.name 2',
      'tags.label 1',
    ]);
    expect(counting?.statistics).toEqual(['author.country.name']);
  });

  it('the maximum number of facets › is accepted; one more › is refused with the maximum', () => {
    const names = Array.from({ length: 21 }, (_, place) => `f${place}`);
    const wide = contentModel('wide', [
      contentType(
        'item',
        names.map((name) => ({ name, type: 'integer' })),
      ),
    ]);
    const facets = names.map((name) => `_facet[${name}]=1`);
    const allowed = parseRequest(wide, '/item', `${facets.slice(1).join('&')}&_stats=${names.slice(1)}`);
    expect(allowed).toMatchObject({ counting: { facets: { length: 20 }, statistics: { length: 20 } } });
    expect(problems('/item', `${facets.join('&')}&_stats=${names}`, wide)).toMatchObject([
      { code: 'InvalidParameter', parameter: '_facet', detail: expect.stringContaining('has 21 facets; at most 20') },
      { code: 'InvalidParameter', parameter: '_stats', detail: expect.stringContaining('names 21 fields; at most 20') },
    ]);
  });

  it('statistics of a list of texts › are refused', () => {
    expect(problemTexts('/odd', '_stats=labels')[0]).toMatch(
      /There are no statistics of "labels" \(text, with "many": true\), only of .* without "many"\./,
    );
  });

  it('of one item, or of linkage › are refused', () => {
    expect(problemTexts('/book/b1', '_facet[genre]=3')[0]).toMatch(/A single item takes no "_facet"/);
    expect(problemTexts('/book/b1/relationships/reviews', '_stats=stars')[0]).toMatch(/takes no "_stats"/);
  });
});

describe('the score of what is counted', () => {
  const score = (search: string): number => parse('/book', search).complexity;

  it('facets › 10, and 1 per value, with its item 11; statistics › 10 per field', () => {
    expect(score('page[limit]=0')).toBe(50);
    expect(score('_facet[genre]=7')).toBe(250 + 17);
    expect(score('_facet[genre]=7&_facet[author]=5&_facet[author][include]=true')).toBe(250 + 17 + 65);
    expect(score('page[limit]=0&_stats=price,pages')).toBe(70);
  });

  it('above the maximum › the problem has a change that fits', () => {
    const [problem] = problems('/book', 'page[limit]=100&_facet[author]=400&_facet[author][include]=true');
    expect(problem?.detail).toMatch(/is 5460; the maximum is 5000. It fits with page\[limit\]=54 or less/);
    const [alone] = problems('/book', 'page[limit]=0&_facet[author]=1000&_facet[author][include]=true');
    expect(alone).toMatchObject({ code: 'QueryTooComplex', parameter: 'page[limit]' });
    expect(alone?.detail).toMatch(
      /The facets alone have a score of 11010: ask for fewer facets, or for fewer values of each/,
    );
  });
});
