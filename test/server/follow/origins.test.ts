/**
 * A server that fills its folder from an origin: empty at first, then served, then on its own. In this process; the
 * thread that does it otherwise is tried in test/cli.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { writeCurrent } from '../../../src/index/snapshot/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { type Serving, serve } from '../../../src/server/index.js';
import { followInThisThread } from '../../../src/ship/replicate/index.js';
import { makeKeys, readSigningKey, signSnapshot } from '../../../src/ship/trust/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { type OriginFault, startOrigin, type TestOrigin } from '../../../testing/origin/faulty-origin.js';
import { buildNights, type Nights, SNAPSHOTS } from '../../../testing/origin/trial.js';
import { send } from '../../../testing/server/client.js';
import { IMPATIENT } from '../../ship/replicate/pulling.js';

const newFolder = temporaryFolders();
let nights: Nights | undefined;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function replica(
  fault: OriginFault = 'status 503',
  name?: string,
): Promise<{
  server: Serving;
  origin: TestOrigin;
  ids: Nights['ids'];
  lines: readonly string[];
}> {
  nights ??= await buildNights();
  const origin = await startOrigin(nights.disk, SNAPSHOTS);
  origin.fault = () => fault;
  const { lines, logger } = capturingLogger('info');
  const server = await serve({
    folders: [
      {
        folder: join(newFolder(), 'not-there-yet'),
        ...(name === undefined ? {} : { name }),
        origin: {
          address: origin.url,
          pollMs: 10,
          keep: 2,
          parallel: 2,
          bytesPerSecond: Number.POSITIVE_INFINITY,
          trust: [],
        },
      },
    ],
    server: { host: '127.0.0.1', port: 0 },
    logger,
    threads: 1,
    pollMs: 0,
    wait: false,
    load: loadHere,
    follow: followInThisThread(IMPATIENT),
  });
  closing.push(() => server.close(), origin.close);
  return { server, origin, ids: nights.ids, lines };
}

const statusOf = async ({ origin }: Serving, path: string): Promise<number> => (await send(origin, path)).status;
const health = async ({ origin }: Serving) => JSON.parse((await send(origin, '/health')).body.toString());

describe('serve with an origin', () => {
  it('that has never answered › the metrics of a named space exist', async () => {
    const { server } = await replica('says nothing', 'content');
    const names = async () =>
      [...(await send(server.origin, '/metrics')).body.toString().matchAll(/^(stele_origin_\w+)\{space="[^"]*"\} /gm)]
        .map(([, name]) => name)
        .sort();
    await expect
      .poll(names, { timeout: 15_000 })
      .toEqual(
        [
          'behind_seconds',
          'failing_seconds',
          'failures_total',
          'fallback_seconds',
          'fetched_bytes_total',
          'pulls_total',
        ]
          .concat(['read_seconds', 'saved_bytes_total', 'used'])
          .map((name) => `stele_origin_${name}`),
      );
  });

  it("empty › alive at once, ready with the first snapshot; then it serves the origin's snapshot", async () => {
    const { server, origin, ids, lines } = await replica();
    expect(await statusOf(server, '/health/live')).toBe(200);
    expect(await statusOf(server, '/health/ready')).toBe(503);
    expect(await statusOf(server, '/delivery/jsonapi/work')).toBe(503);
    origin.instead.set('CURRENT', Buffer.from(`${ids[0]}\n`));
    origin.fault = () => undefined;
    await expect.poll(() => statusOf(server, '/health/ready'), { timeout: 15_000 }).toBe(200);
    await expect.poll(async () => (await health(server)).status, { timeout: 15_000 }).toBe('ok');
    origin.instead.set('CURRENT', Buffer.from(`${ids[2]}\n`));
    const served = async () => (await send(server.origin, '/delivery/jsonapi/work')).headers['x-service-snapshot'];
    await expect.poll(served, { timeout: 15_000 }).toBe(ids[2]);
    expect(lines.some((line) => line.includes('another snapshot was pulled'))).toBe(true);
  }, 30_000);

  it('an unreachable origin › the snapshot is served, and health, metrics and log say since when', async () => {
    const { server, origin, ids, lines } = await replica();
    origin.fault = () => undefined;
    await expect.poll(() => statusOf(server, '/health/ready'), { timeout: 15_000 }).toBe(200);
    await expect.poll(async () => (await health(server)).status, { timeout: 15_000 }).toBe('ok');
    origin.fault = () => 'hangs up';
    await expect.poll(async () => (await health(server)).status, { timeout: 15_000 }).toBe('degraded');
    expect(await statusOf(server, '/health/ready')).toBe(200);
    expect(await statusOf(server, '/delivery/jsonapi/work')).toBe(200);
    const { spaces } = await health(server);
    expect(spaces[0].origin).toMatchObject({ snapshot: ids[2], failingSince: expect.stringMatching(/^20.*Z$/) });
    expect(JSON.stringify(spaces)).not.toContain(origin.url);
    const metrics = (await send(server.origin, '/metrics')).body.toString();
    expect(metrics).toMatch(/^stele_origin_failing_seconds\{space="[^"]*"\} 0?\.?[0-9]*[1-9]/m);
    expect(metrics).toMatch(/^stele_origin_pulls_total\{space="[^"]*"\} 1$/m);
    const told = lines.filter((line) => line.includes('no snapshot can be pulled from the origin'));
    expect(told.at(-1)).toMatch(/"since":"20.*"reason":"http:/);
  }, 30_000);
});

describe('serve with trust', () => {
  it('a snapshot in its folder › is served only if it is signed, and signed later', async () => {
    nights ??= await buildNights();
    const [first, , last] = nights.ids;
    const folder = newFolder();
    for (const path of nights.disk.paths(SNAPSHOTS)) {
      const to = join(folder, path.slice(SNAPSHOTS.length));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, nights.disk.get(path) ?? '');
    }
    const file = join(newFolder(), 'key');
    await makeKeys(file);
    const key = readSigningKey(file);
    const name = (id: SnapshotId): Promise<void> => writeCurrent(diskFiles, folder, id);
    await name(first!);
    const { logger } = capturingLogger('silent');
    const options = { host: '127.0.0.1', port: 0 };
    const starting = { server: options, logger, threads: 1, pollMs: 0, wait: false, load: loadHere };
    const trust = [key.publicKey.text];
    await expect(serve({ ...starting, folders: [{ folder }], trust })).rejects.toThrow('is not signed');
    await signSnapshot(diskFiles, folder, first!, [key]);
    const server = await serve({ ...starting, folders: [{ folder }], trust });
    closing.push(() => server.close());
    const served = async () => (await health(server)).spaces[0].snapshot;
    expect(await served()).toBe(first);
    await name(last!);
    await server.look();
    expect((await health(server)).spaces[0].problem.detail).toMatch(/is not signed/);
    expect(await served()).toBe(first);
    await signSnapshot(diskFiles, folder, last!, [key]);
    await server.look();
    expect(await served()).toBe(last);
    await name(first!);
    await server.look();
    expect((await health(server)).spaces[0].problem.detail).toMatch(/it is older/);
    await signSnapshot(diskFiles, folder, first!, [key], { force: true });
    await server.look();
    expect(await served()).toBe(first);
    expect((await health(server)).status).toBe('ok');
  });
});
