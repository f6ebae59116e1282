/**
 * Replicas whose origin misbehaves and whose machine dies, drawn at random: `npm run soak:pull` tries a thousand.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../../data/generate/random.js';
import { amount } from '../../../testing/amount.js';
import { ORIGIN_FAULTS, startOrigin } from '../../../testing/origin/faulty-origin.js';
import { buildNights, newPullTally, SNAPSHOTS, tryPulls } from '../../../testing/origin/trial.js';

describe('faulty pulls', () => {
  it('random faults › no wrong or mixed snapshot is published, and the last pull succeeds', async () => {
    const nights = await buildNights();
    const origin = await startOrigin(nights.disk, SNAPSHOTS);
    const tally = newPullTally();
    const trials = amount(40, 6);
    for (let trial = 1; trial <= trials; trial += 1) {
      const random = new Random(1, `trial ${trial}`);
      await tryPulls(origin, nights, (bound) => random.below(bound), tally);
    }
    await origin.close();
    expect(tally.wrong).toEqual([]);
    expect(tally.trials).toBe(trials);
    // Otherwise nothing was tried.
    expect(tally.failed).toBeGreaterThan(trials / 4);
    expect(tally.killed).toBeGreaterThan(0);
    expect(ORIGIN_FAULTS.length).toBeGreaterThan(15);
  });
});
