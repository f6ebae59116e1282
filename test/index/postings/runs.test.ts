import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../build/sorting/posting-lists.js';
import { termId } from '../../../src/content/model/index.js';
import { RunPostings } from '../../../src/index/postings/index.js';

describe('RunPostings', () => {
  it('any column › has the docs of any terms, and the unpopulated docs last', () => {
    const columns = fc.array(fc.nat(9), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(columns, fc.nat(9), fc.nat(9), (ordinals, a, b) => {
        const terms = 9;
        const { docs, starts } = buildRuns(Uint32Array.from(ordinals), terms);
        const postings = new RunPostings(docs, starts);
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const having = (test: (ordinal: number) => boolean): number[] =>
          ordinals.flatMap((ordinal, doc) => (test(ordinal) ? [doc] : []));
        const expected = having((ordinal) => ordinal > start && ordinal <= end);
        expect([...postings.run(termId(start), termId(end))].sort((x, y) => x - y)).toEqual(expected);
        expect(postings.count(termId(start), termId(end))).toBe(expected.length);
        expect([...postings.run(termId(start), termId(Math.min(terms, start + 1)))]).toEqual(
          having((ordinal) => start < terms && ordinal === start + 1),
        );
        expect([...postings.unpopulated()]).toEqual(having((ordinal) => ordinal === 0));
        expect(postings.populated).toBe(having((ordinal) => ordinal > 0).length);
      }),
    );
  });
});
