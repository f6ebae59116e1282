/**
 * A crash never publishes half: calls fail, reads and writes stop short, the power goes.
 *
 * Candidates are the calls that differ from the call before them, such as the first of many writes to a file. Every eighth
 * candidate is tried here; `npm run soak:crash` tries every call.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../data/generate/random.js';
import { tryFailingCalls, tryPowerCuts, tryShortTransfers } from '../crash/failing-calls.js';
import { callsOf, type Scene, scenes } from '../crash/scene.js';

const tried = [...(await scenes())];
const dice = (stream: string) => {
  const random = new Random(1, stream);
  return (bound: number) => random.below(bound);
};
/** Trials of each call, or of each scene. */
const trialsEach = 2;
/** Each scene begins with another call. */
const turnOf = (scene: Scene): number => tried.findIndex(([, one]) => one === scene);

describe('a build whose k-th file call fails', { timeout: 180_000 }, () => {
  it.each(tried)('%s › the message has advice, CURRENT is intact, and the next build succeeds', async (_, scene) => {
    const { distinct } = await callsOf(scene);
    const oneIn = 8;
    const failing = distinct.filter((_call, index) => index % oneIn === turnOf(scene) % oneIn);
    const tally = await tryFailingCalls(scene, failing, 'in turn', false);
    expect(tally.wrong).toEqual([]);
    expect(tally.trials).toBe(failing.length);
    expect(distinct.length).toBeGreaterThan(60);
    expect(tally.failed).toBeGreaterThan(failing.length / 2);
  });
});

describe('a build with short reads and writes', () => {
  it.each(tried)('%s › publishes the same bytes', async (name, scene) => {
    const tally = await tryShortTransfers(scene, trialsEach, dice(name));
    expect(tally.wrong).toEqual([]);
    expect(tally.published).toBe(trialsEach);
  });
});

describe('a build interrupted by a power cut', () => {
  it.each(tried)('%s › CURRENT is intact, whichever unsynced writes survive', async (name, scene) => {
    const { all, distinct } = await callsOf(scene);
    // Publishing is where most can go wrong: the last calls, more than once each.
    const publishing = distinct.slice(-25).filter((_call, index) => index % 2 === turnOf(scene) % 2);
    const earlier = distinct.slice(0, -25).filter((_call, index) => index % 16 === 0);
    const roll = dice(name);
    const tally = await tryPowerCuts(scene, [...publishing, all.length + 1], trialsEach, roll);
    expect(tally.wrong).toEqual([]);
    expect((await tryPowerCuts(scene, earlier, 1, roll)).wrong).toEqual([]);
    expect(tally.trials - tally.failed).toBeGreaterThan(0);
  });
});
