import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Window } from '../../../src/engine/query/index.js';
import { findVisibleLinks, isEveryLinkVisible } from '../../../src/jsonapi/document/visible-links.js';
import { BARE_SHAPE, type Shape } from '../../../src/jsonapi/request/parsed-request.js';

const shape = (window: Window): Shape => ({ includes: new Map(), windows: new Map([['tags', window]]) });
const TAGS = { name: 'tags' };
const windows = fc.array(fc.record({ skip: fc.nat(30), limit: fc.nat(30) }), { minLength: 1, maxLength: 4 });

describe('the links a resource shows', () => {
  it('any windows › the links in any window, in ranges that do not touch', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: 1, max: 40 }), (shown, total) => {
        const { ranges, next } = findVisibleLinks(shown.map(shape), TAGS, total);
        const places = Array.from({ length: total }, (_, place) => place);
        const held = places.filter((place) => shown.some(({ skip, limit }) => place >= skip && place < skip + limit));
        expect(ranges.flatMap(({ start, end }) => places.slice(start, end))).toEqual(held);
        for (const [index, range] of ranges.slice(1).entries()) expect(range.start).toBeGreaterThan(ranges[index]!.end);
        const end = ranges.at(-1)?.end;
        expect(next?.skip).toBe(end === undefined || end === total ? undefined : end);
      }),
    );
  });

  it('one window with all links › every link is visible', () => {
    expect(isEveryLinkVisible([shape({ skip: 0, limit: 5 })], TAGS, 5)).toBe(true);
    expect(isEveryLinkVisible([shape({ skip: 0, limit: 4 })], TAGS, 5)).toBe(false);
    expect(isEveryLinkVisible([shape({ skip: 1, limit: 9 })], TAGS, 5)).toBe(false);
    expect(isEveryLinkVisible([shape({ skip: 0, limit: 5 }), shape({ skip: 0, limit: 5 })], TAGS, 5)).toBe(false);
    expect(isEveryLinkVisible([BARE_SHAPE], TAGS, 20)).toBe(true);
    expect(isEveryLinkVisible([BARE_SHAPE], TAGS, 21)).toBe(false);
  });

  it('a default window of the model › replaces 20, unless the request asks for another', () => {
    const tags = { name: 'tags', page: { limit: 3 } };
    expect(isEveryLinkVisible([BARE_SHAPE], tags, 3)).toBe(true);
    expect(isEveryLinkVisible([BARE_SHAPE], tags, 4)).toBe(false);
    expect(isEveryLinkVisible([shape({ skip: 0, limit: 5 })], tags, 5)).toBe(true);
    expect(findVisibleLinks([BARE_SHAPE], tags, 4)).toEqual({
      ranges: [{ start: 0, end: 3 }],
      next: { skip: 3, limit: 3 },
    });
  });
});
