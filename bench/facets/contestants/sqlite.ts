/**
 * SQLite as a contestant, in memory and in this process: prepared statements, each with an index that has all it reads.
 */
import { type Database, openDatabase } from '../../harness/sqlite/driver.js';
import { countSql, pageSql } from '../questions.js';
import { type Contestant, eachRow, rowsOf } from './contestant.js';

function load(database: Database, items: number, seed: number): void {
  database.pragma('cache_size = -4000000');
  database.exec(`CREATE TABLE item (number INTEGER PRIMARY KEY, bucket INTEGER, kind TEXT, place TEXT, code TEXT, cents INTEGER, month TEXT, title TEXT);
    CREATE TABLE link (bucket INTEGER, maker TEXT);
    CREATE TABLE landed (bucket INTEGER, land TEXT);
    CREATE VIRTUAL TABLE words USING fts5(title, content='item', content_rowid='number');
    BEGIN`);
  const insert = database.prepare('INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const link = database.prepare('INSERT INTO link VALUES (?, ?)');
  const landed = database.prepare('INSERT INTO landed VALUES (?, ?)');
  eachRow(items, seed, ({ bucket, kind, place, code, cents, month, title, makers, lands }, number) => {
    insert.run(number, bucket, kind, place, code, cents, month, title);
    for (const maker of makers) link.run(bucket, maker);
    for (const land of lands) landed.run(bucket, land);
  });
  const values = ['kind', 'place', 'code', 'cents', 'month'];
  const indexes = values.flatMap((value, i) => [
    `CREATE INDEX value${i} ON item (${value})`,
    `CREATE INDEX bucket${i} ON item (bucket, ${value})`,
  ]);
  database.exec(`COMMIT; ${indexes.join(';')};
    CREATE INDEX maker ON link (maker); CREATE INDEX linked ON link (bucket, maker);
    CREATE INDEX land ON landed (land); CREATE INDEX landing ON landed (bucket, land);
    INSERT INTO words(words) VALUES ('rebuild'); ANALYZE`);
}

const hasWord = (word: string): string => `number IN (SELECT rowid FROM words WHERE words MATCH '${word}')`;

export function openSqlite(items: number, seed: number): Contestant {
  const database = openDatabase(':memory:');
  load(database, items, seed);
  return {
    name: 'SQLite',
    version: String(database.prepare('SELECT sqlite_version()').pluck().get()),
    waits: false,
    close: () => undefined,
    prepare(question) {
      const sql = question.kind === 'page' ? pageSql(question, hasWord) : [countSql(question)];
      const statements = sql.map((one) => database.prepare(one));
      const values = (all: readonly unknown[]): unknown[][] =>
        all.map((one) => (typeof one === 'object' && one !== null ? Object.values(one) : [one]));
      return {
        run: () => statements.map((statement) => statement.all()),
        answer: () =>
          rowsOf(
            question,
            statements.map((statement) => values(statement.all())),
          ),
      };
    },
  };
}
