/**
 * The contestants of the facet benchmark, both in this process: stele from a checked query, SQLite from prepared
 * statements.
 */
import { buildSnapshot } from '../../build/publish/index.js';
import { execute } from '../../src/engine/query/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { type Database, openDatabase } from '../harness/sqlite/driver.js';
import { eachItem, landOf, MAKERS, makerId } from './content.js';
import { countSql, MONTH, pageSql, type Question, targetOf } from './questions.js';

/** Counts in one form for all contestants: `value count` in order, or the statistics. */
export type Answer = readonly string[];

/** A function to time, and its result in the compared form. */
export interface Asked {
  readonly run: () => unknown;
  readonly answer: () => Answer;
}

export interface Contestant {
  readonly name: 'stele' | 'SQLite';
  readonly version: string;
  prepare(question: Question): Asked;
}

const cents = (text: unknown): string => String(Math.round(Number(text) * 100));

interface Meta {
  readonly total: number;
  readonly facets?: Readonly<
    Record<string, { readonly values: readonly { readonly value: unknown; readonly count: number }[] }>
  >;
  readonly stats?: Readonly<
    Record<string, { readonly count: number; readonly min: unknown; readonly max: unknown; readonly sum: unknown }>
  >;
}

function shownValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('id' in value) return String(value.id);
  const from = 'from' in value ? Number(value.from) : 0;
  return String([0, 10, 20, 50].indexOf(from));
}

/** @returns what `meta` of a document says, in the form that is compared */
function readMeta(document: string): Answer {
  const { meta }: { readonly meta: Meta } = JSON.parse(document);
  const facets = Object.values(meta.facets ?? {}).flatMap(({ values }) =>
    values.map(({ value, count }) => `${shownValue(value)} ${count}`),
  );
  const stats = Object.values(meta.stats ?? {}).map(
    ({ count, min, max, sum }) => `${count} ${cents(min)} ${cents(max)} ${cents(sum)}`,
  );
  return [...facets, ...stats];
}

export async function openStele(folder: string, version: string): Promise<Contestant> {
  const snapshots = `${folder}-snapshots`;
  await buildSnapshot(folder, snapshots, { files: diskFiles, strict: true });
  const space = await openCurrent(diskFiles, snapshots);
  return {
    name: 'stele',
    version,
    prepare(question) {
      const [path = '', search = ''] = targetOf(question).split('?');
      const request = parseRequest(space.model, path, search);
      if (request.kind !== 'collection') throw new Error('only lists are asked for');
      const { segment } = space.types.get(request.type.name) ?? {};
      if (segment === undefined) throw new Error('the snapshot has no items');
      const whole = (): Buffer => answer(space, parseRequest(space.model, path, search), '/delivery/jsonapi');
      return {
        run: question.kind === 'page' ? whole : () => execute(segment, request),
        answer: () => readMeta(whole().toString()),
      };
    },
  };
}

const row = (values: readonly unknown[]): string => values.map((one) => String(one ?? 0)).join(' ');

/** Rows in the form that is compared: those of a list page without the total and the items. */
const rowsOf = (question: Question, rows: readonly (readonly (readonly unknown[])[])[]): Answer =>
  (question.kind === 'page' ? rows.slice(1, -1) : rows).flatMap((one) => one.map(row));

function loadSqlite(database: Database, items: number, seed: number): void {
  database.pragma('cache_size = -4000000');
  database.exec(`CREATE TABLE item (number INTEGER PRIMARY KEY, bucket INTEGER, kind TEXT, place TEXT, code TEXT, cents INTEGER, sold TEXT, title TEXT);
    CREATE TABLE link (item INTEGER, maker TEXT);
    CREATE TABLE maker (id TEXT PRIMARY KEY, land TEXT) WITHOUT ROWID;
    CREATE VIRTUAL TABLE words USING fts5(title, content='item', content_rowid='number');
    BEGIN`);
  const insert = database.prepare('INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const link = database.prepare('INSERT INTO link VALUES (?, ?)');
  const make = database.prepare('INSERT INTO maker VALUES (?, ?)');
  for (let maker = 0; maker < MAKERS; maker += 1) make.run(makerId(maker), landOf(maker));
  eachItem(items, seed, ({ bucket, kind, place, code, cents: price, sold, title, makers }, number) => {
    insert.run(number, bucket, kind, place, code, price, sold, title);
    for (const maker of makers) link.run(number, makerId(maker));
  });
  const values = ['kind', 'place', 'code', 'cents', MONTH];
  const indexes = values.flatMap((value, i) => [
    `CREATE INDEX value${i} ON item (${value})`,
    `CREATE INDEX bucket${i} ON item (bucket, ${value})`,
  ]);
  database.exec(`COMMIT; ${indexes.join(';')};
    CREATE INDEX linked ON link (maker, item); CREATE INDEX landed ON maker (land, id); CREATE INDEX linking ON link (item, maker);
    INSERT INTO words(words) VALUES ('rebuild'); ANALYZE`);
}

export function openSqlite(items: number, seed: number): Contestant {
  const database = openDatabase(':memory:');
  loadSqlite(database, items, seed);
  return {
    name: 'SQLite',
    version: String(database.prepare('SELECT sqlite_version()').pluck().get()),
    prepare(question) {
      const sql = question.kind === 'page' ? pageSql(question) : [countSql(question)];
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
