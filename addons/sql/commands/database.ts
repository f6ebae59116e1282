/**
 * A database in place of a folder of snapshots, for the core's commands: list, query, diff, rollback and serve.
 */
import { type Database, ownOptionValues, type Source } from '../../../src/cli/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { answerFrom } from '../answer/answer.js';
import { openCompared } from '../answer/compared-load.js';
import type { LoadedSpace } from '../answer/loaded-space.js';
import { openPublishedLoad } from '../answer/published-load.js';
import { type Address, parseAddress } from '../connection/address.js';
import { rollBackTo } from '../load/rollback.js';
import { listLoads } from '../register/choose-load.js';
import { followLoads } from '../serve/follow-loads.js';
import type { Statement } from '../statements/parameters.js';
import { databaseFlags, serveFlags } from './database-options.js';
import { formatLoads, formatRollback } from './list-text.js';
import { DEFAULT_SCHEMA, loadNumber } from './options.js';
import { formatStatement } from './statement-text.js';

/** Maximum duration of a statement of `stele query`, in milliseconds. */
const STATEMENT_LIMIT_MS = 30_000;

const inMs = (seconds: number): number => Math.round(seconds * 1000);

const readSchemaOption = (options: Readonly<Record<string, unknown>>): string =>
  ownOptionValues(databaseFlags(), options).schema ?? DEFAULT_SCHEMA;

const openLoads = (address: Address, schema: string): Source => ({
  list: async (form) => formatLoads(await listLoads(address, schema), form === 'json'),
  async rollBack({ to, keys, onStep }) {
    if (keys !== undefined) throw new OperationError('--sign is for snapshots; loads are not signed.');
    return formatRollback(await rollBackTo(address, schema, to === undefined ? undefined : loadNumber(to), onStep));
  },
  answer: ({ targetIn, base }) =>
    openPublishedLoad(address, schema, STATEMENT_LIMIT_MS, (loaded) => {
      const { path, search } = targetIn(loaded.model);
      return answerFrom(loaded, parseRequest(loaded.model, path, search), base);
    }),
  statements: ({ targetIn, base }) =>
    openPublishedLoad(address, schema, STATEMENT_LIMIT_MS, async (loaded) => {
      const { path, search } = targetIn(loaded.model);
      const texts: string[] = [];
      const ask: LoadedSpace['ask'] = async <Row extends object>(statement: Statement) => {
        const rows = await loaded.ask<Row>(statement);
        texts.push(formatStatement(statement, rows.length, texts.length + 1));
        return rows;
      };
      await answerFrom({ ...loaded, ask }, parseRequest(loaded.model, path, search), base);
      return texts.join('\n');
    }),
  async explain() {
    throw new OperationError(
      '--explain shows how a snapshot answers. Print the statements of a database with --sql, and look at their plans with EXPLAIN.',
    );
  },
});

/**
 * Checks that an answer ends before the server closes its connection, so that a slow one gets a 503.
 *
 * The server closes a connection without traffic after the stall timeout.
 *
 * @param stallTimeout in seconds; undefined if the command has none
 * @throws OperationError naming the options
 */
function checkTimeouts(statementTimeout: number, poolTimeout: number, stallTimeout: unknown): void {
  if (typeof stallTimeout !== 'number' || statementTimeout + poolTimeout < stallTimeout) return;
  throw new OperationError(
    `an answer may take ${statementTimeout + poolTimeout} s (--statement-timeout ${statementTimeout} and --pool-timeout ${poolTimeout}), and a connection is closed after ${stallTimeout} s without an answer. Give a longer --stall-timeout, or shorter ones of the database.`,
  );
}

export const database: Database = {
  flags: databaseFlags,
  serveFlags,
  open: (url, options) => openLoads(parseAddress(url), readSchemaOption(options)),
  withCompared: (url, options, both, use) => openCompared(parseAddress(url), readSchemaOption(options), both, use),
  follow(url, options, wait, pollMs) {
    const address = parseAddress(url);
    const { schema, connections, statementTimeout, poolTimeout } = ownOptionValues(serveFlags(), options);
    checkTimeouts(statementTimeout, poolTimeout, options['stallTimeout']);
    const limits = { connections, statementMs: inMs(statementTimeout), waitMs: inMs(poolTimeout) };
    return (events) => followLoads(address, { schema, wait, pollMs, limits }, events);
  },
};
