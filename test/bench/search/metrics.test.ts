/**
 * Measures of rankings, against values computed by hand.
 */
import { describe, expect, it } from 'vitest';
import {
  averagePrecision,
  judgedShare,
  meanQuality,
  ndcg,
  qualityOf,
  recall,
} from '../../../bench/search/relevance/results.js';

/** `a` is the requested document, `b` and `d` are related, `c` is not. */
const grades = new Map([
  ['a', 2],
  ['b', 1],
  ['c', 0],
  ['d', 1],
]);

describe('ndcg', () => {
  it('the ideal order › 1', () => {
    expect(ndcg(['a', 'b', 'd', 'c'], grades, 10)).toBe(1);
  });

  it('another order › discounted gains divided by the discounted gains of the ideal order', () => {
    // 0/log2(2) + 1/log2(3) + 2/log2(4) = 0.63093 + 1; ideal 2/log2(2) + 1/log2(3) + 1/log2(4) = 2 + 0.63093 + 0.5.
    expect(ndcg(['c', 'b', 'a'], grades, 10)).toBeCloseTo(1.6309297536 / 3.1309297536, 9);
  });

  it('an unjudged document › takes a rank and gains nothing', () => {
    expect(ndcg(['x', 'a'], grades, 10)).toBeCloseTo(2 / 1.5849625007 / 3.1309297536, 9);
  });

  it('the cut › applies to the ranking and to the ideal order', () => {
    expect(ndcg(['b', 'a'], grades, 1)).toBe(0.5);
  });

  it('no relevant documents › 0', () => {
    expect(ndcg(['a'], new Map([['a', 0]]), 10)).toBe(0);
  });
});

describe('averagePrecision', () => {
  it('relevant at ranks 1 and 3 of three relevant › (1/1 + 2/3) / 3', () => {
    expect(averagePrecision(['a', 'c', 'd'], grades)).toBeCloseTo((1 + 2 / 3) / 3, 12);
  });

  it('no results, or no relevant documents › 0', () => {
    expect(averagePrecision([], grades)).toBe(0);
    expect(averagePrecision(['c'], new Map([['c', 0]]))).toBe(0);
  });
});

describe('recall', () => {
  it('two of three relevant documents within the cut › 2/3', () => {
    expect(recall(['c', 'a', 'b', 'd'], grades, 3)).toBeCloseTo(2 / 3, 12);
  });
});

describe('judgedShare', () => {
  it('one of four documents without a grade › 3/4; grade 0 counts as judged', () => {
    expect(judgedShare(['a', 'c', 'x', 'd'], grades, 10)).toBe(0.75);
  });

  it('an empty ranking › 1, because no document lacks a grade', () => {
    expect(judgedShare([], grades, 10)).toBe(1);
  });
});

describe('meanQuality', () => {
  it('two queries › the mean of each measure', () => {
    const perfect = qualityOf(['a', 'b', 'd'], grades);
    const empty = qualityOf([], grades);
    expect(perfect).toEqual({ ndcg10: 1, map: 1, recall100: 1, judged10: 1 });
    expect(meanQuality([perfect, empty])).toEqual({ ndcg10: 0.5, map: 0.5, recall100: 0.5, judged10: 1 });
  });

  it('no queries › an error, because the mean is undefined', () => {
    expect(() => meanQuality([])).toThrow('no mean');
  });
});
