import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../../bench/cold/contestant.js';
import { measuredOf } from '../../../bench/cold/run.js';

const turns = Array.from({ length: 101 }, (_, turn) => turn);

describe('differenceOf', () => {
  it('the second takes longer by the same in every turn › that is the difference, whatever the turns have in common', () => {
    const noise = turns.map((turn) => 10 + ((turn * 37) % 101));
    const found = differenceOf(
      noise,
      noise.map((time) => time + 3),
    );
    expect(found).toEqual({
      one: { least: 10, median: 60 },
      other: { least: 13, median: 63 },
      median: 3,
      low: 3,
      high: 3,
    });
  });

  it('differences of -50 to 50 › the interval has the ranks of the sign test', () => {
    const found = differenceOf(
      turns.map(() => 100),
      turns.map((turn) => 50 + turn),
    );
    // 101 / 2 -/+ 1.96 * sqrt(101) / 2 are the ranks 40 and 61.
    expect(found).toMatchObject({ median: 0, low: -10, high: 11 });
  });

  it('two turns › the interval is all there is', () => {
    expect(differenceOf([1, 1], [2, 4])).toMatchObject({ low: 1, high: 3 });
  });
});

describe('measuredOf', () => {
  it('launches that differ › tells by how much, beside the median of all', () => {
    const launched = [1, 5, 3].map((more) => ({ rival: turns, stele: turns.map((time) => time + more) }));
    expect(measuredOf('list', launched)).toMatchObject({
      workload: 'list',
      difference: { median: 3, low: 3, high: 3 },
      launches: { low: 1, high: 5 },
    });
  });
});
