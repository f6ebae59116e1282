/**
 * Runs one contestant of the build benchmark in a process of its own, so that its peak memory can be measured.
 *
 * The PostgreSQL contestant gets a server of its own; its load is timed from the first byte read until it is published.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { connect } from '../../addons/sql/connection/connect.js';
import { isDatabaseUrl, parseAddress } from '../../addons/sql/index.js';
import { OperationError } from '../../src/content/errors/index.js';
import { hasPostgres, startPostgres } from '../../testing/postgres/server.js';
import { factsOf, POSTGRES_SETTINGS, SMOKE_SETTINGS } from '../harness/postgres.js';

const program = join(dirname(fileURLToPath(import.meta.url)), 'contestant.js');

/** @throws OperationError if it fails; it has said why */
export async function runContestant(name: string, args: readonly (string | number)[]): Promise<Outcome> {
  console.error(`building: ${name}`);
  const child = spawn(process.execPath, [program, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const outcome: unknown = status === 0 ? JSON.parse(said) : undefined;
  if (!isOutcome(outcome)) throw new OperationError(`The build "${name}" ended with ${status}.`);
  return outcome;
}

/** A contestant's report of its build. */
export interface Outcome {
  readonly items: number;
  /** Id of the snapshot; a database has none. */
  readonly id?: string;
  readonly seconds: number;
  /** The most that the process had in memory. */
  readonly peakBytes: number;
  /** For a snapshot: kind of step → elapsed seconds. */
  readonly steps?: readonly Seconds[];
  /**
   * For a snapshot: reading, and each structure → seconds of work of all threads together, the longest first.
   */
  readonly work?: readonly Seconds[];
}

export type Seconds = readonly [name: string, seconds: number];

const isOutcome = (value: unknown): value is Outcome =>
  typeof value === 'object' && value !== null && 'items' in value && 'seconds' in value && 'peakBytes' in value;

export const SCHEMA = 'bench';

interface Loaded {
  readonly outcome: Outcome;
  /** Bytes of the tables with their indexes. */
  readonly byteLength: number;
}

/** @returns undefined if there is no server, which it has said. @throws OperationError if the load fails */
export async function loadPostgres(
  source: string,
  threads: number,
  memoryBytes: number,
  smoke: boolean,
): Promise<Loaded | undefined> {
  if (!hasPostgres('a load into PostgreSQL')) return undefined;
  const server = await startPostgres(undefined, smoke ? SMOKE_SETTINGS : POSTGRES_SETTINGS);
  try {
    const outcome = await runContestant('PostgreSQL', ['postgres', source, server.url(), threads, memoryBytes]);
    const { databaseBytes } = await factsOf(parseAddress(server.url()), SCHEMA);
    return { outcome, byteLength: databaseBytes };
  } finally {
    await server.remove();
  }
}

/** @returns how many items the tables of the published load have, as the server counts them */
export async function countItems(url: string, schema: string, types: readonly string[]): Promise<number> {
  if (!isDatabaseUrl(url)) throw new Error('this is no database');
  const client = await connect(parseAddress(url), 'bench');
  try {
    let items = 0;
    for (const type of types) {
      const { rows } = await client.query<{ count: string }>(
        `SELECT count(*)::text AS count FROM "${schema}"."${type}"`,
      );
      items += Number(rows[0]?.count);
    }
    return items;
  } finally {
    await client.end();
  }
}
