/**
 * A member in this process: what it says to each message of the supervisor, and what its clients see of it.
 */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { requireCurrent, type SnapshotBytes } from '../../../src/index/snapshot/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { releaseMemory } from '../../../src/server/follow/release-memory.js';
import { runMember } from '../../../src/server/threads/member.js';
import type { FromMember, ToMember } from '../../../src/server/threads/messages.js';
import { UNKNOWN_STATUS } from '../../../src/ship/replicate/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { testKey } from '../../../testing/server/keys.js';
import { damageFile } from '../files.js';

const newFolder = temporaryFolders();
let folder: string;
let ids: SnapshotId[];
beforeAll(async () => {
  folder = join(newFolder(), 'snapshots');
  ids = [];
  for (const name of ['Mason', 'Carver']) {
    const source = writeFiles(newFolder(), { ...shelf, 'author.ndjson': [{ id: 'a1', name }] });
    await buildSnapshot(source, folder, { files: diskFiles, strict: true });
    ids.push(await requireCurrent(diskFiles, folder));
  }
});

const bytesOf = (index: number): Promise<SnapshotBytes> => loadHere(folder, ids[index]!);

type Start = Extract<ToMember, { kind: 'start' }>;

const members: { tell: (message: ToMember) => void; said: FromMember[] }[] = [];
afterEach(async () => {
  for (const { tell, said } of members.splice(0)) {
    tell({ kind: 'stop' });
    await expect.poll(() => said.some(({ kind }) => kind === 'stopped')).toBe(true);
  }
});

/** One that has not begun. `heard` waits until it has said something of the kind, and gives the last. */
function member() {
  const said: FromMember[] = [];
  const tell = runMember((message) => said.push(message));
  members.push({ tell, said });
  const last = <Kind extends FromMember['kind']>(kind: Kind) =>
    said.findLast((message): message is Extract<FromMember, { kind: Kind }> => message.kind === kind);
  async function heard<Kind extends FromMember['kind']>(kind: Kind) {
    await expect.poll(() => last(kind), { timeout: 10_000 }).toBeDefined();
    return last(kind)!;
  }
  return { said, tell, heard };
}

const startWith = (bytes: SnapshotBytes | null, server: Partial<Start['server']> = {}): Start => ({
  kind: 'start',
  thread: 2,
  server: { host: '127.0.0.1', port: 0, ...server },
  logLevel: 'silent',
  spaces: [{ name: 'shelf', isProvisional: false, bytes, previewOf: null }],
  keys: null,
});

const healthOf = async (origin: string) => JSON.parse(await (await fetch(`${origin}/health`)).text());

async function started(bytes: SnapshotBytes | null, server: Partial<Start['server']> = {}) {
  const one = member();
  one.tell(startWith(bytes, server));
  const ready = await one.heard('ready');
  const author = async (): Promise<[number, string | undefined]> => {
    const reply = await fetch(`${ready.roots[0]}/author/a1`);
    const document = JSON.parse(await reply.text());
    return [reply.status, document.data?.attributes.name];
  };
  const health = () => healthOf(ready.origin);
  return { ...one, ready, author, health };
}

/** A separate function, so that the test itself does not refer to the first snapshot. */
async function startedWithRef() {
  const bytes = await bytesOf(0);
  const { tell, heard } = await started(bytes);
  return { tell, heard, first: new WeakRef(bytes) };
}

