import { describe, expect, it } from 'vitest';
import { keyCosts, type Launched } from '../../../bench/http/scenarios/keys.js';

/** Turns of which the machine takes twice as long for every second. */
const launched = (more: Readonly<Record<keyof Launched, number>>): Launched => {
  const turns = [1, 2, 1, 2, 1, 2, 1];
  const of = (factor: number): number[] => turns.map((turn) => turn * factor);
  return { open: of(more.open), again: of(more.again), sent: of(more.sent), guarded: of(more.guarded) };
};

describe('keyCosts', () => {
  it('equal launches › give that cost, without noise, whatever their rounds have in common', () => {
    const one = launched({ open: 1, again: 1, sent: 1.01, guarded: 1.02 });
    const { guarded, sent, noise } = keyCosts([one, one, one]);
    expect(guarded.share).toBeCloseTo(0.02, 10);
    expect(sent.share).toBeCloseTo(0.01, 10);
    expect(noise.share).toBeCloseTo(0, 10);
    expect([guarded.low, guarded.high].every((end) => Math.abs(end - 0.02) < 1e-10)).toBe(true);
  });

  it('different launches without keys › the comparison is with their mean, and their difference is reported', () => {
    const { guarded, noise } = keyCosts([launched({ open: 1, again: 1.21, sent: 1, guarded: 1.1 })]);
    expect(guarded.share).toBeCloseTo(0, 10);
    expect(noise.share).toBeCloseTo(0.21, 10);
  });

  it('a launch with any number of rounds › counts once; the interval spans the launches', () => {
    const launches = [1.01, 1.5, 1.03, 0.8, 1.02].map((guarded) => launched({ open: 1, again: 1, sent: 1, guarded }));
    const { guarded } = keyCosts(launches);
    expect(guarded.share).toBeCloseTo(0.02, 10);
    expect(guarded.low).toBeCloseTo(-0.2, 10);
    expect(guarded.high).toBeCloseTo(0.5, 10);
  });

  it('one disturbed round › changes nothing', () => {
    const calm = launched({ open: 1, again: 1, sent: 1, guarded: 1.02 });
    const guarded = calm.guarded.map((time, turn) => (turn === 3 ? 100 : time));
    expect(keyCosts([{ ...calm, guarded }]).guarded.share).toBeCloseTo(0.02, 10);
  });
});
