/**
 * What the supervisor gives its members and gathers from them: their share of what is given in bytes, the first
 * snapshot, a new name, readings.
 */
import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { publishCurrent } from '../../../src/index/snapshot/index.js';
import type { Readings } from '../../../src/server/metrics/readings.js';
import { listen } from '../../../src/server/wire/listen.js';
import { type FollowEvents, UNKNOWN_STATUS } from '../../../src/ship/replicate/index.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { failure, lastStatus, type Pretender, pretend } from './pretenders.js';
import { servingTogether } from './serving-together.js';

const { newFolder, out, ids, serving } = servingTogether();

const startOf = ({ told }: Pretender) => told.find((message) => message.kind === 'start');

describe('options of members', () => {
  it('sizes › an equal share each; the metrics port belongs to the first', async () => {
    const { launch, launched } = pretend({});
    const overload = { heldBytesMaximum: 101 };
    await serving(launch, { server: { host: '127.0.0.1', port: 0, cacheBytes: 1001, overload, metricsPort: 9100 } });
    const [first, second] = launched.map((member) => startOf(member)?.server);
    for (const share of [first, second])
      expect(share).toMatchObject({ cacheBytes: 500, overload: { heldBytesMaximum: 50 } });
    expect([first?.metricsPort, first?.metrics]).toEqual([9100, undefined]);
    expect([second?.metricsPort, second?.metrics]).toEqual([undefined, false]);
    expect(first?.port).toBe(second?.port);
    expect(first?.port).toBeGreaterThan(0);
  });

  it("metrics origin › the first member's", async () => {
    const { launch } = pretend({
      onStart: (member) =>
        member.onMessage({
          kind: 'ready',
          origin: 'http://x',
          roots: ['r'],
          metricsOrigin: `http://m${member.thread}`,
        }),
    });
    expect((await serving(launch)).server).toMatchObject({ metricsOrigin: 'http://m1', roots: ['r'] });
  });

  it('a port in use › fails before any member starts', async () => {
    const { launch, launched } = pretend({});
    const other = createServer();
    const port = Number(new URL(await listen(other, '127.0.0.1', 0)).port);
    await expect(serving(launch, { server: { host: '127.0.0.1', port } })).rejects.toThrow(`port ${port}; stop it`);
    expect(launched).toEqual([]);
    other.close();
  });
});

describe('an origin', () => {
  it('its status › is posted to every member; a pulled snapshot too', async () => {
    const { launch, launched } = pretend({});
    let events: FollowEvents | undefined;
    const origin = {
      address: 'http://127.0.0.1:1',
      pollMs: 1000,
      keep: 2,
      parallel: 1,
      bytesPerSecond: 1e9,
      trust: [],
    };
    await serving(launch, {
      folders: [{ folder: out, origin }],
      follow: (_, given) => {
        events = given;
        return { look: () => undefined, stop: async () => undefined };
      },
    });
    const failing = { detail: 'it is gone', sinceMs: 1 };
    events?.onStatus({ ...UNKNOWN_STATUS, failures: 1, failing });
    await expect
      .poll(() => launched.map((member) => lastStatus(member)?.origins[0]?.failing))
      .toEqual([failing, failing]);
    await publishCurrent(diskFiles, out, ids[1]!);
    const gathered = { fetched: 1, linked: 0, fetchedBytes: 1, savedBytes: 0 };
    events?.onPulled({ snapshot: ids[1]!, published: true, removed: [], ...gathered });
    await expect.poll(() => launched.map(({ served }) => served)).toEqual([ids[1], ids[1]]);
  });
});

