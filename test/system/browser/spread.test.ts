import { describe, expect, it } from 'vitest';
import { interval, median } from './spread.mjs';

const ranks = (count: number): number[] => Array.from({ length: count }, (_, place) => count - place);

describe('interval', () => {
  // Conover, Practical Nonparametric Statistics: ranks of the interval of a median, at 95 %.
  it.each([
    [6, [1, 6]],
    [9, [2, 8]],
    [10, [2, 9]],
    [15, [4, 12]],
    [20, [6, 15]],
    [30, [10, 21]],
  ])('of %i values › has the ranks of published tables', (count, expected) => {
    expect(interval(ranks(count))).toEqual(expected);
  });

  it('of few values › the minimum and the maximum', () => {
    expect(interval([3, 1, 2])).toEqual([1, 3]);
    expect(interval([5])).toEqual([5, 5]);
  });

  it('contains the median', () => {
    for (let count = 1; count < 40; count += 1) {
      const values = ranks(count);
      const [least, most] = interval(values);
      expect(median(values)).toBeGreaterThanOrEqual(least);
      expect(median(values)).toBeLessThanOrEqual(most);
    }
  });
});
