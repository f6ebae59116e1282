/**
 * The options of a database: those of every command that asks one, and those of `stele serve --from`.
 */

import { Command } from 'commander';
import { DECIMAL_NUMBER, numberParser, rangeParser } from '../../../src/cli/index.js';
import { DEFAULT_SCHEMA, schemaOption } from './options.js';

const DEFAULT_CONNECTIONS = 10;
const DEFAULT_STATEMENT_SECONDS = 10;
const DEFAULT_POOL_SECONDS = 5;
const secondsMaximum = 3600;

const seconds = numberParser(
  DECIMAL_NUMBER,
  (value) => value > 0 && value <= secondsMaximum,
  `Give seconds, such as 10 or 0.5, above 0 and at most ${secondsMaximum}.`,
);

/** Options of every command that asks a database. */
export const databaseFlags = () =>
  new Command().option(
    '--schema <name>',
    `of a database: schema that knows the loads (default: ${DEFAULT_SCHEMA})`,
    schemaOption,
  );

export const serveFlags = () =>
  new Command()
    .option('--schema <name>', 'with --from: schema that knows the loads', schemaOption, DEFAULT_SCHEMA)
    .option('--connections <number>', 'with --from: connections at most', rangeParser(1, 1000), DEFAULT_CONNECTIONS)
    .option(
      '--statement-timeout <seconds>',
      'with --from: what a statement may take',
      seconds,
      DEFAULT_STATEMENT_SECONDS,
    )
    .option(
      '--pool-timeout <seconds>',
      'with --from: how long a statement may wait for a connection',
      seconds,
      DEFAULT_POOL_SECONDS,
    );
