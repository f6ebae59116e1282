/**
 * Watching folders, coalescing requests, and the state of contents.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { coalesced, contentState, diskFiles, type WatchFolder, watchAndPoll } from '../../../src/format/files/index.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

describe('watchAndPoll', () => {
  it('a hint, and each poll › calls the callback; an ended watch is restarted at the next poll', () => {
    vi.useFakeTimers();
    const begun: { readonly folder: string; readonly onChange: () => void; isActive: boolean }[] = [];
    const watching: WatchFolder = (folder, onChange) => {
      const one = { folder, onChange, isActive: true };
      begun.push(one);
      return {
        active: () => one.isActive,
        stop: () => {
          one.isActive = false;
        },
      };
    };
    const look = vi.fn();
    const stop = watchAndPoll(['/a', '/b'], 1000, look, watching);
    begun[1]?.onChange();
    expect(look).toHaveBeenCalledTimes(1);
    begun[0]!.isActive = false;
    vi.advanceTimersByTime(1000);
    expect(look).toHaveBeenCalledTimes(2);
    expect(begun.map(({ folder }) => folder)).toEqual(['/a', '/b', '/a']);
    stop();
    vi.advanceTimersByTime(5000);
    expect(look).toHaveBeenCalledTimes(2);
    expect(begun.some(({ isActive }) => isActive)).toBe(false);
    vi.useRealTimers();
  });

  it('an interval of 0 › never polls', () => {
    vi.useFakeTimers();
    const look = vi.fn();
    const stop = watchAndPoll([newFolder()], 0, look);
    vi.advanceTimersByTime(100_000);
    expect(look).not.toHaveBeenCalled();
    stop();
    vi.useRealTimers();
  });
});

describe('coalesced', () => {
  it('several requests during a run › cause one more run, never two at a time', async () => {
    const ends: (() => void)[] = [];
    let running = 0;
    let most = 0;
    const ask = coalesced(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    });
    const first = ask();
    for (let i = 0; i < 1000; i += 1) void ask();
    ends[0]?.();
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    ends[1]?.();
    await first;
    expect([ends.length, most]).toEqual([2, 1]);
    const again = ask();
    ends[2]?.();
    await again;
    expect(ends).toHaveLength(3);
  });
});

describe('contentState', () => {
  it('a file that is written, added or replaced › changes the state; a hidden file does not', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'below'));
    const states = [await contentState(diskFiles, folder)];
    const next = async (): Promise<void> => void states.push(await contentState(diskFiles, folder));
    writeFileSync(join(folder, 'below/a.md'), 'one');
    await next();
    writeFileSync(join(folder, 'below/a.md'), 'longer');
    await next();
    writeFileSync(join(folder, 'other'), 'longer');
    renameSync(join(folder, 'other'), join(folder, 'below/a.md'));
    await next();
    expect(new Set(states).size).toBe(4);
    writeFileSync(join(folder, '.hidden'), 'x');
    expect(await contentState(diskFiles, folder)).toBe(states.at(-1));
  });

  it('a missing path › has another state than an existing one', async () => {
    const folder = newFolder();
    const before = await contentState(diskFiles, join(folder, 'space.json'));
    writeFileSync(join(folder, 'space.json'), '{}');
    expect(await contentState(diskFiles, join(folder, 'space.json'))).not.toBe(before);
  });
});
