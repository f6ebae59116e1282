/**
 * What the supervisor does with members that fail at any moment, with members that only pretend.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { takeLease } from '../../../src/format/index.js';
import { publishCurrent } from '../../../src/index/snapshot/index.js';
import { releaseMemory } from '../../../src/server/follow/release-memory.js';
import { addKey } from '../../../src/server/keys/index.js';
import { DEFAULT_TIMEOUTS } from '../../../src/server/options/timeouts.js';
import { createRestartDelay, SETTLED_MS } from '../../../src/server/threads/restart-delay.js';
import { type Follow, type FollowEvents, UNKNOWN_STATUS } from '../../../src/ship/replicate/index.js';
import { makeKeys, readSigningKey, signSnapshot } from '../../../src/ship/trust/index.js';
import { failure, lastStatus, type Pretender, pretend } from './pretenders.js';
import { servingTogether } from './serving-together.js';

const { newFolder, out, ids, serving } = servingTogether();

/** A separate function, so that the test itself does not refer to the bytes. */
function refToStartBytes(member: Pretender | undefined): WeakRef<object> {
  const start = member?.told.find((message) => message.kind === 'start');
  const bytes = start?.spaces[0]?.bytes;
  if (bytes === undefined || bytes === null) throw new Error('the member was not started with a snapshot');
  return new WeakRef(bytes);
}