describe('readings', () => {
  const readings = (shed: number): Readings => ({
    status: 'ok',
    requests: { byStatusClass: [], durations: {}, bodyBytes: 0, byRoute: {} },
    inFlight: 0,
    waitingBytes: 0,
    connections: 0,
    shed,
    deferred: 0,
    deferredSeconds: 0,
    blocks: { read: 0, hits: 0, evictions: 0, bytes: 0 },
    access: undefined,
    spaces: [],
  });
  const gathered = ({ told }: Pretender) =>
    told.flatMap((message) =>
      message.kind === 'allReadings' ? [[message.ask, message.all.map(({ shed }) => shed)]] : [],
    );

  it('a member that is scraped › every member is read, and only it gets the readings', async () => {
    const { launch, launched } = pretend({ readings: ({ thread }) => readings(thread) });
    await serving(launch);
    launched[1]?.onMessage({ kind: 'readingsWanted', ask: 9 });
    await expect.poll(() => gathered(launched[1]!)).toEqual([[9, [1, 2]]]);
    expect(gathered(launched[0]!)).toEqual([]);
  });

  it('a member that does not answer within a second › is left out', async () => {
    const { launch, launched } = pretend({ readings: ({ thread }) => (thread === 1 ? readings(1) : undefined) });
    await serving(launch);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      launched[0]?.onMessage({ kind: 'readingsWanted', ask: 3 });
      await vi.advanceTimersByTimeAsync(999);
      expect(gathered(launched[0]!)).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await new Promise((resolve) => setImmediate(resolve));
      expect(gathered(launched[0]!)).toEqual([[3, [1]]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a member that is being replaced › is not read', async () => {
    const { launch, launched, die } = pretend({
      readings: ({ thread }) => readings(thread),
      onStart: (member, count) => {
        if (count <= 2) member.onMessage({ kind: 'ready', origin: 'http://x', roots: [] });
      },
    });
    await serving(launch);
    die(launched[1]!, 'ended with 7');
    launched[0]?.onMessage({ kind: 'readingsWanted', ask: 4 });
    await expect.poll(() => gathered(launched[0]!)).toEqual([[4, [1]]]);
  });
});

describe('nothing to serve yet', () => {
  it('members without a snapshot › switch to the first published one', async () => {
    const { launch, launched } = pretend({});
    const empty = join(newFolder(), 'snapshots');
    const { server } = await serving(launch, { folders: [{ folder: empty }], wait: true });
    expect(server.spaces).toEqual([{ name: 'snapshots', snapshot: undefined }]);
    expect(launched.map(({ served }) => served)).toEqual([undefined, undefined]);
    cpSync(out, empty, { recursive: true });
    await publishCurrent(diskFiles, empty, ids[0]!);
    await server.look();
    expect(launched.map(({ served }) => served)).toEqual([ids[0], ids[0]]);
  });

  it('a member that refuses the first snapshot › is replaced by one that begins with it', async () => {
    const { launch, launched } = pretend({ refuses: ({ thread }) => (thread === 2 ? failure : undefined) });
    const empty = join(newFolder(), 'snapshots');
    const { server } = await serving(launch, { folders: [{ folder: empty }], wait: true });
    cpSync(out, empty, { recursive: true });
    await publishCurrent(diskFiles, empty, ids[0]!);
    await server.look();
    await expect
      .poll(() => launched.filter(({ ended }) => !ended).map(({ served }) => served))
      .toEqual([ids[0], ids[0]]);
    expect(launched).toHaveLength(3);
  });
});

describe('a snapshot with another space name', () => {
  it('one of several spaces › members get the next name, and it is logged', async () => {
    const { launch, launched } = pretend({});
    const folders = [join(newFolder(), 'a'), join(newFolder(), 'b')];
    for (const folder of folders) cpSync(out, folder, { recursive: true });
    const { server, lines } = await serving(launch, {
      folders: [{ folder: folders[0]! }, { folder: folders[1]!, name: 'other' }],
    });
    const source = writeFiles(newFolder(), { ...shelf, 'model.json': { ...shelf['model.json'], space: 'store' } });
    for (const folder of folders) await buildSnapshot(source, folder, { files: diskFiles, strict: true });
    await server.look();
    await expect.poll(() => lastStatus(launched[0]!)).toMatchObject({ nextNames: ['store', null] });
    expect(lines.flatMap(({ next }) => next ?? [])).toEqual(['store']);
  });
});
