/**
 * The bound of a filter on the number of items that a list could return, and the score that follows from it.
 */
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import { type ContentModel, readContentModel } from '../../../src/content/model/index.js';
import { parseTarget } from '../../../src/jsonapi/index.js';

function readModel(json: object): ContentModel {
  const read = readContentModel(json);
  if (!('model' in read)) throw new Error(JSON.stringify(read));
  return read.model;
}

const key = { type: 'text', unique: true };
const model = readModel({
  space: 'site',
  locales: [
    { code: 'en', default: true },
    { code: 'fr', fallback: 'en' },
  ],
  contentTypes: [
    {
      name: 'page',
      fields: [
        { name: 'slug', localized: true, ...key },
        { name: 'number', type: 'integer', unique: true },
        { name: 'code', ...key, fold: true },
        { name: 'title', type: 'text', search: true },
        { name: 'author', type: 'relationship', to: 'person', many: false },
        { name: 'tags', type: 'relationship', to: 'tag', many: true },
        { name: 'blocks', type: 'relationship', to: 'block', many: true },
        { name: 'menu', type: 'relationship', to: 'page', many: true, page: { limit: 2 } },
        { name: 'items', type: 'relationship', to: ['page', 'person'], many: true },
      ],
    },
    {
      name: 'person',
      fields: [
        { name: 'slug', ...key },
        { name: 'code', type: 'text' },
      ],
    },
    { name: 'tag', fields: [{ name: 'label', type: 'text' }] },
    { name: 'block', fields: [{ name: 'body', type: 'markdown' }] },
  ],
});

const scoreOf = (target: string): number => parseTarget(model, target).complexity;
const detailOf = (target: string): string => {
  try {
    scoreOf(target);
  } catch (error) {
    if (error instanceof RequestError) return error.problems.map(({ detail }) => detail).join('\n');
    throw error;
  }
  return '';
};
const itemsCounted = (target: string): number => (scoreOf(target) - 50) / 10;

describe('a list › filtered by a field without repeated values', () => {
  it.each([
    ['/page?filter[slug][_eq]=a', 1],
    ['/page?filter[id][_eq]=a', 1],
    ['/page?filter[number][_eq]=7', 1],
    ['/page?filter[slug][_in]=a,b,c', 3],
    ['/page?filter[id][_in]=a,b&filter[slug][_in]=a,b,c', 2],
    ['/page?filter[slug][_in]=a,a', 1],
    ['/page?filter[slug][_eq]=a&filter[slug][_eq]=b', 1],
    ['/page?filter[slug][_eq]=a&filter[title][_contains]=x', 1],
    ['/page?filter[slug][_eq]=a&localeCode=fr', 1],
    ['/page?filter[slug][_eq]=a&filter[_search]=x', 1],
    ['/page?filter[slug][_eq]=a&page[limit]=100', 1],
    ['/page?filter[slug][_in]=a,b,c&page[limit]=2', 2],
    ['/page?filter[slug][_eq]=a&page[limit]=0', 0],
    ['/page/p/tags?filter[id][_in]=a,b', 2],
    // An item of each type may have the value.
    ['/page/p/items?filter[slug][_eq]=a', 2],
    ['/page/p/items?filter[id][_in]=a,b', 4],
  ])('%s › counts %s items', (target, items) => {
    expect(itemsCounted(target)).toBe(items);
  });

  it.each([
    // A group, also of one alternative.
    '/page?filter[_OR][][slug][_eq]=a',
    '/page?filter[_AND][0][slug][_eq]=a',
    '/page?filter[_NOT][][slug][_eq]=a',
    // Other operators.
    '/page?filter[slug][_neq]=a',
    '/page?filter[slug][_nin]=a',
    '/page?filter[slug][_startsWith]=a',
    '/page?filter[code][_ieq]=a',
    '/page?filter[slug][_exists]=false',
    // Other fields: not unique, of the related item, unique in one of the types only.
    '/page?filter[title][_eq]=a',
    '/page?filter[author][slug][_eq]=a',
    '/page?filter[author][id][_eq]=a',
    '/page?filter[tags][id][_in]=a,b',
    '/page/p/items?filter[code][_eq]=a',
  ])('%s › counts a page of items', (target) => {
    expect(itemsCounted(target)).toBe(20);
  });

  it('a page by its slug with its author, tags and blocks › is one request', () => {
    expect(scoreOf('/page?filter[slug][_eq]=a&include=author,tags,blocks')).toBe(50 + 10 + 20 + 210 + 210);
    expect(detailOf('/page?filter[title][_eq]=a&include=author,tags,blocks')).toBe(
      'The complexity of this query is 9050; the maximum is 5000. It fits with page[limit]=11 or less (now 20), or without tags in "include", or with a filter for one item: filter[slug][_eq]=<value>.',
    );
  });
});

describe('a relationship with a default page in the model', () => {
  it.each([
    ['/page/p?include=menu', 50 + 10 + 10 + 20],
    ['/page/p?include=menu.menu', 50 + 10 + 10 + 2 * (10 + 10 + 20)],
    ['/page/p?include=menu&page[menu][skip]=1', 50 + 10 + 10 + 20],
    ['/page/p?include=menu&page[menu][limit]=5', 50 + 10 + 10 + 50],
    // Linkage above the default counts as loaded.
    ['/page/p?page[menu][limit]=2', 50 + 10],
    ['/page/p?page[menu][limit]=3', 50 + 10 + 10 + 30],
    ['/page/p/relationships/menu', 50 + 20],
    ['/page/p/menu', 50 + 200],
  ])('%s › scores %s', (target, score) => {
    expect(scoreOf(target)).toBe(score);
  });

  it('a score above the maximum › names the limits of the request', () => {
    expect(detailOf('/page?include=menu.menu.menu&page[limit]=50')).toBe(
      'The complexity of this query is 11050; the maximum is 5000. It fits with page[limit]=22 or less (now 50), or without menu.menu in "include", or with a filter for one item: filter[slug][_eq]=<value>.',
    );
    expect(detailOf('/page/p?page[menu][limit]=1000&page[blocks][limit]=1000')).toContain(
      'It fits with a limit of 2 or less on menu and with a limit of 20 or less on blocks.',
    );
  });
});
