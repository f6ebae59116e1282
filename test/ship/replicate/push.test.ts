/**
 * Pushing to a folder, and to a server that takes files by PUT.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Files } from '../../../src/format/files/index.js';
import {
  Bandwidth,
  openTarget,
  type PushReport,
  parseAddress,
  pushCurrent,
} from '../../../src/ship/replicate/index.js';
import { MemoryDisk, observed } from '../../../testing/disk/index.js';
import { buildNights, SNAPSHOTS } from '../../../testing/origin/trial.js';
import { IMPATIENT } from './pulling.js';
import { targetContract } from './targets.js';

targetContract('a folder', async () =>
  openTarget(parseAddress('file:///www/content'), { files: new MemoryDisk(), env: {} }),
);

/** From and to folders of one disk. */
const pushBeside = (files: Files): Promise<PushReport> =>
  pushCurrent({
    files,
    folder: SNAPSHOTS,
    target: openTarget(parseAddress('file:///www/content'), { files, env: {} }),
    parallel: 1,
    bandwidth: new Bandwidth(Number.POSITIVE_INFINITY),
    retryPolicy: IMPATIENT,
    signal: new AbortController().signal,
  });

describe('a folder on the same disk', () => {
  const segmentsIn = (disk: MemoryDisk, folder: string): string[] =>
    disk.paths(folder).filter((path) => path.endsWith('.segment'));
  const identityOf = async (disk: MemoryDisk, path: string): Promise<unknown> => (await disk.stat(path))?.identity;

  it.each([true, false])('with hard links: %s › the segments are linked, otherwise copied', async (has) => {
    const { disk } = await buildNights();
    const link = (): Promise<void> => Promise.reject(new Error('EPERM'));
    const files: Files = observed(disk, () => undefined);
    const { sent } = await pushBeside(has ? files : { ...files, link });
    const there = segmentsIn(disk, '/www/content/segments');
    expect(there).toHaveLength(sent);
    for (const path of there) {
      const here = segmentsIn(disk, SNAPSHOTS).filter((one) => basename(one) === basename(path));
      expect(disk.get(path)).toEqual(disk.get(here[0]!));
      const identities = await Promise.all(here.map((one) => identityOf(disk, one)));
      expect(identities.includes(await identityOf(disk, path))).toBe(has);
    }
  });
});

describe('a folder in which a push was killed', () => {
  it('after CURRENT was replaced › the next push removes the leftovers on both sides', async () => {
    const { disk } = await buildNights();
    const push = () => pushBeside(disk);
    await push();
    for (const folder of ['/www/content', SNAPSHOTS]) disk.put(`${folder}/building-pushed-dead`, Buffer.from('half'));
    expect(await push()).toMatchObject({ published: false });
    expect(disk.paths('/').filter((path) => path.includes('building-'))).toEqual([]);
  });
});

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** A server that stores what is PUT, heeds conditions, and hands it out. */
async function startStore(options: { readonly tag?: (bytes: Uint8Array) => string | undefined } = {}): Promise<string> {
  const stored = new Map<string, Buffer>();
  const tagOf = options.tag ?? ((bytes) => `"${createHash('md5').update(bytes).digest('hex')}"`);
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const found = stored.get(path);
    const tag = found === undefined ? undefined : tagOf(found);
    const { 'if-match': match, 'if-none-match': none } = request.headers;
    if (request.method === 'PUT') {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const now = stored.get(path);
      const nowTag = now === undefined ? undefined : tagOf(now);
      const isRefused = (none === '*' && now !== undefined) || (match !== undefined && match !== nowTag);
      if (!isRefused) stored.set(path, Buffer.concat(chunks));
      response.writeHead(isRefused ? 412 : 201).end();
      return;
    }
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-length': found.byteLength, ...(tag === undefined ? {} : { etag: tag }) });
    response.end(request.method === 'HEAD' ? undefined : found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/content`;
}

targetContract('a server', async () =>
  openTarget(parseAddress(await startStore()), { files: new MemoryDisk(), env: {} }),
);

describe('a server with weak or missing ETags', () => {
  it.each([
    ['none', () => undefined],
    ['weak ones', () => 'W/"1"'],
  ])('%s › CURRENT is not replaced without a condition', async (_, tag) => {
    const target = openTarget(parseAddress(await startStore({ tag })), { files: new MemoryDisk(), env: {} });
    const { signal } = new AbortController();
    const id = 'a'.repeat(64);
    const content = Buffer.from(`${id}\n`);
    await target.put(
      'CURRENT',
      {
        byteLength: content.byteLength,
        sha256: '',
        bytes: async function* () {
          yield content;
        },
      },
      signal,
    );
    const answer = await target.read('CURRENT', { signal });
    const seenTag = answer.kind === 'content' ? answer.tag : undefined;
    const { snapshotId } = await import('../../../src/content/model/index.js');
    const snapshot = snapshotId(id)!;
    await expect(target.replaceCurrent({ snapshot, tag: seenTag }, snapshot, signal)).rejects.toThrow(
      /without a strong ETag, so two builders could undo each other/,
    );
  });
});
