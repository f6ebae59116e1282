/**
 * Answering and explaining a request on a new space, without cached structures.
 */
import { describe, expect, it } from 'vitest';
import { explanationText } from '../../src/cli/query/explanation.js';
import { contentModel } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { answer, explainRequest, parseRequest } from '../../src/jsonapi/index.js';
import { bookshopSnapshots, openBookshop } from '../../testing/samples/bookshop.js';

const fresh = async () => openCurrent(diskFiles, await bookshopSnapshots());
const ms = 1_000_000;

/** A clock that advances by a fixed number of nanoseconds at each reading, by more at the first readings. */
function clockOf(stepNs: number, firstNs: number, firstLooks: number): () => number {
  let now = 0;
  let looks = 0;
  return () => {
    looks += 1;
    now += looks <= firstLooks ? firstNs : stepNs;
    return now;
  };
}

/** A clock for a request that exceeds the time limit in its first run. */
const once = (): (() => number) => clockOf(400 * ms, 400 * ms, 0);

describe('answer', () => {
  it('one space at two mount points › each answer links to its own mount point', async () => {
    const space = await fresh();
    const request = parseRequest(space.model, '/book', '?page[limit]=1');
    const selfAt = (base: string): string => JSON.parse(answer(space, request, base).toString()).links.self;
    const at = ['/one', '/two', '/one', '/two'];
    expect(at.map(selfAt)).toEqual(at.map((base) => `${base}/book?page%5Blimit%5D=1`));
  });
});

describe('explainRequest', () => {
  it('default time limit › the first time and the median of each step, over 0.3 s', async () => {
    const space = await fresh();
    const search = '?filter[title][_startsWith]=T&sort=title&page[limit]=2';
    const document = answer(space, parseRequest(space.model, '/book', search), '/at');
    // Ten milliseconds a look for the first run, one for each after it.
    const explained = explainRequest(space, '/book', search, '/at', clockOf(ms, 10 * ms, 8));
    expect(explained).toMatchObject({
      request: `/book${search}`,
      route: 'collection',
      byteLength: document.byteLength,
    });
    expect(explained.complexity).toBe(parseRequest(space.model, '/book', search).complexity);
    expect(explained.steps.map(({ step }) => step)).toEqual([
      'parse',
      'check',
      'plan',
      'execute',
      'order',
      'page',
      'assemble',
    ]);
    for (const { firstNs, medianNs } of explained.steps) expect([firstNs >= medianNs, medianNs]).toEqual([true, ms]);
    expect(explained.steps[0]?.firstNs).toBe(10 * ms);
    expect(explained.runs).toBeGreaterThan(5);
    expect(explained.runs).toBeLessThan(60);
  });

  it.each([
    ['', ['parse', 'check', 'assemble']],
    ['/book/the-salt-road', ['parse', 'check', 'execute', 'assemble']],
    ['/book/the-salt-road/author', ['parse', 'check', 'execute', 'assemble']],
    ['/book/the-salt-road/relationships/reviews', ['parse', 'check', 'execute', 'assemble']],
  ])('%s › each step that it takes', async (path, steps) => {
    const explained = explainRequest(await openBookshop(), path, '', '/at', once());
    expect(explained.steps.map(({ step }) => step)).toEqual(steps);
  });

  it('a request that exceeds the time limit › is answered once', async () => {
    const explained = explainRequest(await fresh(), '/book', '', '/at', once());
    expect(explained.runs).toBe(1);
    expect(explained.steps.every(({ firstNs, medianNs }) => firstNs === medianNs)).toBe(true);
  });

  it('a request that takes no time › is answered 1000 times', async () => {
    expect(explainRequest(await fresh(), '/book', '?page[limit]=1', '/at', () => 0).runs).toBe(1000);
  });

  it.each([
    ['', { code: 'en', asked: false, fallbacks: [] }],
    ['?localeCode=en', { code: 'en', asked: true, fallbacks: [] }],
    ['?localeCode=DE-ch&filter[title][_eq]=a', { code: 'de-CH', asked: true, fallbacks: ['de', 'en'] }],
  ])('/book%s › names the locale of the answer and its fallbacks', async (search, locale) => {
    expect(explainRequest(await openBookshop(), '/book', search, '/at', once()).locale).toEqual(locale);
  });

  it('a space without locales › the explanation has no locale', async () => {
    const space = await openBookshop();
    const model = contentModel(space.model.space, [...space.model.contentTypes.values()]);
    expect(explainRequest({ ...space, model }, '/author', '', '/at', once())).not.toHaveProperty('locale');
  });

  it('a filter by id › the explanation has the most items that it can select', async () => {
    const space = await openBookshop();
    const boundOf = (search: string): unknown => explainRequest(space, '/author', search, '/at', once()).bound;
    expect(boundOf('?filter[id][_in]=a,b,c')).toBe(3);
    expect(boundOf('?filter[_OR][0][id][_eq]=a')).toBeUndefined();
    expect(explanationText(explainRequest(space, '/author', '?filter[id][_eq]=a', '/at', once()))).toContain(
      'complexity 60 (the filter selects at most 1 item)',
    );
  });
});
