/**
 * Real content over a real socket: 114,219 records of the Tate collection, random requests, the oracle's answers; CI asks a third
 * of them, each hour another.
 * `STELE_TATE_REQUESTS=1000 STELE_SEED=7 npx vitest run test/system/contract/tate.http.slow.test.ts` asks more, or others.
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { verifySnapshots } from '../../../src/index/verify/index.js';
import { type RunningServer, startServer } from '../../../src/server/index.js';
import { thirdOf } from '../../../testing/amount.js';
import { expectValidDocument } from '../../../testing/jsonapi-schema/index.js';
import { arbitraryRequest } from '../../../testing/oracle/arbitraries/index.js';
import { expectedDocument, type OracleSpace, readExportNaively } from '../../../testing/oracle/index.js';
import { tateSnapshots } from '../../../testing/samples/tate.js';
import { sharedPath } from '../../../testing/shared.js';

const requests = Number(process.env['STELE_TATE_REQUESTS'] ?? 30);
const seed = Number(process.env['STELE_SEED'] ?? 1);
const tate = sharedPath('datasets/tate', 'the comparison with the oracle on the Tate collection');

describe.runIf(tate !== undefined)(`the Tate collection over HTTP, seed ${seed}`, () => {
  let oracle: OracleSpace;
  let server: RunningServer;
  let snapshots: string;

  beforeAll(async () => {
    if (tate === undefined) return;
    const { folder, report } = await tateSnapshots(tate);
    expect(report.items).toBe(114_219);
    snapshots = folder;
    oracle = readExportNaively(tate);
    const space = await openCurrent(diskFiles, snapshots);
    const logger = pino({ level: 'silent' });
    server = await startServer({ host: '127.0.0.1', port: 0, logger, spaces: [{ name: 'tate', space }] });
  });
  afterAll(async () => {
    await server?.close();
  });

  it('the snapshot › verifies', async () => {
    const { problems, files } = await verifySnapshots(diskFiles, snapshots);
    expect([...problems, ...files.flatMap((file) => file.problems)]).toEqual([]);
  });

  it(`${requests} random requests › are answered as the oracle says`, { timeout: 900_000 }, async () => {
    const root = '/delivery/jsonapi';
    let found = 0;
    const asked = thirdOf(fc.sample(arbitraryRequest(oracle), { seed, numRuns: requests }));
    for (const { request, path, search } of asked) {
      const response = await fetch(`${server.origin}${root}${path}${search}`);
      const expected = expectedDocument(oracle, request, root);
      const body: unknown = await response.json();
      const label = `${path}${search}`;
      const hidesLinks = request.kind !== 'linkage' && request.fieldsets.size > 0;
      expect(() => expectValidDocument(body, { hidesLinks }), label).not.toThrow();
      if (expected === undefined) {
        expect(response.status, label).toBe(404);
        continue;
      }
      expect(body, label).toEqual(JSON.parse(JSON.stringify(expected)));
      expect(response.headers.get('x-service-query-complexity'), label).toBe(String(request.complexity));
      if (Array.isArray(expected['data']) ? expected['data'].length > 0 : expected['data'] !== null) found += 1;
    }
    console.log(`the Tate collection over HTTP: ${asked.length} requests compared, ${found} with content`);
    expect(found).toBeGreaterThan(asked.length / 3);
  });
});
