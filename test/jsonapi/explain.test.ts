/**
 * Answering and explaining a request on a space of its own, of which nothing has been made before.
 */
import { describe, expect, it } from 'vitest';
import { contentModel } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { answer, explainRequest, parseRequest } from '../../src/jsonapi/index.js';
import { bookshopSnapshots, openBookshop } from '../../testing/samples/bookshop.js';

const fresh = async () => openCurrent(diskFiles, await bookshopSnapshots());
const ms = 1_000_000;

/** A clock that goes on by so many nanoseconds each time it is looked at, the first looks by more. */
function clockOf(stepNs: number, firstNs: number, firstLooks: number): () => number {
  let now = 0;
  let looks = 0;
  return () => {
    looks += 1;
    now += looks <= firstLooks ? firstNs : stepNs;
    return now;
  };
}

/** Of a request that takes longer than it is to be asked again for. */
const once = (): (() => number) => clockOf(400 * ms, 400 * ms, 0);

describe('answer', () => {
  it('one space at two places › links of each, however often it is asked', async () => {
    const space = await fresh();
    const request = parseRequest(space.model, '/book', '?page[limit]=1');
    const selfAt = (base: string): string => JSON.parse(answer(space, request, base).toString()).links.self;
    const at = ['/one', '/two', '/one', '/two'];
    expect(at.map(selfAt)).toEqual(at.map((base) => `${base}/book?page%5Blimit%5D=1`));
  });
});

describe('explainRequest', () => {
  it('the same request again and again › the first time and the median of each step, for a third of a second', async () => {
    const space = await fresh();
    const search = '?filter[title][_startsWith]=T&sort=title&page[limit]=2';
    const document = answer(space, parseRequest(space.model, '/book', search), '/at');
    // Ten milliseconds a look for the first run, one for each after it.
    const told = explainRequest(space, '/book', search, '/at', clockOf(ms, 10 * ms, 8));
    expect(told).toMatchObject({ request: `/book${search}`, route: 'collection', byteLength: document.byteLength });
    expect(told.complexity).toBe(parseRequest(space.model, '/book', search).complexity);
    expect(told.steps.map(({ step }) => step)).toEqual([
      'parse',
      'check',
      'plan',
      'execute',
      'order',
      'page',
      'assemble',
    ]);
    for (const { firstNs, medianNs } of told.steps) expect([firstNs >= medianNs, medianNs]).toEqual([true, ms]);
    expect(told.steps[0]?.firstNs).toBe(10 * ms);
    expect(told.runs).toBeGreaterThan(5);
    expect(told.runs).toBeLessThan(60);
  });

  it.each([
    ['', ['parse', 'check', 'assemble']],
    ['/book/the-salt-road', ['parse', 'check', 'execute', 'assemble']],
    ['/book/the-salt-road/author', ['parse', 'check', 'execute', 'assemble']],
    ['/book/the-salt-road/relationships/reviews', ['parse', 'check', 'execute', 'assemble']],
  ])('%s › each step that it takes', async (path, steps) => {
    const told = explainRequest(await openBookshop(), path, '', '/at', once());
    expect(told.steps.map(({ step }) => step)).toEqual(steps);
  });

  it('a request that takes longer than that › is answered once', async () => {
    const told = explainRequest(await fresh(), '/book', '', '/at', once());
    expect(told.runs).toBe(1);
    expect(told.steps.every(({ firstNs, medianNs }) => firstNs === medianNs)).toBe(true);
  });

  it('one that takes no time › is answered a thousand times', async () => {
    expect(explainRequest(await fresh(), '/book', '?page[limit]=1', '/at', () => 0).runs).toBe(1000);
  });

  it.each([
    ['', { code: 'en', asked: false, fallbacks: [] }],
    ['?localeCode=en', { code: 'en', asked: true, fallbacks: [] }],
    ['?localeCode=DE-ch&filter[title][_eq]=a', { code: 'de-CH', asked: true, fallbacks: ['de', 'en'] }],
  ])('/book%s › says which locale answers, and what that falls back to', async (search, locale) => {
    expect(explainRequest(await openBookshop(), '/book', search, '/at', once()).locale).toEqual(locale);
  });

  it('a space without locales › says nothing of them', async () => {
    const space = await openBookshop();
    const model = contentModel(space.model.space, [...space.model.contentTypes.values()]);
    expect(explainRequest({ ...space, model }, '/author', '', '/at', once())).not.toHaveProperty('locale');
  });
});
