/**
 * DuckDB as a contestant, in memory and in this process, with all cores: prepared statements over columns.
 *
 * Rows are sorted by bucket, so that it skips blocks without the selected ones, and values that repeat are enumerations,
 * which it counts by their numbers. Its full-text search is an extension that npm does not have; words are a table.
 * The package is installed in `bench` only.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BENCH_FOLDER } from '../../harness/root.js';
import { countSql, pageSql } from '../questions.js';
import { type Contestant, eachRow, rowsOf } from './contestant.js';

/** The used part of `@duckdb/node-api`. */
interface Appender {
  appendInteger(value: number): void;
  appendVarchar(value: string): void;
  endRow(): void;
  closeSync(): void;
}

interface Reader {
  getRows(): unknown[][];
}

interface Prepared {
  runAndReadAll(): Promise<Reader>;
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<Reader>;
  prepare(sql: string): Promise<Prepared>;
  createAppender(table: string): Promise<Appender>;
  closeSync(): void;
}

interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}

function isDuckDb(value: unknown): value is DuckDb {
  if (typeof value !== 'object' || value === null || !('DuckDBInstance' in value)) return false;
  const { DuckDBInstance: instance } = value;
  return typeof instance === 'function' && 'create' in instance && typeof instance.create === 'function';
}

const packageName = '@duckdb/node-api';

/** @returns undefined if the package is not installed, or not for this machine */
export function loadDuckDb(): DuckDb | undefined {
  try {
    const loaded: unknown = createRequire(join(BENCH_FOLDER, 'package.json'))(packageName);
    return isDuckDb(loaded) ? loaded : undefined;
  } catch {
    return undefined;
  }
}

/** Enumerated columns of the items. */
const ENUMERATED = ['kind', 'place', 'code', 'month'] as const;

async function load(connection: Connection, items: number, seed: number): Promise<void> {
  await connection.run(`CREATE TABLE loaded (number INTEGER, bucket INTEGER, kind VARCHAR, place VARCHAR, code VARCHAR,
      cents INTEGER, month VARCHAR, title VARCHAR);
    CREATE TABLE linking (bucket INTEGER, maker VARCHAR); CREATE TABLE landing (bucket INTEGER, land VARCHAR);
    CREATE TABLE worded (word VARCHAR, number INTEGER)`);
  const loaded = await connection.createAppender('loaded');
  const linking = await connection.createAppender('linking');
  const landing = await connection.createAppender('landing');
  const worded = await connection.createAppender('worded');
  const append = (appender: Appender, ...values: readonly (number | string)[]): void => {
    for (const value of values) {
      if (typeof value === 'number') appender.appendInteger(value);
      else appender.appendVarchar(value);
    }
    appender.endRow();
  };
  eachRow(items, seed, ({ bucket, kind, place, code, cents, month, title, makers, lands }, number) => {
    append(loaded, number, bucket, kind, place, code, cents, month, title);
    for (const maker of makers) append(linking, bucket, maker);
    for (const land of lands) append(landing, bucket, land);
    for (const word of new Set(title.split(' '))) append(worded, word, number);
  });
  for (const appender of [loaded, linking, landing, worded]) appender.closeSync();
  for (const name of ENUMERATED) {
    await connection.run(`CREATE TYPE ${name}s AS ENUM (SELECT DISTINCT ${name} FROM loaded ORDER BY ${name})`);
  }
  const columns = ENUMERATED.map((name) => `${name}::${name}s AS ${name}`).join(', ');
  await connection.run(`CREATE TYPE makers AS ENUM (SELECT DISTINCT maker FROM linking ORDER BY maker);
    CREATE TYPE lands AS ENUM (SELECT DISTINCT land FROM landing ORDER BY land);
    CREATE TABLE item AS SELECT number, bucket, ${columns}, cents, title FROM loaded ORDER BY bucket;
    CREATE TABLE link AS SELECT bucket, maker::makers AS maker FROM linking ORDER BY bucket;
    CREATE TABLE landed AS SELECT bucket, land::lands AS land FROM landing ORDER BY bucket;
    CREATE INDEX words ON worded (word); CREATE INDEX numbers ON item (number);
    DROP TABLE loaded; DROP TABLE linking; DROP TABLE landing; ANALYZE`);
}

const hasWord = (word: string): string => `number IN (SELECT number FROM worded WHERE word = '${word}')`;

export async function openDuckDb({ DuckDBInstance }: DuckDb, items: number, seed: number): Promise<Contestant> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await load(connection, items, seed);
  const [[version] = []] = (await connection.runAndReadAll('SELECT version()')).getRows();
  return {
    name: 'DuckDB',
    version: String(version),
    waits: true,
    close: () => connection.closeSync(),
    async prepare(question) {
      const sql = question.kind === 'page' ? pageSql(question, hasWord) : [countSql(question)];
      const statements = await Promise.all(sql.map((one) => connection.prepare(one)));
      const run = async (): Promise<unknown[][][]> => {
        const rows: unknown[][][] = [];
        for (const statement of statements) rows.push((await statement.runAndReadAll()).getRows());
        return rows;
      };
      return { run, answer: async () => rowsOf(question, await run()) };
    },
  };
}
