/**
 * Indexes of docs in lists of either form, against counting.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from '../../../src/index/docset/index.js';
import { encodeDocs, findListIndexes, isDense, NOT_LISTED, uniteBest } from '../../../src/index/search/index.js';

const docCount = 300;
const docsOf = (maxLength: number) =>
  fc
    .uniqueArray(fc.nat(docCount - 1), { minLength: 1, maxLength, size: 'max' })
    .map((docs) => Uint32Array.from(docs).sort());

describe('findListIndexes', () => {
  it('any docs › have their indexes in the list, in either form', () => {
    const forms = new Set<boolean>();
    fc.assert(
      fc.property(fc.oneof(docsOf(30), docsOf(docCount)), docsOf(60), (docs, wanted) => {
        forms.add(isDense(docs.length, docCount));
        const list = Buffer.concat([encodeDocs(docs, docCount), Buffer.alloc(docs.length, 0xff)]);
        const places = new Uint32Array(wanted.length);
        findListIndexes(list, docs.length, wanted, places, new Arena(docCount));
        const expected = Array.from(wanted, (doc) => (docs.includes(doc) ? docs.indexOf(doc) : NOT_LISTED));
        expect(Array.from(places)).toEqual(expected);
      }),
    );
    expect(forms.size).toBe(2);
  });
});

describe('uniteBest', () => {
  it('docs of either list › ascend, each once with its better score', () => {
    const weighedOf = docsOf(40).map((docs) => ({
      docs,
      scores: docs.map((doc, place) => ((doc * 7 + place) % 9) + 1),
    }));
    fc.assert(
      fc.property(weighedOf, weighedOf, (one, other) => {
        const best = new Map<number, number>();
        for (const { docs, scores } of [one, other]) {
          for (const [place, doc] of docs.entries()) best.set(doc, Math.max(best.get(doc) ?? 0, scores[place]!));
        }
        const { docs, scores } = uniteBest(one, other, new Arena(docCount));
        const expected = [...best].sort(([a], [b]) => a - b);
        expect(Array.from(docs, (doc, place) => [doc, scores[place]])).toEqual(expected);
      }),
    );
  });
});
