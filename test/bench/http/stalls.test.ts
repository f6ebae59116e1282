import { describe, expect, it } from 'vitest';
import { STALL_MS, Stalls } from '../../../bench/http/load/histogram.js';

/** Looks each millisecond from 0 to 10, then, after a stall, from 30 on. */
const held = (): Stalls => {
  const stalls = new Stalls(1, 0);
  for (let ms = 1; ms <= 10; ms += 1) stalls.look(ms);
  stalls.look(30);
  return stalls;
};

describe('Stalls', () => {
  it('no stall › marks no answer as disturbed', () => {
    const stalls = new Stalls(1, 0);
    for (let ms = 1; ms <= 100; ms += 1) stalls.look(ms * (1 + STALL_MS / 2));
    expect(stalls.disturbs(0, 100 * (1 + STALL_MS / 2))).toBe(false);
  });

  it('an answer in flight during a stall › is disturbed; an answer requested later is not', () => {
    const stalls = held();
    expect(stalls.disturbs(9, 30.5)).toBe(true);
    expect(stalls.disturbs(20, 30.5)).toBe(true);
    expect(stalls.disturbs(30.5, 31)).toBe(false);
  });

  it('answers queued behind a stall › are disturbed until no request is in flight', () => {
    const stalls = held();
    expect(stalls.disturbs(20, 35)).toBe(true);
    for (let ms = 31; ms <= 35; ms += 1) stalls.look(ms);
    expect(stalls.disturbs(31, 35.5)).toBe(true);
    expect(stalls.disturbs(35.1, 35.8)).toBe(true);
    expect(stalls.disturbs(35.9, 36)).toBe(false);
  });

  it('an answer that arrives before a late check › is disturbed', () => {
    const stalls = new Stalls(1, 0);
    stalls.look(1);
    expect(stalls.disturbs(1, 2 + STALL_MS + 0.1)).toBe(true);
    expect(stalls.disturbs(1, 2 + STALL_MS - 0.1)).toBe(false);
  });

  it('the delays of the checks › are counted', () => {
    const { lateness } = held();
    expect(lateness.samples).toBe(11);
    expect(lateness.percentileUs(0.5)).toBe(0);
    // Told to 0.8 %.
    expect(lateness.percentileUs(1) / 19_000).toBeCloseTo(1, 1);
  });
});
