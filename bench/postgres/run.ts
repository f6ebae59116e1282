/**
 * A whole run: content made, loaded into a database, and every class asked.
 */
import { Random } from '../../data/generate/random.js';
import type { EngineSpace } from '../../src/api/jsonapi/index.js';
import { OperationError } from '../../src/content/errors/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { type Address, addressOf, followLoads, loadSpace } from '../../src/sql/index.js';
import { type Cluster, hasCitusFiles, startCluster } from '../../test/support/postgres/cluster.js';
import { hasPostgres, startPostgres } from '../../test/support/postgres/server.js';
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
  /** Of a database that is there; undefined: a server of its own. */
  readonly url?: string;
  /** Whether the same is asked of a coordinator with two workers. */
  readonly citus: boolean;
}

export interface Measured {
  readonly versions: string;
  readonly loadSeconds: number;
  /** Of the tables with their indexes. */
  readonly databaseBytes: number;
  readonly snapshotBytes: number;
  /** Of the same load over several servers. */
  readonly distributed: { readonly loadSeconds: number; readonly databaseBytes: number } | undefined;
  readonly classes: readonly ClassResult[];
}

/**
 * @returns undefined where a smoke run finds no server, which it has said
 * @throws DifferenceError when two contestants answer differently; OperationError without a server
 */
export async function run(options: RunOptions, effort: PostgresEffort, say: Say): Promise<Measured | undefined> {
  const { items, seed, only, url, citus, smoke } = options;
  const wanted = smoke ? oneOfEachGroup(classesNamed(only)) : classesNamed(only);
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
      const address = addressOf(into);
      const { seconds } = await loadSpace(space, address, {
        schema,
        connections: CONNECTIONS,
        keep: 2,
        shrunk: () => [],
      });
      return { address, seconds };
    };
    const loaded = await load(url ?? server?.url() ?? '', 'one server');
    if (citus)
      cluster = await startCluster({ workers: 2, shards: SHARDS, settings: [...settings, ...CLUSTER_SETTINGS] });
    const spread = cluster === undefined ? undefined : await load(cluster.url(), 'coordinator and two workers');
    const ask = async (
      engine: EngineSpace,
      facts: LoadFacts,
      other: { readonly engine: EngineSpace; readonly facts: LoadFacts } | undefined,
    ): Promise<Measured> => {
      const contest = {
        model: space.model,
        sample: drawSample(paths.export, space.model, new Random(seed, 'bench/sample')),
        stele: steleContestant(space),
        sqlite,
        postgres: answersOf(engine),
        citus: other === undefined ? undefined : answersOf(other.engine),
        effort,
        seed,
      };
      const classes: ClassResult[] = [];
      for (const asked of wanted) {
        const result = await runClass(asked, contest);
        say(`${asked.name}: ${duration(result.postgres.p50Us)}`);
        classes.push(result);
      }
      const distributed =
        spread === undefined || other === undefined
          ? undefined
          : { loadSeconds: spread.seconds, databaseBytes: other.facts.databaseBytes };
      const versions = `${facts.version}, SQLite ${sqlite?.version ?? 'not installed'}`;
      return { ...facts, versions, loadSeconds: loaded.seconds, snapshotBytes: space.byteLength, distributed, classes };
    };
    return await asking(loaded.address, schema, (engine, facts) =>
      spread === undefined
        ? ask(engine, facts, undefined)
        : asking(spread.address, schema, (other, own) => ask(engine, facts, { engine: other, facts: own })),
    );
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

const NEVER = new AbortController().signal;

/** As a server would ask, over connections that are open. */
const answersOf =
  (engine: EngineSpace): Asked =>
  ({ request }) =>
    engine.answer(request, BASE, { signal: NEVER });

async function asking<Result>(
  address: Address,
  schema: string,
  use: (engine: EngineSpace, facts: LoadFacts) => Promise<Result>,
): Promise<Result> {
  const engines: EngineSpace[] = [];
  const limits = { connections: CONNECTIONS, statementMs: 600_000, waitMs: 600_000 };
  const followed = await followLoads(
    address,
    { schema, pollMs: 0, limits, wait: false },
    { onSpace: (engine) => void engines.push(engine), onProblem: () => undefined, onFailing: () => undefined },
  );
  try {
    const [engine] = engines;
    if (engine === undefined) throw new OperationError(`Nothing is published in the schema ${schema}.`);
    return await use(engine, await factsOf(address, schema));
  } finally {
    await followed.stop();
  }
}
