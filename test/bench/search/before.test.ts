/**
 * Comparisons of two versions' rankings, against values computed by hand.
 */
import { describe, expect, it } from 'vitest';
import { beforeTable, compareSet, newcomerLines } from '../../../bench/search/relevance/before.js';
import { bpref, condensedNdcg, findNewcomers, hasIrrelevant } from '../../../bench/search/relevance/pooled-measures.js';

/** `a` and `b` are relevant, `c` and `d` are not; nobody judged `x` and `y`. */
const grades = new Map([
  ['a', 1],
  ['b', 1],
  ['c', 0],
  ['d', 0],
]);

describe('condensedNdcg', () => {
  it('unjudged documents › take no rank', () => {
    expect(condensedNdcg(['x', 'a', 'y', 'b'], grades, 10)).toBe(1);
    // 1/log2(2) + 1/log2(4) = 1.5; ideal 1/log2(2) + 1/log2(3) = 1.63093.
    expect(condensedNdcg(['a', 'x', 'c', 'b'], grades, 10)).toBeCloseTo(1.5 / 1.6309297536, 9);
  });
});

describe('bpref', () => {
  it('one of two judged irrelevant documents in front of a relevant one › half of its share is lost', () => {
    expect(bpref(['a', 'x', 'c', 'b'], grades)).toBeCloseTo((1 + 0.5) / 2, 12);
  });

  it('relevant documents that are not found › gain nothing', () => {
    expect(bpref(['x', 'b'], grades)).toBe(0.5);
    expect(bpref([], grades)).toBe(0);
  });

  it('no judged irrelevant documents › only finding counts', () => {
    const relevant = new Map([['a', 1]]);
    expect(bpref(['x', 'a'], relevant)).toBe(1);
    expect(hasIrrelevant(relevant)).toBe(false);
    expect(hasIrrelevant(grades)).toBe(true);
  });
});

describe('findNewcomers', () => {
  it('documents that have come among the first ones › are counted, and listed if nobody judged them', () => {
    expect(findNewcomers(['a', 'b'], ['x', 'c', 'a'], grades, 2)).toEqual({ count: 2, unjudged: ['x'] });
  });
});

describe('beforeTable', () => {
  const judged = { queries: [{ id: 'q', text: 'salt' }], grades: new Map([['q', grades]]) };
  const before = new Map([['q', ['a', 'b']]]);
  const after = new Map([['q', ['x', 'a', 'b']]]);
  const set = compareSet({ name: 'held out', pooled: true, judged }, before, after);

  it('an unjudged document in front › costs nDCG@10, but no measure of judged documents', () => {
    const rows = new Map(beforeTable([set]).rows.map((row) => [row[2], row.slice(3)]));
    expect(rows.get('nDCG@10')).toEqual(['1.000', '0.693', '−0.307', '(−0.307 to −0.307)']);
    expect(rows.get('nDCG@10, judged only')).toEqual(['1.000', '1.000', '+0.000', '(+0.000 to +0.000)']);
    expect(rows.get('bpref')).toEqual(['1.000', '1.000', '+0.000', '(+0.000 to +0.000)']);
    expect(newcomerLines([set])).toEqual([
      'held out: 1 document is new among the first ten, of 1 query; 1 is not judged',
    ]);
  });

  it('a set without judged irrelevant documents › has no measures of judged documents', () => {
    const onlyRelevant = { ...judged, grades: new Map([['q', new Map([['a', 1]])]]) };
    const { rows } = beforeTable([compareSet({ name: 'known', pooled: false, judged: onlyRelevant }, before, after)]);
    expect(rows.map((row) => row[2])).toEqual(['nDCG@10', 'MAP', 'recall@100']);
  });
});
