/**
 * Sums of scores per doc, and docs in enough lists, against maps.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from '../../../src/index/docset/index.js';
import { keepMostWords, PER_WORD, ScoreSums } from '../../../src/index/search/index.js';

const size = 150;
const list = fc
  .dictionary(fc.nat(size - 1).map(String), fc.integer({ min: 1, max: 2 ** 24 - 1 }), { maxKeys: 60, size: 'max' })
  .map((scores) => new Map(Object.entries(scores).map(([doc, score]) => [Number(doc), score])));

describe('ScoreSums', () => {
  it('any lists › have one sum per doc, and docs in enough lists are kept', () => {
    fc.assert(
      fc.property(fc.array(list, { minLength: 2, maxLength: 15 }), fc.nat(120), (lists, wanted) => {
        const sums = new ScoreSums(new Arena(size));
        const inLists = new Map<number, { lists: number; score: number }>();
        for (const one of lists) {
          sums.add(Uint32Array.from(one.keys()), Uint32Array.from(one.values()), 1, PER_WORD);
          for (const [doc, score] of one) {
            const before = inLists.get(doc) ?? { lists: 0, score: 0 };
            inLists.set(doc, { lists: before.lists + 1, score: before.score + score });
          }
        }
        const all = [...inLists].sort(([a], [b]) => a - b);
        let least = lists.length;
        while (least > 1 && all.filter(([, doc]) => doc.lists >= least).length < wanted) least -= 1;
        const [{ docs, scores } = sums.scoredDocs()] = keepMostWords([sums.scoredDocs()], lists.length, wanted);
        expect(Array.from(docs, (doc, place) => [doc, scores[place]])).toEqual(
          all.filter(([, doc]) => doc.lists >= least).map(([doc, one]) => [doc, one.lists * PER_WORD + one.score]),
        );
      }),
    );
  });

  it('raised scores › are the maximum over the lists', () => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 6 }), (lists) => {
        const sums = new ScoreSums(new Arena(size));
        const best = new Map<number, number>();
        for (const one of lists) {
          sums.raise(Uint32Array.from(one.keys()), Uint32Array.from(one.values()));
          for (const [doc, score] of one) best.set(doc, Math.max(best.get(doc) ?? 0, score));
        }
        const { docs, scores } = sums.scoredDocs();
        expect(Array.from(docs, (doc, place) => [doc, scores[place]])).toEqual([...best].sort(([a], [b]) => a - b));
      }),
    );
  });
});
