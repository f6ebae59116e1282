/**
 * Loading in a thread: what the thread answers, and what becomes of whoever waits when it answers, fails, dies or is
 * given up. The threads here run small modules of their own.
 */
import { copyFileSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { assembleSnapshot, readManifest, readSnapshot, requireCurrent } from '../../../src/index/snapshot/index.js';
import { describeFailure, LoadRefused } from '../../../src/server/follow/load-failure.js';
import { createThreadLoader, loaderReply } from '../../../src/server/follow/loader.js';
import { VerifiedFiles } from '../../../src/server/follow/verified-files.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const NONE: ReadonlyMap<string, string> = new Map();
let folder: string;
let id: SnapshotId;
beforeAll(async () => {
  folder = join(newFolder(), 'snapshots');
  await buildSnapshot(writeFiles(newFolder(), shelf), folder, { files: diskFiles, strict: true });
  id = await requireCurrent(diskFiles, folder);
});

/** A module for a thread: `post` answers, `task` is what it was given. */
function thread(body: string): URL {
  const file = join(newFolder(), 'thread.mjs');
  const names = "import { parentPort, workerData as task } from 'node:worker_threads';";
  writeFileSync(file, `${names}\nconst post = (reply) => parentPort.postMessage(reply);\n${body}\n`);
  return pathToFileURL(file);
}

describe('loaderReply', () => {
  it('an intact snapshot › its bytes', async () => {
    const reply = await loaderReply({ folder, id, verifiedFiles: NONE, servedBytes: undefined });
    expect(reply.kind === 'loaded' && reply.bytes.id).toBe(id);
  });

  it('a segment with a flipped bit › lasting damage', async () => {
    const copy = join(newFolder(), 'copy');
    await buildSnapshot(writeFiles(newFolder(), shelf), copy, { files: diskFiles, strict: true });
    const name = readdirSync(join(copy, id)).find((file) => file.startsWith('book-')) ?? '';
    const bytes = readFileSync(join(copy, id, name));
    bytes[bytes.byteLength - 1]! ^= 1;
    writeFileSync(join(copy, id, name), bytes);
    const reply = await loaderReply({ folder: copy, id, verifiedFiles: NONE, servedBytes: undefined });
    expect(reply).toMatchObject({ kind: 'failed', failure: { isLasting: true } });
    expect(reply.kind === 'failed' && reply.failure.detail).toMatch(/^the snapshot is damaged: .*book/);
  });

  it('verified files › are not hashed again, unless they were changed or replaced', async () => {
    const copy = join(newFolder(), 'copy');
    await buildSnapshot(writeFiles(newFolder(), shelf), copy, { files: diskFiles, strict: true });
    const names = readdirSync(join(copy, id)).filter((file) => file.endsWith('.segment'));
    const seen = new Map<string, string>();
    for (const name of names) seen.set(name, (await diskFiles.stat(join(copy, id, name)))?.identity ?? '');
    const hashed = async (): Promise<readonly string[]> => {
      const reply = await loaderReply({ folder: copy, id, verifiedFiles: seen, servedBytes: undefined });
      if (reply.kind !== 'loaded') throw new Error(reply.failure.reason);
      return reply.bytes.segments.filter(({ sha256 }) => sha256 !== undefined).map(({ label }) => basename(label));
    };
    expect(await hashed()).toEqual([]);
    const [touched = '', replaced = '', ...others] = names.toSorted();
    utimesSync(join(copy, id, touched), 1, 1);
    copyFileSync(join(copy, id, replaced), join(copy, 'beside'));
    renameSync(join(copy, 'beside'), join(copy, id, replaced));
    expect(others).not.toEqual([]);
    expect((await hashed()).toSorted()).toEqual([touched, replaced]);
  });

  it('verified files in memory › are not read again; others are', async () => {
    const source = writeFiles(newFolder(), shelf);
    const copy = join(newFolder(), 'copy');
    await buildSnapshot(source, copy, { files: diskFiles, strict: true });
    writeFiles(source, { 'author.ndjson': [{ id: 'a1', name: 'Another Mason' }] });
    await buildSnapshot(source, copy, { files: diskFiles, strict: true });
    const next = await requireCurrent(diskFiles, copy);
    const held = await readSnapshot(diskFiles, copy, id, { hashes: false });
    const seen = new Map<string, string>();
    for (const name of readdirSync(join(copy, next))) {
      seen.set(name, (await diskFiles.stat(join(copy, next, name)))?.identity ?? '');
    }
    const shared = async (files: ReadonlyMap<string, string>): Promise<readonly string[]> => {
      const reply = await loaderReply({ folder: copy, id: next, verifiedFiles: files, servedBytes: held });
      if (reply.kind !== 'loaded') throw new Error(reply.failure.reason);
      expect(assembleSnapshot(reply.bytes).id).toBe(next);
      expect(reply.bytes.segments.every(({ label }) => label.startsWith(next))).toBe(true);
      const isShared = ({ payloads }: (typeof held.segments)[number]): boolean =>
        held.segments.some((one) => one.payloads[0]?.buffer === payloads[0]?.buffer);
      return reply.bytes.segments.filter(isShared).map(({ kind, name }) => `${kind} ${name}`);
    };
    const { segments } = await readManifest(diskFiles, copy, next);
    const before = (await readManifest(diskFiles, copy, id)).segments.map(({ sha256 }) => sha256);
    const same = segments.filter(({ sha256 }) => before.includes(sha256)).map(({ kind, name }) => `${kind} ${name}`);
    expect(same).toContain('type book');
    expect(same).not.toContain('type author');
    expect(await shared(seen)).toEqual(same);
    expect(await shared(NONE)).toEqual([]);
  });

  it('a missing folder › is not lasting, and names no path of this machine', async () => {
    const missing = newFolder();
    const reply = await loaderReply({ folder: missing, id, verifiedFiles: NONE, servedBytes: undefined });
    expect(reply.kind).toBe('failed');
    expect(JSON.stringify(reply.kind === 'failed' && reply.failure.detail)).not.toContain(missing);
  });
});

describe('loadingIn', () => {
  it('the thread answers › the bytes of the requested folder and snapshot', async () => {
    const load = createThreadLoader(thread("post({ kind: 'loaded', bytes: task });"));
    expect(await load('/some/folder', id)).toEqual({
      manner: {},
      folder: '/some/folder',
      id,
      verifiedFiles: NONE,
      servedBytes: undefined,
    });
  });

  it('a verified snapshot › the thread gets its file identities; for any other, none', async () => {
    const verified = new VerifiedFiles();
    const files = new Map([['book-1.segment', '1 2 3']]);
    verified.note('/some/folder', { snapshot: id, files });
    const load = createThreadLoader(thread("post({ kind: 'loaded', bytes: task });"), verified);
    expect(await load('/some/folder', id)).toMatchObject({ verifiedFiles: files });
    expect(await load('/another/folder', id)).toMatchObject({ verifiedFiles: NONE });
    const [other] = [snapshotId('0'.repeat(64))].filter((one) => one !== undefined);
    verified.note('/some/folder', { snapshot: other!, files });
    expect(await load('/some/folder', id)).toMatchObject({ verifiedFiles: NONE });
  });

  it('the thread reports a failure › that failure', async () => {
    const failure = { detail: 'no', reason: 'no room', isLasting: true };
    const load = createThreadLoader(thread(`post({ kind: 'failed', failure: ${JSON.stringify(failure)} });`));
    const refused = await load(folder, id).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(LoadRefused);
    expect(describeFailure(refused)).toEqual(failure);
  });

  it.each([
    ['throws', "throw new Error('out of luck');", 'out of luck'],
    ['ends without a word', 'process.exit(3);', 'the thread that loads a snapshot ended with 3'],
  ])('the thread %s › rejects with the reason', async (_, body, reason) => {
    await expect(createThreadLoader(thread(body))(folder, id)).rejects.toThrow(reason);
  });

  it('aborted while loading › the thread is ended', async () => {
    const giving = new AbortController();
    const loading = createThreadLoader(thread('setInterval(() => undefined, 1000);'))(folder, id, giving.signal);
    giving.abort();
    await expect(loading).rejects.toThrow(/^the thread that loads a snapshot ended with [01]$/);
  });
});

describe('failureOf', () => {
  const system = Object.assign(new Error('EMFILE: too many open files, open /secret'), { code: 'EMFILE' });
  it.each([
    [new OperationError('wrong version'), { detail: 'wrong version', reason: 'wrong version', isLasting: true }],
    [
      new IntegrityError({ file: 'book', expected: '1', found: '2' }),
      {
        detail: 'the snapshot is damaged: book: expected 1, found 2',
        reason: 'book: expected 1, found 2',
        isLasting: true,
      },
    ],
    [
      system,
      {
        detail: 'the snapshot could not be read (EMFILE); the log says more',
        reason: 'EMFILE: too many open files, open /secret',
        isLasting: false,
      },
    ],
    [
      new Error('odd'),
      { detail: 'the snapshot could not be read; the log says more', reason: 'odd', isLasting: false },
    ],
    ['text', { detail: 'the snapshot could not be read; the log says more', reason: 'text', isLasting: false }],
  ])('%s › detail, reason, and whether it is lasting', (error, failure) => {
    expect(describeFailure(error)).toEqual(failure);
  });
});
