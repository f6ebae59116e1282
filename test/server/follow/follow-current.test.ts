/**
 * Following CURRENT: when a snapshot is brought in, when one that failed is tried again, and what is told how often.
 */
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IntegrityError } from '../../../src/content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import { diskFiles, type Files, watchFolder } from '../../../src/format/files/index.js';
import { writeCurrent } from '../../../src/index/snapshot/index.js';
import { type Follower, type FollowOptions, followCurrent } from '../../../src/server/follow/follow-current.js';
import { loadInThread } from '../../../src/server/follow/loader.js';
import { VerifiedFiles } from '../../../src/server/follow/verified-files.js';
import type { SpaceProblem } from '../../../src/server/spaces/status.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const idOf = (digit: string): SnapshotId => snapshotId(digit.repeat(64))!;
const [first, second, third] = [idOf('a'), idOf('b'), idOf('c')];

const followers: Follower[] = [];
afterEach(() => {
  for (const follower of followers.splice(0)) follower.stop();
});

const damaged = (file: string): IntegrityError => new IntegrityError({ file, expected: 'CRC-32 1', found: '2' });

/** A folder whose CURRENT names the first; nothing is watched or polled unless asked for. */
async function follow(overrides: Partial<FollowOptions> = {}) {
  const folder = newFolder();
  await writeCurrent(diskFiles, folder, first);
  const state = {
    folder,
    served: first as SnapshotId | undefined,
    /** Every id that was to be brought in. */
    brought: [] as SnapshotId[],
    /** What bringing fails with, by id. */
    failing: new Map<SnapshotId, Error>(),
    problem: undefined as SpaceProblem | undefined,
    lines: [] as { level: number; msg: string; reason?: string }[],
  };
  const sink = new Writable({
    write(chunk, _, done) {
      state.lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const follower = followCurrent({
    files: diskFiles,
    folder,
    pollMs: 0,
    served: () => state.served,
    bring: async (id) => {
      state.brought.push(id);
      const error = state.failing.get(id);
      if (error !== undefined) throw error;
      state.served = id;
    },
    onProblem: (problem) => {
      state.problem = problem;
    },
    logger: pino({ level: 'info' }, sink),
    watch: () => ({ active: () => true, stop: () => undefined }),
    ...overrides,
  });
  followers.push(follower);
  return { state, follower };
}

const warnings = (lines: readonly { level: number }[]): number => lines.filter(({ level }) => level >= 40).length;

describe('a look', () => {
  it('a snapshot removed while it is loaded › the one that CURRENT names by then, without a problem', async () => {
    const brought: SnapshotId[] = [];
    const { state, follower } = await follow({
      bring: async (id) => {
        brought.push(id);
        if (id !== second) return;
        await writeCurrent(diskFiles, state.folder, third);
        throw damaged('gone.segment');
      },
    });
    await writeCurrent(diskFiles, state.folder, second);
    await follower.look();
    expect(brought).toEqual([second, third]);
    expect(state.problem).toBeUndefined();
    expect(warnings(state.lines)).toBe(0);
  });

  it('CURRENT unchanged › loads nothing', async () => {
    const { state, follower } = await follow();
    await follower.look();
    expect(state).toMatchObject({ brought: [], problem: undefined, lines: [] });
  });

  it('CURRENT names another snapshot, also an older one › loads it', async () => {
    const { state, follower } = await follow();
    await writeCurrent(diskFiles, state.folder, second);
    await follower.look();
    await writeCurrent(diskFiles, state.folder, first);
    await follower.look();
    expect(state.brought).toEqual([second, first]);
    const told = { level: 30, msg: 'another snapshot is served' };
    expect(state.lines).toMatchObject([
      { ...told, snapshot: second, before: first },
      { ...told, snapshot: first, before: second },
    ]);
  });

  it('CURRENT missing or malformed › the served snapshot stays; logged once each', async () => {
    const { state, follower } = await follow();
    rmSync(join(state.folder, 'CURRENT'));
    await follower.look();
    await follower.look();
    expect(state.problem).toEqual({ wanted: null, detail: 'there is no CURRENT that names a snapshot' });
    writeFileSync(join(state.folder, 'CURRENT'), '../../etc/passwd');
    await follower.look();
    expect(state.problem?.detail).toBe('CURRENT does not contain a snapshot id');
    expect(state).toMatchObject({ brought: [], served: first });
    expect(warnings(state.lines)).toBe(2);
    await writeCurrent(diskFiles, state.folder, first);
    await follower.look();
    expect(state.problem).toBeUndefined();
  });

  it('called during a look › exactly one more look follows', async () => {
    let finish: () => void = () => undefined;
    const brought: SnapshotId[] = [];
    const { state, follower } = await follow({
      bring: (id) => {
        brought.push(id);
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    });
    await writeCurrent(diskFiles, state.folder, second);
    const looks = [follower.look(), follower.look(), follower.look()];
    await expect.poll(() => brought).toEqual([second]);
    await writeCurrent(diskFiles, state.folder, third);
    finish();
    await expect.poll(() => brought).toEqual([second, third]);
    finish();
    await Promise.all(looks);
    expect(brought).toEqual([second, third]);
  });
});

describe('a snapshot that cannot be served', () => {
  const refusing = async (error: Error) => {
    let looks = 0;
    const files: Files = {
      ...diskFiles,
      list: (folder) => {
        looks += 1;
        return diskFiles.list(folder);
      },
    };
    const made = { ...(await follow({ pollMs: 20, files })), looks: () => looks };
    made.state.failing.set(second, error);
    writeFiles(join(made.state.folder, second), { 'book.segment': 'x' });
    await writeCurrent(diskFiles, made.state.folder, second);
    await expect.poll(() => made.state.problem?.wanted).toBe(second);
    return made;
  };

  it('damaged › logged once with its segment, not read again until a file changes', async () => {
    const { state, looks } = await refusing(damaged('bb/book.segment'));
    expect(state.problem?.detail).toBe('the snapshot is damaged: bb/book.segment: expected CRC-32 1, found 2');
    await expect.poll(looks).toBeGreaterThan(5);
    expect(state.brought).toEqual([second]);
    expect(warnings(state.lines)).toBe(1);
    expect(state.lines[0]).toMatchObject({
      level: 40,
      msg: 'the current snapshot cannot be served; the snapshot before it is still served',
      reason: 'bb/book.segment: expected CRC-32 1, found 2',
      served: first,
    });
    state.failing.clear();
    utimesSync(join(state.folder, second, 'book.segment'), 1, 1);
    await expect.poll(() => state.served).toBe(second);
    expect(state.problem).toBeUndefined();
  });

  it('damaged differently after a change › logged again; CURRENT back › no problem', async () => {
    const { state, follower } = await refusing(damaged('bb/book.segment'));
    state.failing.set(second, damaged('bb/author.segment'));
    utimesSync(join(state.folder, second, 'book.segment'), 1, 1);
    await expect.poll(() => warnings(state.lines)).toBe(2);
    expect(state.problem?.detail).toContain('author.segment');
    await writeCurrent(diskFiles, state.folder, first);
    await follower.look();
    expect(state).toMatchObject({ problem: undefined, served: first });
  });

  it('another one, for the same reason › logged again', async () => {
    const { state, follower } = await follow();
    for (const id of [second, third]) {
      state.failing.set(id, damaged('book.segment'));
      await writeCurrent(diskFiles, state.folder, id);
      await follower.look();
      expect(state.problem?.wanted).toBe(id);
    }
    expect(warnings(state.lines)).toBe(2);
  });

  it('look (SIGHUP) › tries it again without a change', async () => {
    const { state, follower } = await refusing(damaged('bb/book.segment'));
    state.failing.clear();
    await follower.look();
    expect(state.served).toBe(second);
  });

  it('unreadable for now › tried at every poll, logged once, without a path of this machine', async () => {
    const error = Object.assign(new Error("EMFILE: too many open files, open '/srv/secret'"), { code: 'EMFILE' });
    const { state } = await refusing(error);
    await expect.poll(() => state.brought.length).toBeGreaterThan(3);
    expect(warnings(state.lines)).toBe(1);
    expect(state.problem?.detail).toBe('the snapshot could not be read (EMFILE); the log says more');
    expect(state.lines[0]?.reason).toContain('/srv/secret');
    state.failing.clear();
    await expect.poll(() => state.served).toBe(second);
  });

  it('without a served snapshot › logged as an error, not a warning', async () => {
    const { state, follower } = await follow();
    state.served = undefined;
    state.failing.set(first, damaged('aa/book.segment'));
    await follower.look();
    const reason = 'aa/book.segment: expected CRC-32 1, found 2';
    expect(state.lines).toMatchObject([
      { level: 50, msg: 'no snapshot can be served', wanted: first, served: null, reason },
    ]);
    state.failing.clear();
    await follower.look();
    expect(state.problem).toBeUndefined();
    expect(state.lines[1]).toMatchObject({ level: 30, snapshot: first, before: null });
  });
});

describe('watching', () => {
  it('a new CURRENT in a watched folder › is loaded without a poll', async () => {
    const { state } = await follow({ watch: watchFolder });
    await writeCurrent(diskFiles, state.folder, second);
    await expect.poll(() => state.served, { timeout: 10_000 }).toBe(second);
  });

  it('a failed watch › is set up again by the next poll', async () => {
    let watches = 0;
    const { state } = await follow({
      pollMs: 20,
      watch: () => {
        watches += 1;
        const active = watches > 1;
        return { active: () => active, stop: () => undefined };
      },
    });
    await expect.poll(() => watches).toBe(2);
    await writeCurrent(diskFiles, state.folder, second);
    await expect.poll(() => state.served).toBe(second);
    expect(watches).toBe(2);
  });

  it('a missing folder › no watch, and no failure', () => {
    const watching = watchFolder('/nowhere/at/all', () => undefined);
    expect(watching.active()).toBe(false);
    watching.stop();
  });
});

describe('stop', () => {
  it('events and polls are ignored afterwards', async () => {
    let hear = (): void => undefined;
    let [watches, looks] = [0, 0];
    const open: Files['open'] = (path, mode) => {
      looks += 1;
      return diskFiles.open(path, mode);
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { state, follower } = await follow({
        pollMs: 1_000,
        files: { ...diskFiles, open },
        watch: (_, hears) => {
          hear = hears;
          watches += 1;
          return {
            active: () => true,
            stop: () => {
              watches -= 1;
            },
          };
        },
      });
      vi.advanceTimersByTime(1_000);
      await expect.poll(() => looks).toBe(1);
      follower.stop();
      expect(watches).toBe(0);
      await writeCurrent(diskFiles, state.folder, second);
      hear();
      vi.advanceTimersByTime(10_000);
      await follower.look();
      expect([looks, state.served]).toEqual([1, first]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('while loading › loading is aborted, and nothing is logged', async () => {
    const { state, follower } = await follow({
      bring: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('given up')));
        }),
    });
    await writeCurrent(diskFiles, state.folder, second);
    const look = follower.look();
    follower.stop();
    await look;
    await follower.look();
    expect(state).toMatchObject({ problem: undefined, lines: [] });
  });

  it('while files are examined › nothing is loaded', async () => {
    let stop = (): void => undefined;
    const { state, follower } = await follow({
      files: {
        ...diskFiles,
        list: (path) => {
          stop();
          return diskFiles.list(path);
        },
      },
    });
    stop = follower.stop;
    await writeCurrent(diskFiles, state.folder, second);
    await follower.look();
    expect(state).toMatchObject({ brought: [], served: first, problem: undefined, lines: [] });
  });
});

describe('an unreadable CURRENT', () => {
  const unreadable = Object.assign(new Error("EIO: i/o error, open '/srv/secret'"), { code: 'EIO' });

  /** Fails to open CURRENT from a moment on that the test gives, and says so before. */
  async function following(overrides: Partial<FollowOptions> = {}) {
    const disk = { isBroken: false, asked: (): void => undefined };
    const files: Files = {
      ...diskFiles,
      open: (path, mode) => {
        if (!disk.isBroken || !path.endsWith('CURRENT')) return diskFiles.open(path, mode);
        disk.asked();
        return Promise.reject(unreadable);
      },
    };
    return { disk, ...(await follow({ files, ...overrides })) };
  }

  it('is reported without a path of this machine; the served snapshot stays', async () => {
    const { disk, state, follower } = await following();
    disk.isBroken = true;
    await follower.look();
    expect(state.problem).toEqual({
      wanted: null,
      detail: 'the snapshot could not be read (EIO); the log says more',
    });
    expect(state).toMatchObject({ served: first, lines: [{ level: 40, wanted: null, reason: unreadable.message }] });
  });

  it('stopped meanwhile › nothing is reported', async () => {
    const { disk, state, follower } = await following();
    disk.isBroken = true;
    disk.asked = follower.stop;
    await follower.look();
    expect(state).toMatchObject({ brought: [], problem: undefined, lines: [] });
  });

  it('after its snapshot was refused › is reported with its own reason', async () => {
    const { disk, state, follower } = await following({
      bring: async () => {
        disk.isBroken = true;
        throw damaged('bb/book.segment');
      },
    });
    await writeCurrent(diskFiles, state.folder, second);
    await follower.look();
    expect(state.problem).toMatchObject({ wanted: second, detail: expect.stringContaining('bb/book.segment') });
  });

  it('after its snapshot was refused, stopped meanwhile › nothing is reported', async () => {
    const { disk, state, follower } = await following({
      bring: async () => {
        disk.isBroken = true;
        throw damaged('bb/book.segment');
      },
    });
    disk.asked = follower.stop;
    await writeCurrent(diskFiles, state.folder, second);
    await follower.look();
    expect(state).toMatchObject({ problem: undefined, lines: [] });
  });
});

describe('loadInThread', () => {
  it('aborted before it begins › rejects with the reason, and starts no thread', async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const given = AbortSignal.abort(new Error('stopped'));
    await expect(loadInThread(new VerifiedFiles())(newFolder(), first, given)).rejects.toThrow('stopped');
    expect(process.getActiveResourcesInfo().filter((name) => name === 'MessagePort')).toHaveLength(before);
  });
});
