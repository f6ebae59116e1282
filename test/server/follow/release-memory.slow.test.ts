/**
 * Giving memory back, seen from outside: what the system counts for a process that has let go of a large snapshot.
 */
import { describe, expect, it } from 'vitest';
import { releaseMemory } from '../../../src/server/follow/release-memory.js';

const megabyte = 2 ** 20;

/** Something of that size in shared memory, all of it touched. */
const holding = (byteLength: number) => ({ bytes: new Uint8Array(new SharedArrayBuffer(byteLength)).fill(1) });

describe('releaseMemory', () => {
  it('an unreferenced object › is collected at the first attempt, with its memory', async () => {
    const before = process.memoryUsage().rss;
    const held = new WeakRef(holding(400 * megabyte));
    expect(process.memoryUsage().rss - before).toBeGreaterThan(300 * megabyte);
    expect(await releaseMemory(held, [10])).toBe(true);
    await expect.poll(() => process.memoryUsage().rss - before, { timeout: 10_000 }).toBeLessThan(100 * megabyte);
  });

  it('a referenced object › stays, and the result is false', async () => {
    const kept = holding(megabyte);
    expect(await releaseMemory(new WeakRef(kept), [1, 1])).toBe(false);
    expect(kept.bytes[0]).toBe(1);
  });
});
