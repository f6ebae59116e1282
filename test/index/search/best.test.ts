/**
 * Windows of the best docs of a search, against sorting all docs.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from '../../../src/index/docset/index.js';
import { selectBestWindow } from '../../../src/index/search/index.js';
import { amount } from '../../../testing/amount.js';

/** From few different scores, of which most are alike, to many, up to the greatest there are. */
const scoresOf = fc
  .constantFrom(1, 3, 1000, 2 ** 32 - 2)
  .chain((most) => fc.array(fc.integer({ min: 1, max: most + 1 }), { maxLength: 700, size: 'max' }));

describe('selectBestWindow', () => {
  it('any window › equals the window of the sorted docs; equal scores are in doc order', () => {
    fc.assert(
      fc.property(scoresOf, fc.nat(800), fc.nat(200), (given, start, length) => {
        const docs = Uint32Array.from(given, (_, place) => place * 3);
        const scores = Uint32Array.from(given);
        const expected = Array.from(docs, (doc, place) => ({ doc, score: scores[place]! }))
          .sort((a, b) => b.score - a.score || a.doc - b.doc)
          .slice(start, start + length);
        const found = selectBestWindow({ docs, scores }, start, start + length, new Arena(3000));
        expect(Array.from(found.docs, (doc, place) => ({ doc, score: found.scores[place]! }))).toEqual(expected);
      }),
      { seed: 3, numRuns: amount(400, 80) },
    );
  });
});
