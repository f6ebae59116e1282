/**
 * DuckDB, in memory and in this process, as its Node client has it. Its calls are asynchronous; their time is told from
 * the call to the rows.
 */
import { hasFunctions, isInstalled, loadPackage, packageVersion } from '../search/contestants/packages.js';
import { eachItem, makerId } from './content.js';
import type { Contestant } from './contestants.js';
import { countSql, type Dialect, pageSql } from './sql.js';

const PACKAGE = '@duckdb/node-api';

interface Appender {
  appendInteger(value: number): void;
  appendVarchar(value: string): void;
  endRow(): void;
  closeSync(): void;
}

interface Prepared {
  runAndReadAll(): Promise<{ getRows(): unknown[][] }>;
}

interface Connection {
  run(sql: string): Promise<unknown>;
  prepare(sql: string): Promise<Prepared>;
  createAppender(table: string): Promise<Appender>;
}

interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}

const isDuckDb = (value: unknown): value is DuckDb =>
  typeof value === 'object' &&
  value !== null &&
  'DuckDBInstance' in value &&
  hasFunctions(value.DuckDBInstance, ['create']);

export const haveDuckDb = (): boolean => isInstalled(PACKAGE);

const DIALECT: Dialect = {
  month: "date_trunc('month', sold)",
  word: 'list_contains(words, ?)',
};

/** A month is its first day. */
const shown = (value: unknown): string => String(value).replace(/^(\d{4}-\d{2})-01( 00:00:00)?$/, '$1');

async function load(connection: Connection, items: number, seed: number): Promise<void> {
  await connection.run(
    'CREATE TABLE loaded (number INTEGER, bucket INTEGER, kind VARCHAR, place VARCHAR, code VARCHAR, cents INTEGER, sold VARCHAR, title VARCHAR)',
  );
  await connection.run('CREATE TABLE link (item INTEGER, maker VARCHAR)');
  const [loaded, links] = [await connection.createAppender('loaded'), await connection.createAppender('link')];
  eachItem(items, seed, ({ bucket, kind, place, code, cents, sold, title, makers }, number) => {
    loaded.appendInteger(number);
    loaded.appendInteger(bucket);
    for (const text of [kind, place, code]) loaded.appendVarchar(text);
    loaded.appendInteger(cents);
    for (const text of [sold, title]) loaded.appendVarchar(text);
    loaded.endRow();
    for (const maker of makers) {
      links.appendInteger(number);
      links.appendVarchar(makerId(maker));
      links.endRow();
    }
  });
  loaded.closeSync();
  links.closeSync();
  await connection.run(
    "CREATE TABLE item AS SELECT * REPLACE (sold::DATE AS sold), string_split(title, ' ') AS words FROM loaded ORDER BY number",
  );
  await connection.run('DROP TABLE loaded');
}

export async function openDuckDb(items: number, seed: number): Promise<Contestant> {
  const { DuckDBInstance } = loadPackage(PACKAGE, isDuckDb);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await load(connection, items, seed);
  return {
    name: 'DuckDB',
    version: packageVersion(PACKAGE),
    async prepare(question) {
      const sql = question.kind === 'page' ? pageSql(question, DIALECT) : [countSql(question, DIALECT)];
      const statements: Prepared[] = [];
      for (const one of sql) statements.push(await connection.prepare(one));
      const all = async (): Promise<unknown[][][]> => {
        const rows: unknown[][][] = [];
        for (const statement of statements) rows.push((await statement.runAndReadAll()).getRows());
        return rows;
      };
      return {
        run: all,
        answer: async () =>
          (question.kind === 'page' ? (await all()).slice(1, -1) : await all()).flatMap((rows) =>
            rows.map((row) => row.map(shown).join(' ')),
          ),
      };
    },
  };
}
