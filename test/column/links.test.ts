import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkColumn } from '../../src/column/index.js';

const lists = fc.array(fc.array(fc.nat(6), { maxLength: 5 }), { minLength: 1, maxLength: 20 });

describe('LinkColumn', () => {
  it('any lists of targets › are counted, and asked for one by one', () => {
    fc.assert(
      fc.property(lists, fc.nat(7), (links, target) => {
        const starts = links.map((_, doc) => links.slice(0, doc).flat().length);
        const column = new LinkColumn(
          Uint32Array.from([...starts, links.flat().length]),
          Uint32Array.from(links.flat()),
        );
        for (const [doc, list] of links.entries()) {
          expect(column.countOf(doc)).toBe(list.length);
          expect(column.has(doc, target)).toBe(list.includes(target));
        }
      }),
    );
  });
});