describe('start', () => {
  it('with a snapshot › reports where it listens, and answers from it', async () => {
    const { ready, author } = await started(await bytesOf(0));
    expect(ready.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(ready.roots).toEqual([`${ready.origin}/delivery/jsonapi`]);
    expect('metricsOrigin' in ready).toBe(false);
    expect(await author()).toEqual([200, 'Mason']);
  });

  it('without a snapshot › 503 until a swap', async () => {
    const { author, tell, heard } = await started(null);
    expect((await author())[0]).toBe(503);
    tell({ kind: 'switch', space: 0, bytes: await bytesOf(1) });
    expect(await heard('switched')).toEqual({ kind: 'switched', space: 0, id: ids[1] });
    expect(await author()).toEqual([200, 'Carver']);
  });

  it('a provisional name › is replaced by the name in the snapshot', async () => {
    const { tell, heard } = member();
    tell({
      ...startWith(await bytesOf(0)),
      spaces: [{ name: 'guess', isProvisional: true, bytes: await bytesOf(0), previewOf: null }],
    });
    const health = await healthOf((await heard('ready')).origin);
    expect(health.spaces[0].name).toBe('shelf');
  });

  it('an address in use › an error with advice, and not ready', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const { tell, heard, said } = member();
    tell(startWith(await bytesOf(0), { port }));
    expect((await heard('failed')).reason).toBe(
      `Another program listens on 127.0.0.1, port ${port}; stop it, or choose another --port.`,
    );
    expect(said.map(({ kind }) => kind)).toEqual(['failed']);
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('switch', () => {
  it('to the served snapshot › confirms at once, whatever the bytes are', async () => {
    const bytes = await bytesOf(0);
    const { tell, heard, author } = await started(bytes);
    tell({ kind: 'switch', space: 0, bytes: { ...bytes, segments: [] } });
    expect(await heard('switched')).toEqual({ kind: 'switched', space: 0, id: ids[0] });
    expect(await author()).toEqual([200, 'Mason']);
  });

  it('after the first swap › nothing refers to the first snapshot, also not the message that started the member', async () => {
    const { tell, heard, first } = await startedWithRef();
    tell({ kind: 'switch', space: 0, bytes: await bytesOf(1) });
    await heard('switched');
    // Frees the memory as soon as nothing refers to it.
    expect(await releaseMemory(first, [10, 100, 500])).toBe(true);
  });

  it('to bytes that make no space › a lasting refusal, and answers from the snapshot before', async () => {
    const { tell, heard, author } = await started(await bytesOf(0));
    const whole = await loadHere(folder, ids[1]!);
    tell({ kind: 'switch', space: 0, bytes: { ...whole, segments: [] } });
    const refused = await heard('refused');
    expect(refused).toMatchObject({ space: 0, id: ids[1] });
    expect(refused.failure.reason).not.toBe('');
    expect(await author()).toEqual([200, 'Mason']);
  });

  it('to bytes whose files cannot be opened › a refusal, and answers from the snapshot before', async () => {
    const { tell, heard, author } = await started(await bytesOf(0));
    const own = newFolder();
    cpSync(folder, own, { recursive: true });
    const bytes = await loadHere(own, ids[1]!, undefined, undefined, { resident: 'indexes' });
    rmSync(own, { recursive: true });
    tell({ kind: 'switch', space: 0, bytes });
    expect(await heard('refused')).toMatchObject({ space: 0, id: ids[1] });
    expect(await author()).toEqual([200, 'Mason']);
  });
});

describe('status', () => {
  const problem = { wanted: null, detail: 'there is no CURRENT that names a snapshot' };
  const threads = [
    { thread: 1, state: 'starting', restarts: 2 },
    { thread: 2, state: 'serving', restarts: 0 },
  ] as const;

  it('a problem, a new name and the threads › health shows them, until they are gone', async () => {
    const { tell, health } = await started(await bytesOf(0));
    tell({
      kind: 'status',
      trust: null,
      problems: [problem],
      refusedSwaps: [3],
      nextNames: ['store'],
      pins: [],
      origins: [UNKNOWN_STATUS],
      unreadable: [],
      threads,
    });
    expect(await health()).toMatchObject({
      status: 'degraded',
      spaces: [{ nextName: 'store', problem, origin: { snapshot: null, failingSince: null } }],
      threads,
    });
    tell({
      kind: 'status',
      trust: null,
      problems: [null],
      refusedSwaps: [3],
      nextNames: [null],
      pins: [],
      origins: [null],
      unreadable: [],
      threads: [{ ...threads[1], thread: 1 }],
    });
    const after = await health();
    expect(after.status).toBe('ok');
    expect(Object.keys(after.spaces[0])).toEqual(['name', 'snapshot', 'items', 'built', 'fetched']);
  });

  it('unknown spaces › are ignored', async () => {
    const { tell, health } = await started(await bytesOf(0));
    tell({
      kind: 'status',
      trust: null,
      problems: [null, problem],
      refusedSwaps: [0, 1],
      nextNames: [null, null],
      pins: [],
      origins: [],
      unreadable: [],
      threads: [],
    });
    expect((await health()).status).toBe('ok');
  });
});

describe('a snapshot whose items stay in files', () => {
  it('an unreadable block › is reported, and after a swap that there is none', async () => {
    const own = newFolder();
    cpSync(folder, own, { recursive: true });
    const before = await loadHere(own, ids[0]!, undefined, undefined, { resident: 'indexes' });
    const { tell, heard, author, said } = await started(before);
    const file = readdirSync(join(own, ids[0]!)).find((name) => name.startsWith('author-')) ?? '';
    damageFile(join(own, ids[0]!, file), 'Mason');
    expect((await author())[0]).toBe(503);
    expect(await heard('unreadable')).toEqual({ kind: 'unreadable', space: 0, blocks: 1 });
    const bytes = await loadHere(folder, ids[1]!, undefined, undefined, { resident: 'indexes' });
    tell({ kind: 'switch', space: 0, bytes });
    await heard('switched');
    expect(await author()).toEqual([200, 'Carver']);
    expect(said.filter(({ kind }) => kind === 'unreadable')).toEqual([
      { kind: 'unreadable', space: 0, blocks: 1 },
      { kind: 'unreadable', space: 0, blocks: 0 },
    ]);
  });
});

describe('keys', () => {
  const statusOf = async (origin: string, root: string | undefined, headers: Record<string, string> = {}) =>
    (await fetch(new URL(root ?? '', origin), { headers })).status;

  it('keys at the start and later ones › apply from then on', async () => {
    const [before, after] = [testKey('before'), testKey('after')];
    const { tell, heard } = member();
    tell({ ...startWith(await bytesOf(0)), keys: { keys: [before], problem: null } });
    const { origin, roots } = await heard('ready');
    const statuses = async () =>
      Promise.all([{}, before.headers, after.headers].map((headers) => statusOf(origin, roots[0], headers)));
    expect(await statuses()).toEqual([401, 200, 401]);
    tell({ kind: 'keys', state: { keys: [after], problem: 'broken' } });
    await expect.poll(statuses).toEqual([401, 401, 200]);
    expect(await healthOf(origin)).toMatchObject({ status: 'degraded', keys: { problem: 'broken' } });
  });
});

describe('a preview', () => {
  it('started with its space, and swapped › is for keys with preview', async () => {
    const [reader, editor] = [testKey('reader'), testKey('editor', { preview: true })];
    const { tell, heard } = member();
    const start = startWith(await bytesOf(0));
    const preview = { name: 'shelf', isProvisional: false, bytes: null, previewOf: 0 };
    const keys = { keys: [reader, editor], problem: null };
    tell({ ...start, keys, spaces: [...start.spaces, preview] });
    const { origin, roots } = await heard('ready');
    expect(roots).toHaveLength(1);
    const snapshots = () =>
      Promise.all(
        [reader, editor].map(async ({ headers }) =>
          (await fetch(new URL(roots[0] ?? '', origin), { headers })).headers.get('x-service-snapshot'),
        ),
      );
    expect(await snapshots()).toEqual([ids[0], null]);
    tell({ kind: 'switch', space: 1, bytes: await bytesOf(1) });
    await heard('switched');
    expect(await snapshots()).toEqual([ids[0], ids[1]]);
  });
});

describe('readings', () => {
  it('read › posts its readings; before it is ready it posts nothing', async () => {
    const early = member();
    early.tell({ kind: 'read', ask: 1 });
    expect(early.said).toEqual([]);
    const { author, tell, heard } = await started(await bytesOf(0));
    await author();
    tell({ kind: 'read', ask: 7 });
    const { ask, readings } = await heard('readings');
    expect(ask).toBe(7);
    expect(readings.requests.byRoute).toMatchObject({ item: [0, 0, 1, 0, 0, 0] });
  });

  it('a scrape › shows the readings that the supervisor gathers', async () => {
    const { ready, tell, heard, said } = await started(await bytesOf(0));
    tell({ kind: 'read', ask: 1 });
    const { readings } = await heard('readings');
    for (const [index, shed] of [3, 4].entries()) {
      const scrape = fetch(`${ready.origin}/metrics`).then((reply) => reply.text());
      await expect.poll(() => said.filter(({ kind }) => kind === 'readingsWanted').length).toBe(index + 1);
      const { ask } = await heard('readingsWanted');
      tell({ kind: 'allReadings', ask: ask + 1, all: [] });
      tell({
        kind: 'allReadings',
        ask,
        all: [
          { ...readings, shed },
          { ...readings, shed: 1 },
        ],
      });
      expect(await scrape).toContain(`\nstele_shed_total ${shed + 1}\n`);
    }
  });

  it('readings that are not gathered › after two seconds the scrape shows this member alone', async () => {
    const { ready, author, said } = await started(await bytesOf(0), { metricsPort: 0 });
    expect(ready.metricsOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await author();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const scrape = fetch(`${ready.metricsOrigin}/metrics`).then((reply) => reply.text());
      while (!said.some(({ kind }) => kind === 'readingsWanted')) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await scrape).toContain('stele_route_responses_total{route="item",status="2xx"} 1');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('stop', () => {
  it('without open responses › reports that none was cut, and does not answer any more', async () => {
    const { tell, heard, ready } = await started(await bytesOf(0));
    tell({ kind: 'stop' });
    expect(await heard('stopped')).toEqual({ kind: 'stopped', cut: 0 });
    await expect(fetch(`${ready.origin}/health`)).rejects.toThrow();
  });

  it('before the start › reports the same', async () => {
    const { tell, heard } = member();
    tell({ kind: 'stop' });
    expect(await heard('stopped')).toEqual({ kind: 'stopped', cut: 0 });
  });
});
