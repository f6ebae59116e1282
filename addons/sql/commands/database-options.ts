/**
 * Options for a database: of every command that reads one, and of `stele serve --from`.
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

/** @returns the options of every command that reads a database */
export const databaseFlags = () =>
  new Command().option(
    '--schema <name>',
    `with a database: schema of the register (default: ${DEFAULT_SCHEMA})`,
    schemaOption,
  );

export const serveFlags = () =>
  new Command()
    .option('--schema <name>', 'with --from: schema of the register', schemaOption, DEFAULT_SCHEMA)
    .option(
      '--connections <number>',
      'with --from: maximum number of connections',
      rangeParser(1, 1000),
      DEFAULT_CONNECTIONS,
    )
    .option(
      '--statement-timeout <seconds>',
      'with --from: maximum time of a statement',
      seconds,
      DEFAULT_STATEMENT_SECONDS,
    )
    .option(
      '--pool-timeout <seconds>',
      'with --from: maximum time that a statement waits for a connection',
      seconds,
      DEFAULT_POOL_SECONDS,
    );
