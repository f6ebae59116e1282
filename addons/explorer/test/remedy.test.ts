/**
 * The corrections that the explorer offers: each is a request that the server answers without the error.
 */
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/golden/golden.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { readTarget } from '../app/address/place.js';
import { findRemedies } from '../app/ask/remedy.js';
import { isObject, type JsonObject, readList } from '../app/model/resource.js';

async function firstError(target: string): Promise<JsonObject | undefined> {
  const [error] = readList(answerOf(await openBookshop(), target), 'errors').filter(isObject);
  return error;
}

/** @returns the requests of the first error's buttons */
async function correctAll(target: string): Promise<readonly string[]> {
  const error = await firstError(target);
  if (error === undefined) throw new Error(`${target} has no error`);
  // The text of the error is for people: the corrections do not come from it.
  return findRemedies(readTarget(target), { ...error, detail: '' }).map((remedy) => remedy.target);
}

/** @returns the request of the first button; undefined if there is none */
const correct = async (target: string): Promise<string | undefined> => (await correctAll(target))[0];

describe('the correction of', () => {
  it.each([
    ['a name', '/book?filter[prise][_eq]=9', '/book?filter[price][_eq]=9'],
    ['a name, beside a longer one', '/book?sort=subtitle,-titl', '/book?sort=subtitle,-title'],
    ['a path with dots in brackets', '/book?filter[author.nmae][_eq]=x', '/book?filter[author][name][_eq]=x'],
    ['the relationship of a path', '/book?filter[athor.name][_eq]=x', '/book?filter[author][name][_eq]=x'],
    ['a path with dots to an existing field', '/book?filter[author.name][_eq]=x', '/book?filter[author][name][_eq]=x'],
    ['a path to a sort key', '/book?sort=-price,-author.nmae', '/book?sort=-price,-author.name'],
    ['a path to an included item', '/book?include=author.contry', '/book?include=author.country'],
    ['a path to a facet', '/book?_facet[author.contry]=5', '/book?_facet[author.country]=5'],
    ['the beginning of a path', '/book?_facet[athor.country]=5', '/book?_facet[author.country]=5'],
    ['a path in a group', '/book?filter[_OR][0][author.nmae][_eq]=x', '/book?filter[_OR][0][author][name][_eq]=x'],
    ['an operator in the value', '/book?filter[price]=gt:9', '/book?filter[price][_gt]=9'],
    ['a key in an entry of a list', '/book?sort[0]=title&sort[1]=-prise', '/book?sort[0]=title&sort[1]=-price'],
    ['a step in an entry of a list', '/book?include[]=author.contry', '/book?include[]=author.country'],
    ['an order after a key', '/book?sort=price,title:desc', '/book?sort=price,-title'],
    ['a parameter', '/book?page[size]=3', '/book?page[limit]=3'],
    ['a parameter that keeps its value', '/book?search=salt', '/book?filter[_search]=salt'],
    ['a parameter of another system', '/book?filters[title][$eq]=x', '/book?filter[title][_eq]=x'],
    ['an order after a descending key', '/book?sort=price,-title:desc', '/book?sort=price,-title'],
    ['an order after a path', '/book?sort=author.name:desc', '/book?sort=-author.name'],
    ['a filter in JSON', '/book?filter={"price":{"_lt":9}}', '/book?filter[price][_lt]=9'],
    ['a list without an operator', '/book?filter[genre]=Crime,Poetry', '/book?filter[genre][_in]=Crime,Poetry'],
    ['a relationship without its id', '/book?filter[author]=victor-salt', '/book?filter[author][id][_eq]=victor-salt'],
    ['a search in a group', '/book?filter[_OR][0][_search]=salt', '/book?filter[_search]=salt'],
    ['an unknown _match', '/book?filter[_search]=salt&_match=al', '/book?filter[_search]=salt&_match=all'],
    ['a facet above the maximum', '/book?_facet[genre]=2000', '/book?_facet[genre]=1000'],
    ['a page of another system', '/book?pagination[page]=3', '/book?page[skip]=40'],
    [
      'a filter in OData',
      "/book?$filter=price lt 9 and genre eq 'Crime'",
      '/book?filter[price][_lt]=9&filter[genre][_eq]=Crime',
    ],
    ['a group', '/book?filter[or][0][price][_eq]=3', '/book?filter[_OR][0][price][_eq]=3'],
    ['a type in the path', '/boks', '/book'],
    ['fields without their type', '/book?fields=title,price', '/book?fields[book]=title,price'],
    ['a limit above the maximum', '/book?sort=price&page[limit]=100000', '/book?sort=price&page[limit]=100'],
  ])('%s', async (_, target, corrected) => {
    expect(await correct(target)).toBe(corrected);
    expect(await firstError(corrected)).toBeUndefined();
  });

  it.each([
    ['a name that is not similar to any', '/book?filter[qqqqqq][_eq]=9'],
    ['a form with an open place', '/book?filter[author.name]=x'],
    ['a parameter that is missing', '/_search'],
    ['a value that is cut in the message', `/book?filter[price]=gt:${'9'.repeat(100)}`],
  ])('%s › none', async (_, target) => {
    expect(await correct(target)).toBeUndefined();
  });

  it('a query that is too complex › one button for each change that is enough', async () => {
    const include = 'author.books.author.books.author';
    const corrections = await correctAll(`/book/turf?include=${include}&page[author][books][limit]=100`);
    expect(corrections).toEqual([
      `/book/turf?include=${include}&page[author][books][limit]=7`,
      '/book/turf?include=author.books.author&page[author][books][limit]=100',
    ]);
    for (const corrected of corrections) expect(await firstError(corrected)).toBeUndefined();
  });
});
