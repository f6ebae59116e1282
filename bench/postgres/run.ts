/**
 * One run of `npm run bench:postgres`: makes the content, loads it into a database, and runs every query class.
 */

import { type Address, followLoads, loadSpace, parseAddress } from '../../addons/sql/index.js';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import type { EngineSpace } from '../../src/jsonapi/index.js';
import { type Cluster, hasCitusFiles, startCluster } from '../../testing/postgres/cluster.js';
import { hasPostgres, startPostgres } from '../../testing/postgres/server.js';
import { classesNamed, type QueryClass } from '../cases/index.js';
import type { ContentOptions } from '../harness/command.js';
import { steleContestant } from '../harness/contestant.js';
import { prepare } from '../harness/input/prepare.js';
import { BASE } from '../harness/input/render.js';
import { drawSample } from '../harness/input/sample.js';
import { CONNECTIONS, factsOf, type LoadFacts, POSTGRES_SETTINGS, SMOKE_SETTINGS } from '../harness/postgres.js';
import { duration } from '../harness/results/tables.js';
import { haveSqlite, type Say } from '../harness/sqlite/driver.js';
import { openSqlite } from '../harness/sqlite/index.js';
import { type Asked, type PostgresEffort, runClass } from './contest.js';
import type { ClassResult } from './report.js';

export interface RunOptions extends ContentOptions {
  readonly only?: string;
  /** URL of an existing database; undefined: start a server for the run. */
  readonly url?: string;
  /** Whether the same is asked of a coordinator with two workers. */
  readonly citus: boolean;
}

export interface Measured {
  readonly versions: string;
  /** Into one server, and the same over several; bytes of the tables with their indexes. */
  readonly loads: readonly { readonly seconds: number; readonly databaseBytes: number }[];
  readonly snapshotBytes: number;
  readonly classes: readonly ClassResult[];
}

/**
 * @returns undefined if a smoke run finds no server, which it has said
 * @throws DifferenceError if two contestants answer differently; OperationError without a server
 */
export async function run(options: RunOptions, effort: PostgresEffort, say: Say): Promise<Measured | undefined> {
  const { items, seed, only, url, citus, smoke } = options;
  const queryClasses = smoke ? oneOfEachGroup(classesNamed(only)) : classesNamed(only);
  if (url === undefined && !hasPostgres('the benchmark of PostgreSQL')) {
    if (smoke) return undefined;
    throw new OperationError('There is no PostgreSQL to ask. Install one, or give the --url of a database.');
  }
  if (citus && !hasCitusFiles()) throw new OperationError("The server's package has no extension citus.");
  const withSqlite = haveSqlite(smoke, say);
  const paths = await prepare(items, seed, withSqlite);
  const space = await openCurrent(diskFiles, paths.snapshots);
  const sqlite = withSqlite ? openSqlite(paths.database, space.model) : undefined;
  const settings = smoke ? SMOKE_SETTINGS : POSTGRES_SETTINGS;
  const server = url === undefined ? await startPostgres(undefined, settings) : undefined;
  let cluster: Cluster | undefined;
  try {
    const schema = `bench_${items}_${seed}`;
    const load = async (into: string, name: string): Promise<Loaded> => {
      say(`loading: ${name}`);
      const address = parseAddress(into);
      const { seconds } = await loadSpace(space, address, {
        schema,
        connections: CONNECTIONS,
        keep: 2,
        // With Citus the articles are distributed, however few there are.
        distribute: items,
        shrunk: () => [],
      });
      return { address, seconds };
    };
    const loaded = await load(url ?? server?.url() ?? '', 'one server');
    if (citus)
      cluster = await startCluster({ workers: 2, shards: SHARDS, settings: [...settings, ...CLUSTER_SETTINGS] });
    const spread = cluster === undefined ? undefined : await load(cluster.url(), 'coordinator and two workers');
    const engines = new Map<string, Asked>();
    const facts: LoadFacts[] = [];
    const stopping: (() => Promise<void>)[] = [];
    try {
      for (const [name, one] of [['PostgreSQL', loaded] as const, ...(spread ? [['Citus', spread] as const] : [])]) {
        const { ask, stop } = await asking(one.address, schema);
        stopping.push(stop);
        engines.set(name, ask);
        facts.push(await factsOf(one.address, schema));
      }
      const contest = {
        model: space.model,
        sample: drawSample(paths.export, space.model, new Random(seed, 'bench/sample')),
        stele: steleContestant(space),
        sqlite,
        databases: engines,
        effort,
        seed,
      };
      const classes: ClassResult[] = [];
      for (const asked of queryClasses) {
        const result = await runClass(asked, contest);
        say(`${asked.name}: ${duration(result.timings.get('PostgreSQL')?.p50Us ?? 0)}`);
        classes.push(result);
      }
      const versions = `${facts[0]?.version}, SQLite ${sqlite?.version ?? 'not installed'}`;
      const loads = [loaded, ...(spread ? [spread] : [])].map(({ seconds }, place) => {
        return { seconds, databaseBytes: facts[place]?.databaseBytes ?? 0 };
      });
      return { versions, loads, snapshotBytes: space.byteLength, classes };
    } finally {
      for (const stop of stopping) await stop();
    }
  } finally {
    sqlite?.close();
    await cluster?.remove();
    await server?.remove();
  }
}

interface Loaded {
  readonly address: Address;
  readonly seconds: number;
}

/** A part for each core that workers have on a small machine, twice. */
const SHARDS = 8;
/** Each worker has half of the memory, and Citus needs more connections than one server. */
const CLUSTER_SETTINGS = ['shared_buffers=2GB', 'wal_level=replica', 'max_connections=200'];

const oneOfEachGroup = (classes: readonly QueryClass[]): readonly QueryClass[] => [
  ...new Map(classes.map((asked) => [asked.group, asked])).values(),
];

/** Asks as a server does, over open connections. */
async function asking(address: Address, schema: string): Promise<{ ask: Asked; stop: () => Promise<void> }> {
  const engines: EngineSpace[] = [];
  const limits = { connections: CONNECTIONS, statementMs: 600_000, waitMs: 600_000 };
  const { stop } = await followLoads(
    address,
    { schema, pollMs: 0, limits, wait: false },
    { onSpace: (engine) => void engines.push(engine), onProblem: () => undefined, onFailing: () => undefined },
  );
  const [engine] = engines;
  if (engine === undefined) throw new OperationError(`Nothing is published in the schema ${schema}.`);
  const { signal } = new AbortController();
  return { ask: ({ request }) => engine.answer(request, BASE, { signal }), stop };
}
