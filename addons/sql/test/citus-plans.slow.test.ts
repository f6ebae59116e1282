/**
 * Statements on a real cluster of Citus: their plans need no repartition join, and move at most a page of each shard to the
 * coordinator, except for kinds with a reason. And the switch to a new load while a server answers.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateExport } from '../../../data/generate/generate.js';
import { explainKind, findFaults, REQUEST_KINDS } from '../../../soak/postgres/plans.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { type EngineSpace, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { type Cluster, hasCitusFiles, startCluster } from '../../../testing/postgres/cluster.js';
import { hasPostgres } from '../../../testing/postgres/server.js';
import { worldOfExport } from '../../../testing/worlds/worlds.js';
import { followLoads, loadSpace, openPublishedLoad, parseAddress } from '../index.js';

const SHARDS = 4;
const PAGE = 20;

/** Debian has no package of Citus, so it may be missing in CI too. */
function hasCitus(): boolean {
  if (!hasPostgres('the plans of Citus')) return false;
  if (hasCitusFiles()) return true;
  console.warn('SKIPPED: the extension Citus is not installed, so its plans are not tried.');
  return false;
}

describe.runIf(hasCitus())('a load on Citus', () => {
  const newFolder = temporaryFolders();
  let cluster: Cluster;
  const spaces: Space[] = [];

  const load = (space: Space) =>
    loadSpace(space, parseAddress(cluster.url()), {
      schema: 'stele',
      connections: 4,
      keep: 3,
      distribute: 500,
      shrunk: () => [],
    });

  beforeAll(async () => {
    cluster = await startCluster({ workers: 2, shards: SHARDS, settings: ['max_connections=200'] });
    for (const seed of [1, 2]) {
      const folder = join(newFolder(), 'export');
      await generateExport(folder, { items: 2000, seed });
      spaces.push((await worldOfExport(`generated ${seed}`, folder)).space);
    }
    await load(spaces[0]!);
  }, 120_000);
  afterAll(() => cluster?.remove());

  it.each(REQUEST_KINDS)('$name › moves at most a page of each shard, or has a reason', async (kind) => {
    await openPublishedLoad(parseAddress(cluster.url()), 'stele', 30_000, async (loaded) => {
      expect(loaded.distributed).toEqual(new Set(['article', 'tag', 'agency']));
      const explained = await explainKind(loaded, kind);
      expect(explained.statements).toBeGreaterThan(0);
      expect(findFaults(explained, SHARDS * PAGE)).toEqual([]);
    });
  });

  it('a new load while serving › the next check serves it, and every answer is of one load', async () => {
    const served: EngineSpace[] = [];
    const limits = { connections: 4, statementMs: 30_000, waitMs: 30_000 };
    const following = await followLoads(
      parseAddress(cluster.url()),
      { schema: 'stele', pollMs: 0, wait: false, limits },
      { onSpace: (space) => served.push(space), onProblem: () => undefined, onFailing: () => undefined },
    );
    try {
      const answer = async (space: EngineSpace): Promise<string> => {
        const request = parseRequest(space.model, '/article', '?sort=title&page[limit]=3');
        const { signal } = new AbortController();
        return (await space.answer(request, '', { signal })).toString();
      };
      const before = await answer(served[0]!);
      const loading = load(spaces[1]!);
      const during = await answer(served.at(-1)!);
      await loading;
      await following.look();
      const after = await answer(served.at(-1)!);
      expect(served).toHaveLength(2);
      expect(during).toBe(before);
      expect(after).not.toBe(before);
      // The previous load still answers: requests that began before the switch end with it.
      expect(await answer(served[0]!)).toBe(before);
    } finally {
      await following.stop();
    }
  }, 60_000);
});
