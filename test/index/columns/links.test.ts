import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId, termId } from '../../../src/content/model/index.js';
import { LinkColumn } from '../../../src/index/columns/index.js';
import { Bitset } from '../../../src/index/docset/index.js';

const lists = fc.array(fc.array(fc.nat(6), { maxLength: 5 }), { minLength: 1, maxLength: 70 });

describe('LinkColumn', () => {
  it('any lists of targets › are counted and read one by one', () => {
    fc.assert(
      fc.property(lists, fc.nat(7), (links, target) => {
        const starts = links.map((_, doc) => links.slice(0, doc).flat().length);
        const column = new LinkColumn(
          Uint32Array.from([...starts, links.flat().length]),
          Uint32Array.from(links.flat()),
        );
        for (const [doc, list] of links.entries()) {
          expect(column.countOf(docId(doc))).toBe(list.length);
          expect(column.has(docId(doc), termId(target))).toBe(list.includes(target));
        }
        const having = links.flatMap((list, doc) => (list.length > 0 ? [doc] : []));
        expect(column.linked()).toEqual(Bitset.of(links.length, Uint32Array.from(having)).words);
        expect(column.linked()).toBe(column.linked());
        expect([column.linkedCount(), column.linkedCount()]).toEqual([having.length, having.length]);
      }),
    );
  });

  it('prefetching › reads the first link number and the first target of each doc', () => {
    // Doc 1 has no links; what stands at its place is the next doc’s. Behind the last link stands nothing.
    const column = new LinkColumn(Uint32Array.of(0, 2, 2, 4, 4), Uint32Array.of(30, 1, 500, 1));
    expect(column.prefetchStarts(Uint32Array.of(2, 1, 3))).toBe(2 + 2 + 4);
    expect(column.prefetchTargets(Uint32Array.of(0, 2))).toBe(30 + 500);
    expect(column.prefetchTargets(Uint32Array.of(1, 3))).toBe(500);
    expect([column.prefetchStarts(new Uint32Array(0)), column.prefetchTargets(new Uint32Array(0))]).toEqual([0, 0]);
  });
});
