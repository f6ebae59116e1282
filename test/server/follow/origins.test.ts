/**
 * A server that fills its folder from an origin: empty at first, then served, then on its own. In this process; the
 * thread that does it otherwise is tried in test/cli.
 */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startOrigin, type TestOrigin } from '../../../soak/pull/faulty-origin.js';
import { buildNights, type Nights, SNAPSHOTS } from '../../../soak/pull/nights.js';
import { followHere } from '../../../src/replicate/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { type Serving, serve } from '../../../src/server/index.js';
import { IMPATIENT } from '../../replicate/pulling.js';
import { capturingLogger } from '../../support/capturing-logger.js';
import { temporaryFolders } from '../../support/folder.js';
import { send } from '../client.js';

const newFolder = temporaryFolders();
let nights: Nights | undefined;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function replica(): Promise<{
  server: Serving;
  origin: TestOrigin;
  ids: Nights['ids'];
  lines: readonly string[];
}> {
  nights ??= await buildNights();
  const origin = await startOrigin(nights.disk, SNAPSHOTS);
  origin.fault = () => 'status 503';
  const { lines, logger } = capturingLogger('info');
  const server = await serve({
    folders: [
      {
        folder: join(newFolder(), 'not-there-yet'),
        origin: { address: origin.url, pollMs: 10, keep: 2, parallel: 2, bytesPerSecond: Number.POSITIVE_INFINITY },
      },
    ],
    server: { host: '127.0.0.1', port: 0 },
    logger,
    threads: 1,
    pollMs: 0,
    wait: false,
    load: loadHere,
    follow: followHere(IMPATIENT),
  });
  closing.push(() => server.close(), origin.close);
  return { server, origin, ids: nights.ids, lines };
}

const statusOf = async ({ origin }: Serving, path: string): Promise<number> => (await send(origin, path)).status;
const health = async ({ origin }: Serving) => JSON.parse((await send(origin, '/health')).body.toString());

describe('serve with an origin', () => {
  it('empty › alive at once, ready with the first snapshot; then it serves what the origin names', async () => {
    const { server, origin, ids, lines } = await replica();
    expect(await statusOf(server, '/health/live')).toBe(200);
    expect(await statusOf(server, '/health/ready')).toBe(503);
    expect(await statusOf(server, '/delivery/jsonapi/work')).toBe(503);
    origin.instead.set('CURRENT', Buffer.from(`${ids[0]}\n`));
    origin.fault = () => undefined;
    await expect.poll(() => statusOf(server, '/health/ready'), { timeout: 15_000 }).toBe(200);
    await expect.poll(async () => (await health(server)).status).toBe('ok');
    origin.instead.set('CURRENT', Buffer.from(`${ids[2]}\n`));
    await expect
      .poll(async () => (await send(server.origin, '/delivery/jsonapi/work')).headers['x-service-snapshot'])
      .toBe(ids[2]);
    expect(lines.some((line) => line.includes('another snapshot was pulled'))).toBe(true);
  }, 30_000);

  it('its origin gone › it serves on, and says since when in health, metrics and log', async () => {
    const { server, origin, ids, lines } = await replica();
    origin.fault = () => undefined;
    await expect.poll(() => statusOf(server, '/health/ready'), { timeout: 15_000 }).toBe(200);
    await expect.poll(async () => (await health(server)).status).toBe('ok');
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
    const told = lines.filter((line) => line.includes('the origin cannot be pulled from'));
    expect(told.at(-1)).toMatch(/"since":"20.*"reason":"http:/);
  }, 30_000);
});
