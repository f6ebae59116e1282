/**
 * A load into PostgreSQL as a contestant of the builds: a server of its own, and `stele load` of the export in a process of
 * its own, from the first byte that is read until it is published.
 */
import { connect } from '../../src/sql/connection/connect.js';
import { addressOf, isAddress } from '../../src/sql/index.js';
import { hasPostgres, startPostgres } from '../../test/support/postgres/server.js';
import { factsOf, POSTGRES_SETTINGS, SMOKE_SETTINGS } from '../harness/postgres.js';
import type { Outcome } from './outcome.js';
import { runContestant } from './run-contestant.js';

export const SCHEMA = 'bench';

export interface Loaded {
  readonly outcome: Outcome;
  /** Of the tables with their indexes. */
  readonly byteLength: number;
}

/** @returns undefined where there is no server, which it has said. @throws OperationError when the load fails */
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
    const { databaseBytes } = await factsOf(addressOf(server.url()), SCHEMA);
    return { outcome, byteLength: databaseBytes };
  } finally {
    await server.remove();
  }
}

/** @returns how many items the tables of the published load have, as the server counts them */
export async function countItems(url: string, schema: string, types: readonly string[]): Promise<number> {
  if (!isAddress(url)) throw new Error('this is no database');
  const client = await connect(addressOf(url), 'bench');
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
