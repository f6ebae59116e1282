/** Two versions compared: differing answers are counted, ratios say which one is slower. */
import { describe, expect, it } from 'vitest';
import { classTable, compareClass, summaryLines } from '../../../bench/versions/compare.js';
import { Random } from '../../../data/generate/random.js';

const bytes = (text: string) => () => Buffer.from(text);
const effort = () => ({ budgetMs: 2, rounds: 3, random: new Random(1, 'versions') });

describe('compareClass', () => {
  it('versions with one different answer › one difference', async () => {
    const other = { answers: [bytes('a'), bytes('b')] };
    const own = { answers: [bytes('a'), bytes('c')] };
    const result = await compareClass('by id', other, own, effort());
    expect(result).toMatchObject({ name: 'by id', questions: 2, different: 1 });
  });

  it('a version with ten thousand times the work › a ratio far above 1', async () => {
    const slow = (): Buffer => {
      let sum = 0;
      for (let i = 0; i < 1_000_000; i += 1) sum = (sum + i) % 251;
      return Buffer.from([sum]);
    };
    const expected = slow();
    const result = await compareClass('slow', { answers: [() => expected] }, { answers: [slow] }, effort());
    expect(result.different).toBe(0);
    expect(result.ratio.median).toBeGreaterThan(2);
    expect(result.ratio.low).toBeLessThanOrEqual(result.ratio.median);
  });
});

describe('summary', () => {
  it('two classes › shows the geometric mean, the worst class and all differences', () => {
    const one = {
      name: 'one',
      questions: 3,
      different: 0,
      otherUs: 2,
      ownUs: 1,
      ratio: { median: 0.5, low: 0.4, high: 0.6 },
    };
    const two = { ...one, name: 'two', different: 2, ratio: { median: 2, low: 1.9, high: 2.1 } };
    expect(summaryLines([one, two])).toEqual([
      'time of this version ÷ the other, geometric mean of 2 classes: 1.000',
      "  (means of the classes' lower and upper ends: 0.872, 1.122)",
      'worst class: two, 2.000 (1.900 to 2.100)',
      'different answers: 2 of 6',
    ]);
    expect(classTable([one]).rows).toEqual([['one', '2.00 µs', '1.00 µs', '0.500', '0.400 to 0.600', '0 of 3']]);
  });
});
