/**
 * What makes a run, what becomes of one that fails, and how all ends.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type RepeatedWork, type RepeatOptions, repeatOnChange } from '../../src/cli/build/live.js';
import { temporaryFolders } from '../../testing/folder.js';

const newFolder = temporaryFolders();
let live: RepeatedWork;
afterEach(() => live.stop());

const going = (options: Partial<RepeatOptions>): RepeatedWork => {
  live = repeatOnChange({
    work: async () => undefined,
    watchedPath: undefined,
    pollMs: 0,
    everyMs: 0,
    retries: false,
    onFailure: () => undefined,
    ...options,
  });
  return live;
};

describe('repeatOnChange', () => {
  it('a changed file, with or without an event › starts a run when it no longer changes', async () => {
    const folder = newFolder();
    const work = vi.fn(async () => undefined);
    const { request } = going({ work, watchedPath: folder, pollMs: 100 });
    await request();
    expect(work).toHaveBeenCalledTimes(1);
    for (const text of ['a', 'ab', 'abc']) writeFileSync(join(folder, 'space.json'), text);
    await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(1), 5000);
    await new Promise((resolve) => setTimeout(resolve, 400));
    // One run for three writes; one more on a machine so busy that a hint comes when the first has begun.
    expect(work.mock.calls.length).toBeLessThanOrEqual(3);
    const { length } = work.mock.calls;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(work).toHaveBeenCalledTimes(length);
  });

  it('a file that changes during a run › starts one more run', async () => {
    const folder = newFolder();
    const work = vi.fn(async () => {
      if (work.mock.calls.length === 1) writeFileSync(join(folder, 'space.json'), '{}');
    });
    void going({ work, watchedPath: folder, pollMs: 50 }).request();
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), 5000);
  });

  it('a set time › starts a run then; another time replaces it, and stopping cancels it', {
    timeout: 10_000,
  }, async () => {
    const work = vi.fn(async () => undefined);
    const { wakeAt, stop } = going({ work });
    wakeAt(Date.now() + 10 * 365 * 86_400_000);
    wakeAt(Date.now() + 50);
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1), 8000);
    wakeAt(undefined);
    wakeAt(Date.now() + 100_000);
    await stop();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('an interval › starts a run each time', async () => {
    const work = vi.fn(async () => undefined);
    going({ work, everyMs: 20 });
    await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(2), 5000);
  });

  it('a failed run › is reported and repeated, and the state has the time of the first failure', {
    timeout: 20_000,
  }, async () => {
    const onFailure = vi.fn();
    const work = vi.fn(async () => {
      if (work.mock.calls.length === 1) throw new Error('no network');
    });
    const { request, state } = going({ work, onFailure, retries: true });
    await request();
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ message: 'no network' }));
    expect(state()).toMatchObject({ runs: 1, failures: 1, runningSinceMs: null, failingSinceMs: expect.any(Number) });
    await vi.waitFor(() => expect(state()).toMatchObject({ runs: 2, failures: 1, failingSinceMs: null }), 10_000);
  });

  it('stopping during a run › aborts it, reports no failure, and starts no further run', async () => {
    const onFailure = vi.fn();
    const work = vi.fn(
      (signal: AbortSignal) =>
        new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    const { request, stop, state } = going({ work, onFailure });
    void request();
    void request();
    await vi.waitFor(() => expect(work).toHaveBeenCalled());
    expect(state().runningSinceMs).not.toBeNull();
    await stop();
    expect([work.mock.calls.length, onFailure.mock.calls.length]).toEqual([1, 0]);
  });
});
