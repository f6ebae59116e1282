/**
 * A crash never publishes half: calls fail, reads and writes stop short, the power goes. Here at every call that does
 * something else than the one before it, such as the first of many writes to a file; `npm run soak:crash` takes all.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../data/generate/random.js';
import { tryFailingCalls, tryShortTransfers } from '../../soak/crash/failing-calls.js';
import { tryPowerCuts } from '../../soak/crash/power-cuts.js';
import { callsOf, scenes } from '../../soak/crash/scene.js';

const tried = [...(await scenes())];
const dice = (stream: string) => {
  const random = new Random(1, stream);
  return (bound: number) => random.below(bound);
};

describe('a build whose k-th file call fails', () => {
  it.each(tried)('%s › a sentence that says what to do, CURRENT whole, the next build mends all', async (_, scene) => {
    const { distinct } = await callsOf(scene);
    const tally = await tryFailingCalls(scene, distinct, 'in turn', false);
    expect(tally.wrong).toEqual([]);
    expect(tally.trials).toBe(distinct.length);
    expect(distinct.length).toBeGreaterThan(60);
    expect(tally.failed).toBeGreaterThan(distinct.length / 2);
  });
});

describe('a build whose reads and writes stop short', () => {
  it.each(tried)('%s › publishes the same bytes', async (name, scene) => {
    const tally = await tryShortTransfers(scene, 3, dice(name));
    expect(tally.wrong).toEqual([]);
    expect(tally.published).toBe(3);
  });
});

describe('a build during which the power goes', () => {
  it.each(tried)('%s › whatever of the unsynced work survives, CURRENT is whole', async (name, scene) => {
    const { all, distinct } = await callsOf(scene);
    // Publishing is where most can go wrong: the last calls, more than once each.
    const publishing = distinct.slice(-25);
    const earlier = distinct.slice(0, -25).filter((_, index) => index % 3 === 0);
    const roll = dice(name);
    const tally = await tryPowerCuts(scene, [...publishing, all.length + 1], 3, roll);
    expect(tally.wrong).toEqual([]);
    expect((await tryPowerCuts(scene, earlier, 1, roll)).wrong).toEqual([]);
    expect(tally.trials - tally.failed).toBeGreaterThan(0);
  });
});
