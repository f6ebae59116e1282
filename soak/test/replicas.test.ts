/**
 * The judge of the soak of replicas: whether a series grows, and the allowed growth of memory.
 */
import { describe, expect, it } from 'vitest';
import { diceOf } from '../../testing/dice.js';
import { filesFault, growthFault, nightsTable, type Slope, slopeWithInterval } from '../replicas/verdict.js';

const noise = diceOf(1, 'noise');
/** @param growth by one step, on noise of ±50 */
const series = (growth: number): readonly number[] =>
  Array.from({ length: 60 }, (_, step) => 1000 + growth * step + noise(101) - 50);
const slopeOf = (values: readonly number[]): Slope => {
  const slope = slopeWithInterval(values, diceOf(1, 'slope'));
  if (slope === undefined) throw new Error('too few values');
  return slope;
};

describe('slopeWithInterval', () => {
  it('points on a line › its slope, with a zero-width interval', () => {
    const line = Array.from({ length: 20 }, (_, step) => 3 * step);
    expect(slopeOf(line)).toEqual({ perStep: 3, least: expect.closeTo(3), most: expect.closeTo(3) });
  });

  it('noise › an interval around 0; rising noise › an interval above 0', () => {
    const flat = slopeOf(series(0));
    expect(flat.least).toBeLessThan(0);
    expect(flat.most).toBeGreaterThan(0);
    const growing = slopeOf(series(5));
    expect(growing.least).toBeGreaterThan(3);
    expect(growing.most).toBeLessThan(7);
  });

  it('fewer than ten values › undefined', () => {
    expect(slopeWithInterval([1, 2, 3, 4, 5, 6, 7, 8, 9], diceOf(1, 'slope'))).toBeUndefined();
  });
});

describe('growthFault', () => {
  it('an interval that begins below 5 % per hour › no fault; above it › a fault', () => {
    expect(growthFault({ perStep: 9, least: 0.8, most: 20 }, 1000)).toBeUndefined();
    expect(growthFault({ perStep: 9, least: 0.9, most: 20 }, 1000)).toBe(
      'memory grows by 5 % in 60 nights or more; 5 % is allowed',
    );
  });
});

describe('filesFault', () => {
  it('eight more files in the last third, or too few nights › no fault; nine more › a fault', () => {
    expect(filesFault([30, 30, 99, 99, 38, 38])).toBeUndefined();
    expect(filesFault([30, 90])).toBeUndefined();
    expect(filesFault([30, 30, 30, 30, 39, 39])).toBe('open files grow from 30 to 39; 8 more are allowed');
  });
});

describe('nightsTable', () => {
  it('a night without samples › empty cells', () => {
    const seen = { night: 1, snapshot: 'a'.repeat(64), lies: ['an older snapshot'], kills: 2, faults: 1234 };
    const table = nightsTable([
      { ...seen, convergedSeconds: 1.25, answers: 10, residentBytes: undefined, files: undefined },
    ]);
    expect(table.split('\n')[1]).toMatch(/^ +1 +aaaaaaaa +2 +1,234 +1\.\d +10 +an older snapshot$/);
  });
});
