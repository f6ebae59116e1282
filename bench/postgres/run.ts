/**
 * A whole run: content made, loaded into a database, and every class asked.
 *
 * The database has its best case as far as settings go: all of it in its own memory, memory for sorts, nothing logged and
 * nothing compiled for single statements.
 */
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/errors/index.js';
import { diskFiles } from '../../src/files/index.js';
import type { EngineSpace } from '../../src/jsonapi/index.js';
import { connect } from '../../src/postgres/connection/connect.js';
import { type Address, addressOf, followLoads, loadSpace } from '../../src/postgres/index.js';
import { openCurrent } from '../../src/snapshot/index.js';
import { hasPostgres, startPostgres } from '../../test/support/postgres/server.js';
import { classesNamed, type QueryClass } from '../cases/index.js';
import type { Query } from '../harness/contestant.js';
import { prepare } from '../harness/input/prepare.js';
import { BASE } from '../harness/input/render.js';
import { drawSample } from '../harness/input/sample.js';
import { duration } from '../harness/results/tables.js';
import { haveSqlite, type Say } from '../harness/sqlite/available.js';
import { openSqlite } from '../harness/sqlite/index.js';
import { steleContestant } from '../harness/stele.js';
import { type PostgresEffort, runClass } from './contest.js';
import type { ClassResult } from './report.js';

export interface RunOptions {
  readonly items: number;
  readonly seed: number;
  readonly only: string | undefined;
  /** Of a database that is there; undefined: a server of its own. */
  readonly url: string | undefined;
  readonly smoke: boolean;
}

export interface Measured {
  readonly versions: string;
  readonly loadSeconds: number;
  /** Of the tables with their indexes. */
  readonly databaseBytes: number;
  readonly snapshotBytes: number;
  readonly classes: readonly ClassResult[];
}

const SETTINGS = [
  'shared_buffers=4GB',
  'effective_cache_size=8GB',
  'work_mem=64MB',
  'maintenance_work_mem=512MB',
  'max_wal_size=8GB',
  'random_page_cost=1.1',
  'jit=off',
  'log_statement=none',
];
const SMOKE_SETTINGS = ['shared_buffers=64MB', 'log_statement=none'];
const connections = 4;

/**
 * @returns undefined where a smoke run finds no server, which it has said
 * @throws DifferenceError when two contestants answer differently; OperationError without a server
 */
export async function run(options: RunOptions, effort: PostgresEffort, say: Say): Promise<Measured | undefined> {
  const { items, seed, only, url, smoke } = options;
  const wanted = smoke ? oneOfEachGroup(classesNamed(only)) : classesNamed(only);
  if (url === undefined && !hasPostgres('the benchmark of PostgreSQL')) {
    if (smoke) return undefined;
    throw new OperationError('There is no PostgreSQL to ask. Install one, or give the --url of a database.');
  }
  const withSqlite = haveSqlite(smoke, say);
  const paths = await prepare(items, seed, withSqlite);
  const space = await openCurrent(diskFiles, paths.snapshots);
  const sqlite = withSqlite ? openSqlite(paths.database, space.model) : undefined;
  const server = url === undefined ? await startPostgres(undefined, smoke ? SMOKE_SETTINGS : SETTINGS) : undefined;
  try {
    const address = addressOf(url ?? server?.url() ?? '');
    const schema = `bench_${items}_${seed}`;
    say('loading');
    const { seconds } = await loadSpace(space, address, { schema, connections, keep: 2, shrunk: () => [] });
    return await asking(address, schema, async (engine, facts) => {
      const contest = {
        model: space.model,
        sample: drawSample(paths.export, space.model, new Random(seed, 'bench/sample')),
        stele: steleContestant(space),
        sqlite,
        postgres: answersOf(engine),
        effort,
        seed,
      };
      const classes: ClassResult[] = [];
      for (const asked of wanted) {
        const result = await runClass(asked, contest);
        say(`${asked.name}: ${duration(result.postgres.p50Us)}`);
        classes.push(result);
      }
      const versions = `${facts.version}, SQLite ${sqlite?.version ?? 'not installed'}`;
      return { ...facts, versions, loadSeconds: seconds, snapshotBytes: space.byteLength, classes };
    });
  } finally {
    sqlite?.close();
    await server?.remove();
  }
}

const oneOfEachGroup = (classes: readonly QueryClass[]): readonly QueryClass[] => [
  ...new Map(classes.map((asked) => [asked.group, asked])).values(),
];

const NEVER = new AbortController().signal;

/** As a server would ask, over connections that are open. */
const answersOf =
  (engine: EngineSpace) =>
  ({ request }: Query): Promise<Uint8Array> =>
    engine.answer(request, BASE, { signal: NEVER });

interface Facts {
  readonly version: string;
  readonly databaseBytes: number;
}

async function asking<Result>(
  address: Address,
  schema: string,
  use: (engine: EngineSpace, facts: Facts) => Promise<Result>,
): Promise<Result> {
  const engines: EngineSpace[] = [];
  const limits = { connections, statementMs: 600_000, waitMs: 600_000 };
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

async function factsOf(address: Address, schema: string): Promise<Facts> {
  const client = await connect(address, 'bench:postgres');
  try {
    const { rows } = await client.query<{ version: string; bytes: string }>(
      `SELECT current_setting('server_version') AS version,
              (SELECT sum(pg_total_relation_size(c.oid))::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
                WHERE n.nspname ~ $1 AND c.relkind = 'r') AS bytes`,
      [`^${schema}_[0-9]+$`],
    );
    return { version: `PostgreSQL ${rows[0]?.version ?? '?'}`, databaseBytes: Number(rows[0]?.bytes ?? 0) };
  } finally {
    await client.end();
  }
}