describe('serveTogether', () => {
  it('members › start with the bytes, whose memory is shared', async () => {
    const { launch, launched } = pretend({});
    await serving(launch);
    expect(launched.map(({ served }) => served)).toEqual([ids[0], ids[0]]);
    const all = launched.flatMap(({ told: [start] }) =>
      start?.kind === 'start' ? (start.spaces[0]?.bytes ?? []) : [],
    );
    expect(all).toHaveLength(2);
    expect(all[0]).toBe(all[1]);
  });

  it('after the first swap › nothing refers to the first snapshot', async () => {
    const { launch, launched } = pretend({});
    const { server } = await serving(launch);
    const first = refToStartBytes(launched[0]);
    await publishCurrent(diskFiles, out, ids[1]!);
    await server.look();
    expect(launched.map(({ served }) => served)).toEqual([ids[1], ids[1]]);
    // The pretended members remember each message, which real members do not.
    for (const { told } of launched) told.length = 0;
    expect(await releaseMemory(first, [10, 100, 500])).toBe(true);
  });

  it('with trust › an unsigned snapshot is not served', async () => {
    const path = join(newFolder(), 'key');
    await makeKeys(path);
    const key = readSigningKey(path);
    await expect(serving(pretend({}).launch, { trust: [key.publicKey.text] })).rejects.toThrow('not signed');
    await signSnapshot(diskFiles, out, ids[0]!, [key]);
    const { launch, launched } = pretend({});
    await serving(launch, { trust: [key.publicKey.text] });
    expect(launched.map(({ served }) => served)).toEqual([ids[0], ids[0]]);
  });

  it('a file of keys › members start with its keys, and get every change', async () => {
    const keysFile = join(newFolder(), 'access.json');
    await addKey(keysFile, { name: 'one', spaces: ['*'] });
    const { launch, launched, die } = pretend({});
    const { server } = await serving(launch, { keysFile });
    const namesTold = (member: (typeof launched)[number] | undefined) =>
      member?.told.flatMap((message) => {
        const state = message.kind === 'start' ? message.keys : message.kind === 'keys' ? message.state : null;
        return state === null ? [] : [state.keys.map(({ name }) => name).join()];
      });
    expect(launched.map((member) => namesTold(member)?.[0])).toEqual(['one', 'one']);
    await addKey(keysFile, { name: 'two', spaces: ['*'] });
    await server.look();
    await expect.poll(() => launched.map((member) => namesTold(member)?.at(-1))).toEqual(['one,two', 'one,two']);
    writeFileSync(keysFile, 'broken');
    await server.look();
    die(launched[0]!, 'ended with 7');
    await expect.poll(() => namesTold(launched[2])?.[0]).toBe('one,two');
  });

  it('unreadable blocks of one member › every member gets the maximum', async () => {
    const { launch, launched } = pretend({});
    await serving(launch);
    for (const [place, blocks] of [1, 3].entries())
      launched[place]?.onMessage({ kind: 'unreadable', space: 0, blocks });
    await expect.poll(() => launched.map((member) => lastStatus(member)?.unreadable)).toEqual([[3], [3]]);
    launched[1]?.onMessage({ kind: 'unreadable', space: 0, blocks: 0 });
    await expect.poll(() => launched.map((member) => lastStatus(member)?.unreadable)).toEqual([[1], [1]]);
  });

  it('a folder filled from an origin › members get its status, and the pulled snapshot is served', async () => {
    const heard: FollowEvents[] = [];
    let looks = 0;
    const follow: Follow = (_, events) => {
      heard.push(events);
      return {
        look: () => {
          looks += 1;
        },
        stop: async () => undefined,
      };
    };
    const task = { pollMs: 0, keep: 1, parallel: 1, bytesPerSecond: Number.POSITIVE_INFINITY, trust: [] };
    const origin = { address: 'http://origin.example/snapshots', ...task };
    const { launch, launched } = pretend({});
    const { server, lines } = await serving(launch, { folders: [{ folder: out, origin }], follow });
    const [events] = heard;
    events?.onStatus({ ...UNKNOWN_STATUS, pulls: 4 });
    await expect
      .poll(() => launched.map((member) => lastStatus(member)?.origins))
      .toMatchObject([[{ pulls: 4 }], [{ pulls: 4 }]]);
    await publishCurrent(diskFiles, out, ids[1]!);
    const gathered = { fetched: 2, fetchedBytes: 5, linked: 1, savedBytes: 7 };
    events?.onPulled({ snapshot: ids[1]!, published: true, removed: [], ...gathered });
    await expect.poll(() => launched.map(({ served }) => served)).toEqual([ids[1], ids[1]]);
    expect(lines.map(({ msg }) => msg)).toContain('another snapshot was pulled');
    await server.look();
    expect(looks).toBe(1);
  });

  it('a preview › is posted with its space, and swapped separately', async () => {
    const { launch, launched } = pretend({});
    const next = join(newFolder(), 'snapshots');
    const { server } = await serving(launch, { folders: [{ folder: out, preview: next }] });
    expect(server.spaces).toHaveLength(1);
    for (const { told } of launched) {
      const [start] = told;
      const spaces = start?.kind === 'start' ? start.spaces : [];
      expect(spaces.map(({ previewOf, bytes }) => [previewOf, bytes === null])).toEqual([
        [null, false],
        [0, true],
      ]);
    }
    cpSync(out, next, { recursive: true });
    await server.look();
    const isSwitched = ({ told }: (typeof launched)[number]): boolean =>
      told.some((message) => message.kind === 'switch' && message.space === 1);
    await expect.poll(() => launched.map(isSwitched)).toEqual([true, true]);
  });

  it('a member that cannot start › nothing is served, with its reason', async () => {
    const { launch, launched } = pretend({
      onStart: (member, count) => {
        if (count > 1) member.onMessage({ kind: 'failed', reason: 'no such address' });
        else member.onMessage({ kind: 'ready', origin: 'http://x', roots: [] });
      },
    });
    await expect(serving(launch)).rejects.toThrow(OperationError);
    expect(launched.length).toBe(2);
    await expect.poll(() => launched.every(({ ended }) => ended)).toBe(true);
  });

  it('a member that dies while serving › is replaced at once, and members get the new status', async () => {
    const { launch, launched, die } = pretend({});
    const { lines } = await serving(launch);
    die(launched[0]!, 'ended with 7');
    await expect.poll(() => launched.length).toBe(3);
    await expect
      .poll(() => lastStatus(launched[1]!))
      .toMatchObject({
        threads: [
          { thread: 1, state: 'serving', restarts: 1 },
          { thread: 2, state: 'serving', restarts: 0 },
        ],
      });
    expect(lines.filter(({ reason }) => reason === 'ended with 7')).toHaveLength(1);
  });

  it('a dead thread › its room in shared memory is freed for its successor', async () => {
    const { launch, launched, die } = pretend({});
    await serving(launch);
    const [start] = launched[0]?.told ?? [];
    const segment = start?.kind === 'start' ? start.spaces[0]?.bytes?.segments[0] : undefined;
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 10, shared: true });
    Object.assign(segment ?? {}, { memory });
    const lease = takeLease(memory, 1, 1, 1);
    die(launched[0]!, 'ended with 7');
    await expect.poll(() => launched.length).toBe(3);
    expect(takeLease(memory, 3, 1, 1)).toEqual(lease);
  });

  it('a replacement that missed a swap › is told to switch when it is ready', async () => {
    const { launch, launched, die, ready } = pretend({
      onStart: (member, count) => {
        if (count <= 2) member.onMessage({ kind: 'ready', origin: 'http://x', roots: [] });
      },
    });
    const { server } = await serving(launch);
    die(launched[0]!, 'ended with 7');
    await expect.poll(() => launched[2]?.served).toBe(ids[0]);
    await publishCurrent(diskFiles, out, ids[1]!);
    await server.look();
    expect(launched[1]?.served).toBe(ids[1]);
    expect(launched[2]?.served).toBe(ids[0]);
    ready(launched[2]!);
    await expect.poll(() => launched[2]?.served).toBe(ids[1]);
  });

  it('replacements that die young › follow after growing delays', async () => {
    const { launch, launched, die } = pretend({
      onStart: (member, count) => {
        if (count <= 2) member.onMessage({ kind: 'ready', origin: 'http://x', roots: [] });
        else setImmediate(() => die(member, 'ended with 9'));
      },
    });
    const { lines } = await serving(launch);
    die(launched[0]!, 'ended with 7');
    await expect.poll(() => launched.length, { timeout: 10_000 }).toBeGreaterThan(5);
    expect(lines.flatMap(({ afterMs }) => afterMs ?? []).slice(0, 4)).toEqual([0, 100, 200, 400]);
  });

  it('a swap that cannot be loaded › no member switches, and the reason is reported', async () => {
    const { launch, launched } = pretend({ refuses: () => failure });
    const { server, lines } = await serving(launch);
    await publishCurrent(diskFiles, out, ids[1]!);
    await server.look();
    expect(launched.map(({ served }) => served)).toEqual([ids[0], ids[0]]);
    expect(lines.filter(({ reason }) => reason === 'no room')).toHaveLength(1);
    await expect.poll(() => lastStatus(launched[1]!)).toMatchObject({ problems: [{ wanted: ids[1], detail: 'no' }] });
  });

  it.each([1, 2])(
    'a swap that only member %i refuses › all serve the snapshot before, and the reason is reported',
    async (refusing) => {
      const { launch, launched } = pretend({
        refuses: ({ thread, served }) => (thread === refusing && served === ids[0] ? failure : undefined),
      });
      const { server, lines } = await serving(launch);
      await publishCurrent(diskFiles, out, ids[1]!);
      await server.look();
      expect(launched.map(({ served }) => served)).toEqual([ids[0], ids[0]]);
      expect(launched.every(({ ended }) => !ended)).toBe(true);
      expect(lines.filter(({ reason }) => reason === 'no room')).toHaveLength(1);
      // A replacement begins with what all serve.
      const start = launched[0]?.told.find((message) => message.kind === 'start');
      expect(start?.spaces.map(({ bytes }) => bytes?.id)).toEqual([ids[0]]);
    },
  );

  it('a swap that one refuses and another cannot switch back from › that one is replaced, with the snapshot before', async () => {
    const { launch, launched } = pretend({
      refuses: ({ thread, served }) => (thread === 2 || served === ids[1] ? failure : undefined),
    });
    const { server } = await serving(launch);
    await publishCurrent(diskFiles, out, ids[1]!);
    await server.look();
    await expect
      .poll(() => launched.filter(({ ended }) => !ended).map(({ served }) => served))
      .toEqual([ids[0], ids[0]]);
    // One more for each time that the swap was tried, which the watch may ask for too.
    expect(launched.length).toBeGreaterThan(2);
  });

  it('a member that dies during a swap › does not stop the swap', async () => {
    const { launch, launched } = pretend({
      refuses: ({ thread }) => (thread === 1 ? 'dies' : undefined),
    });
    const { server } = await serving(launch);
    await publishCurrent(diskFiles, out, ids[1]!);
    await server.look();
    await expect
      .poll(() => launched.filter(({ ended }) => !ended).map(({ served }) => served))
      .toEqual([ids[1], ids[1]]);
  });

  it.each(['dies', 'hangs'] as const)(
    'close, and a member %s while it drains › counts as a cut response, and is logged',
    async (onStop) => {
      const { launch, launched } = pretend({ onStop: ({ thread }) => (thread === 1 ? onStop : 'stops') });
      const { server, lines } = await serving(launch);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const closed = server.close();
        await vi.advanceTimersByTimeAsync(60_000);
        // The second has cut two.
        expect(await closed).toBe(3);
      } finally {
        vi.useRealTimers();
      }
      await expect.poll(() => launched.every(({ ended }) => ended)).toBe(true);
      expect(lines.filter(({ msg }) => msg.includes('had to stop'))).toHaveLength(1);
    },
  );

  it('close, and a member hangs › is ended two seconds after the drain time', async () => {
    const { launch } = pretend({ onStop: () => 'hangs' });
    const timeouts = { ...DEFAULT_TIMEOUTS, drainMs: 500 };
    const { server } = await serving(launch, { server: { host: '127.0.0.1', port: 0, timeouts } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let cut: number | undefined;
      const closed = server.close().then((count) => {
        cut = count;
      });
      await vi.advanceTimersByTimeAsync(2_499);
      expect(cut).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      await closed;
      expect(cut).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('close › the responses that were cut are summed, and none is replaced', async () => {
    const { launch, launched } = pretend({});
    const { server } = await serving(launch);
    expect(await server.close()).toBe(3);
    await expect.poll(() => launched.every(({ ended }) => ended)).toBe(true);
    expect(launched.length).toBe(2);
  });
});

describe('close before all members are ready', () => {
  it('a replacement that does not serve yet › is ended, with 0 cut responses', async () => {
    const { launch, launched, die } = pretend({
      onStart: (member, count) => {
        if (count <= 2) member.onMessage({ kind: 'ready', origin: 'http://x', roots: [] });
      },
    });
    const { server } = await serving(launch);
    die(launched[0]!, 'ended with 7');
    await expect.poll(() => launched.length).toBe(3);
    // The second has cut two.
    expect(await server.close()).toBe(2);
    // It gets ready too late to serve.
    launched[2]?.onMessage({ kind: 'ready', origin: 'http://x', roots: [] });
    await expect.poll(() => launched.every(({ ended }) => ended)).toBe(true);
    expect(launched).toHaveLength(3);
  });
});

describe('restartDelay', () => {
  it('the first death › no delay; further early ones › doubled up to ten seconds; a late one › none again', () => {
    const pauses = createRestartDelay();
    const young = Array.from({ length: 10 }, () => pauses.next(10));
    expect(young).toEqual([0, 100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
    expect(pauses.next(SETTLED_MS)).toBe(0);
    expect(pauses.next(10)).toBe(100);
  });
});
