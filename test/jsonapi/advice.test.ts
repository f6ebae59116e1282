/**
 * Advice in problems: the suggested form is accepted and has the intended meaning.
 */
import { describe, expect, it } from 'vitest';
import { RequestError, type RequestProblem } from '../../src/content/errors/index.js';
import { contentModel, contentType } from '../../src/content/model/index.js';
import type { Filter } from '../../src/engine/query/query-tree.js';
import { parseRequest } from '../../src/jsonapi/index.js';

const model = contentModel('shelf', [
  contentType(
    'book',
    [
      { name: 'title', type: 'text', search: { weight: 1 } },
      { name: 'name', type: 'text' },
      { name: 'labels', type: 'text', many: true },
      { name: 'published', type: 'dateTime', format: 'dateTime' },
      { name: 'author', type: 'relationship', to: ['author'], many: false },
      { name: 'related', type: 'relationship', to: ['book', 'author'], many: true },
    ],
    'en',
  ),
  contentType('author', [{ name: 'name', type: 'text' }]),
]);

/** @returns the only problem's detail, or undefined where the request is accepted */
function refusalOf(path: string, search: string): string | undefined {
  try {
    parseRequest(model, path, `?${search}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    expect(error.problems).toHaveLength(1);
    return error.problems[0]?.detail;
  }
}

const parameter = /(?:filter)(?:\[[^\]\s]*\])+=(?:<\w+>|[^\s".,]+)/;

/** @returns the parameter that is advised, with a value */
function adviceIn(detail: string | undefined): string {
  const [advised] = parameter.exec(detail ?? '') ?? [];
  if (advised === undefined) throw new Error(`no advice in: ${detail}`);
  return advised.replace('<field>', 'title').replace(/<(?:value|words|text|id)>/, 'red');
}

const filterOf = (search: string): Filter | undefined => {
  const request = parseRequest(model, '/book', `?${search}`);
  return request.kind === 'collection' ? request.filter : undefined;
};

describe('advice', () => {
  it.each([
    ['/book', 'q=red', 'filter[_search]=red'],
    ['/book', 'search=red', 'filter[_search]=red'],
    ['/book', 'filter[search]=red', 'filter[_search]=red'],
    ['/book', 'filter[q]=red', 'filter[_search]=red'],
    ['/author', 'q=red', 'filter[title][_contains]=red'],
    ['/author', 'filter[query]=red', 'filter[title][_contains]=red'],
    ['/book', 'filter[_OR][a][name][_eq]=red', 'filter[_OR][0][name][_eq]=red'],
    ['/book', 'filter[_OR][name][_eq]=red', 'filter[_OR][][name][_eq]=red'],
    ['/book', 'filter[_OR][-1][name][_eq]=red', 'filter[_OR][0][name][_eq]=red'],
    ['/book', 'filter[_AND][first][_OR][0][name][_eq]=red', 'filter[_AND][0][_OR][0][name][_eq]=red'],
    ['/book', 'filter[name][_notContains]=red', 'filter[_NOT][][name][_contains]=red'],
    ['/book', 'filter[name][not_like]=red', 'filter[_NOT][][name][_contains]=red'],
    ['/book', 'filter[name][_nstartsWith]=red', 'filter[_NOT][][name][_startsWith]=red'],
    ['/book', 'filter[name][doesNotEndWith]=red', 'filter[_NOT][][name][_endsWith]=red'],
    ['/book', 'filter[name]=ne:red', 'filter[name][_neq]=red'],
    ['/book', 'filter[name]=$contains:red', 'filter[name][_contains]=red'],
    ['/book', 'filter[not][name][_eq]=red', 'filter[_NOT][0][name][_eq]=red'],
    ['/book', 'filter[$or][1][name][$eq]=red', 'filter[_OR][1][name][_eq]=red'],
    ['/book', 'filter[_AND][0][or][name][_eq]=red', 'filter[_AND][0][_OR][0][name][_eq]=red'],
    ['/book', 'filter[name][notNull]=1', 'filter[name][_exists]=true'],
    ['/book', 'filter[name][_null]=1', 'filter[name][_exists]=false'],
    ['/book', 'filter[name][_empty]=1', 'filter[name][_exists]=false'],
    ['/book', 'filter[name][_notEmpty]=1', 'filter[name][_exists]=true'],
    ['/book', 'filter[name][_notExists]=1', 'filter[name][_exists]=false'],
    ['/book', 'filter[author][id][doesNotEqual]=red', 'filter[_NOT][][author][id][_eq]=red'],
    ['/book/b/related', 'q=red', 'filter[title][_contains]=red'],
    ['/book', 'author=red', 'filter[author][id][_eq]=red'],
    ['/book', 'id=red', 'filter[id][_eq]=red'],
  ])('%s?%s › is %s', (path, search, advised) => {
    const advice = adviceIn(refusalOf(path, search));
    expect(advice).toBe(advised);
    expect(refusalOf('/book', advice)).toBeUndefined();
  });

  it('the opposite of an operator › selects the other items', () => {
    expect(filterOf(adviceIn(refusalOf('/book', 'filter[name][_notContains]=red')))).toMatchObject({
      kind: 'not',
      child: { kind: 'condition', field: 'name', operator: '_contains' },
    });
  });

  it.each([
    ['filter[name][_ilike]=red', ' Did you mean "_contains"? '],
    [
      'filter[name][_between]=1',
      ' Write a range as two filters: filter[name][_gte]=<value> and filter[name][_lte]=<value>. ',
    ],
    ['filter[name][notXylophone]=red', '"notXylophone". "name" (text) takes _exists, '],
    ['filter[name][no]=red', '"no". "name" (text) takes _exists, '],
    ['filter[labels][_neq]=red', 'filter[_NOT][][labels][_eq]=<value>. "labels" (text) takes '],
    ['filter[labels][_nin]=red', 'filter[_NOT][][labels][_in]=<value>. "labels" (text) takes '],
    ['filter[labels][_gt]=red', 'a filter can only test whether one of them is equal. "labels" (text) takes '],
    ['filter[author][id][_null]=1', 'To test for a value, write filter[author][_exists]=false.'],
    ['filter[author][id][_notContains]=1', 'filter[_NOT][][author][id][_contains]=<value>. "id" (text) takes '],
  ])('%s › names the accepted forms', (search, told) => {
    expect(refusalOf('/book', search)).toContain(told);
  });

  it.each([
    ['filter={"name":{"_eq":"red"}}', 'filter[name][_eq]=red.'],
    ['filter={"_or":[{"name":{"_in":["red","blue"]}}]}', 'filter[_OR][0][name][_in]=red,blue.'],
    ['filter={"name":', 'filter[<field>][<operator>]=<value>.'],
    [
      'filter[a][condition][path]=name&filter[a][condition][operator]=CONTAINS&filter[a][condition][value]=red',
      'write filter[name][_contains]=red.',
    ],
    ['filter[a][condition][value]=red', 'write filter[<field>][<operator>]=<value>.'],
  ])('%s › is one problem, which shows the request to send', (search, told) => {
    const detail = refusalOf('/book', search);
    expect(detail).toContain(told);
  });

  const item = '/book/b';
  const linkage = '/book/b/relationships/author';
  it.each([
    ['/book', 'filters[name][$eq]=red', 'filter[name][_eq]=red'],
    ['/book', 'filters[$or][0][name][$containsi]=red', 'filter[_OR][0][name][_icontains]=red'],
    ['/book', 'filters[name][$notNull]=true', 'filter[name][_exists]=true'],
    ['/book', 'filters[name][$between]=a,b', 'filter[name][_gte]=a&filter[name][_lte]=b'],
    ['/book', 'filters[name]=red', 'filter[name][_eq]=red'],
    ['/book', 'where[author][equals]=a', 'filter[author][_eq]=a'],
    ['/book', 'filters[name][$eq]=Tom%20%26%20Jerry', 'filter[name][_eq]'],
    ['/book', 'where={"name":{"equals":"red"}}', 'filter[name][_eq]=red'],
    ['/book', 'populate=*', 'include=author,related'],
    ['/book', 'populate[author][fields][0]=name', 'include=author'],
    ['/book', 'pagination[page]=3', 'page[skip]=40'],
    ['/book', 'pagination[start]=30', 'page[skip]=30'],
    ['/book', 'page=2', 'page[skip]=20'],
    ['/book', 'fields.name[match]=red', 'filter[name][_contains]=red'],
    ['/book', 'fields.name=red', 'filter[name][_eq]=red'],
    ['/book', 'sys.id=b', 'filter[id][_eq]=b'],
    ['/book', 'order=-fields.name', 'sort=-name'],
    ['/book', '$orderby=name%20desc', 'sort=-name'],
    ['/book', "$filter=name%20eq%20'red'", 'filter[name][_eq]=red'],
    ['/book', "$filter=contains(name,'red')%20and%20id%20ne%20'b'", 'filter[name][_contains]=red&filter[id][_neq]=b'],
    ['/book', '$filter=startswith(name', 'filter[<field>][<operator>]=<value>'],
    ['/book', 'query=*[_type == "book" %26%26 name == "red"]{name}', 'filter[name][_eq]=red'],
    ['/book', 'query=*[_type == "book"]', 'filter[<field>][<operator>]=<value>'],
    ['/book', 'select=fields.name', 'fields[book]=name'],
    ['/book', 'limit=3', 'page[limit]=3'],
    ['/book', 'offset=3', 'page[skip]=3'],
    ['/book', 'facets[name]=3', '_facet[name]'],
    ['/book', 'sorts[name]=1', 'sort=<field>,-<field>'],
    ['/book', 'includes[author]=1', 'include=<relationship>,<relationship>.<relationship>'],
    ['/book', 'statistics[name]=1', '_stats=<field>,<field>'],
    ['/book', 'fieldz[book]=name', 'fields[book]'],
    [item, 'populate=author', 'include=author'],
    [item, 'columns=name', 'fields[book]=name'],
    [item, 'orderby=name', undefined],
    [item, 'limit=3', undefined],
    [item, 'q=red', undefined],
    [item, 'name=red', undefined],
    [linkage, 'populate=author', undefined],
    [linkage, 'fieldz[book]=name', undefined],
    ['/book', 'xylophone=1', undefined],
  ])('%s?%s › suggests %s', (path, search, meant) => {
    const detail = refusalOf(path, search) ?? '';
    expect(/Did you mean "([^"]*)"\?/.exec(detail)?.[1]).toBe(meant);
  });

  it.each([
    ['sort=name:desc', ' Did you mean sort=-name? '],
    ['sort=name+ASC', ' Did you mean sort=name? '],
    ['sort=author.name:desc', ' Did you mean sort=-author.name? '],
    ['utm_source=mail', " Leave it out, or start the server with --ignore-parameter 'utm_*'. "],
    ['gclid=1', ' Leave it out, or start the server with --ignore-parameter gclid. '],
  ])('%s › says%s', (search, told) => {
    expect(refusalOf('/book', search)).toContain(told);
  });

  it('a locale of a space without locales › the problem says to leave it out', () => {
    expect(refusalOf('/book', 'localeCode=de')).toContain('This space has no locales. Leave');
  });

  it.each(['_notIn', 'nin', 'notin', 'except'])('the operator %s › suggests _nin', (operator) => {
    expect(refusalOf('/book', `filter[name][${operator}]=a,b`)).toContain('Did you mean "_nin"?');
    expect(refusalOf('/book', 'filter[name][_nin]=a,b')).toBeUndefined();
  });

  it.each([
    ['2024-02-29T10:30:15.1234+0200', 'at most three digits after the point'],
    ['10000-01-01', 'from 0000 to 9999'],
    ['2025-02-30', 'has no day 30'],
  ])('the value %s › the problem says what is wrong', (value, mistake) => {
    expect(refusalOf('/book', `filter[published][_eq]=${encodeURIComponent(value)}`)).toContain(mistake);
  });
});

describe('a correction for programs', () => {
  /** @returns the first problem */
  function problemOf(search: string): RequestProblem | undefined {
    try {
      parseRequest(model, '/book', `?${search}`);
    } catch (error) {
      if (error instanceof RequestError) return error.problems[0];
      throw error;
    }
    return undefined;
  }

  /** The parameters that the only problem's corrections send, as they follow from what was sent. */
  function sentInstead(search: string): readonly string[] {
    try {
      parseRequest(model, '/book', `?${search}`);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const corrections = error.problems[0]?.corrections ?? [];
      return corrections.flatMap(({ send = [] }) => send.map(({ parameter: name, value = '…' }) => `${name}=${value}`));
    }
    throw new Error(`accepted: ${search}`);
  }

  it.each([
    ['filter[_NOT][0][author][_eq]=a1', 'filter[_NOT][0][author][id][_eq]=…'],
    ['filter[_OR][][name]=red', 'filter[_OR][][name][_eq]=…'],
    ['filter[author][_neq]=a1', 'filter[author][id][_neq]=…'],
    ['filter[author][_null]=true', 'filter[author][_exists]=false'],
    ['filter[author][_nnull]=true', 'filter[author][_exists]=true'],
    ['filter[author][_eq]=null', 'filter[author][_exists]=false'],
    ['filter[_NOT][0][name][$null]=false', 'filter[_NOT][0][name][_exists]=true'],
    ['filter[published]=>=2020-01-01', 'filter[published][_gte]=2020-01-01'],
    ['published=>2020-01-01', 'filter[published][_gt]=2020-01-01'],
    ['published=2020-01-01..', 'filter[published][_gte]=2020-01-01'],
    ['author=null', 'filter[author][_exists]=false'],
    ['author=a,b', 'filter[author][id][_in]=…'],
    ['fields=title,id', 'fields[book]=title'],
    ['filter[name][]=red&filter[name][]=blue', 'filter[name][_in]=…'],
    ['filter[name][$in][0]=red', 'filter[name][_in]=…'],
    ['filter[name][like]=%25red%25', 'filter[name][_contains]=red'],
    ['filter[name][like]=red%25', 'filter[name][_startsWith]=red'],
    ['page[number]=3&page[size]=10', 'page[skip]=20'],
  ])('%s › keeps what was asked: %s', (search, sent) => {
    expect(sentInstead(search)).toEqual([sent]);
  });

  it.each([
    'filter[author][_gt]=1',
    'filter[author][_none][name][_eq]=red',
    'page[related][number]=2',
    'page[after]=x',
    'filter[_search]=red&_match=any',
    'filter[published]=soon',
    'published=soon',
    'filter[_OR][][published]=2020-01-01..2021-01-01',
    'fields=-title',
    'fields[book]=-title',
    'fields=*',
    'fields=title,author.nmae',
    'status=draft',
    '_status=published',
    'sorts[name]=1',
    'stats=red',
  ])('%s › has none that asks for something else', (search) => {
    expect(sentInstead(search)).toEqual([]);
  });

  it.each([
    ['limit=5&page[limit]=5', 'page[limit]'],
    ['page[size]=5&page[limit]=5', 'page[limit]'],
    ['offset=5&page[skip]=5', 'page[skip]'],
    ['orderby=name&sort[]=title', 'sort[]'],
    ['orderby=-name&sort=name', 'sort'],
    ['populate=author&include[0]=related', 'include[0]'],
  ])('%s › repeats no parameter, and says which one there is: %s', (search, repeated) => {
    expect(sentInstead(search)).toEqual([]);
    expect(problemOf(search)?.detail).toContain(`This request has "${repeated}" already: send one of the two.`);
  });

  const range = ['filter[published][_gte]=2020-01-01', 'filter[published][_lte]=2021-01-01'];
  const nested = ['fields[book]=title,author', 'fields[author]=name', 'include=author'];
  it.each([
    ['filter[published]=2020-01-01..2021-01-01', range],
    ['published=2020-01-01..2021-01-01', range],
    ['filter[published][_between]=2020-01-01,2021-01-01', range],
    ['fields=title,author.name', nested],
    ['fields[book]=title,author.name', nested],
  ])('%s › is several parameters, which are accepted', (search, sent) => {
    expect(sentInstead(search)).toEqual(sent);
    expect(problemOf(sent.join('&'))).toBeUndefined();
  });

  it('parameters of two names for one › are corrected to one', () => {
    expect(sentInstead('limit=5&per_page=5')).toEqual(['page[limit]=5']);
    expect(sentInstead('populate[1]=author&include=related')).toEqual(['include=author']);
  });

  it.each([
    ['sort[]=title&sort[]=nane', 'sort[]'],
    ['sort[0]=title&sort[1]=-nane', 'sort[1]'],
    ['include[]=autor', 'include[]'],
    ['include[0]=author&include[1]=author.related,relatd', 'include[0]'],
    ['include[0]=author&include[1]=relatd', 'include[1]'],
    ['fields[book][0]=name&fields[book][1]=titel', 'fields[book][1]'],
    ['_stats[0]=title&_stats[1]=publishd', '_stats[1]'],
  ])('%s › the error names the entry as it was sent: %s', (search, entry) => {
    expect(problemOf(search)?.parameter).toBe(entry);
  });
});
