/**
 * SQLite as a contestant with its best settings: all pages in its cache, statements prepared, bound and planned with
 * statistics before the timing, rendered JSON joined by SQLite.
 *
 * Its document has no pagination links; the rest is the same byte by byte.
 */
import { statSync } from 'node:fs';
import type { ContentModel } from '../../../src/content/model/index.js';
import type { Contestant, Query } from '../contestant.js';
import { type Database, openDatabase, type Statement } from './driver.js';
import { columnFields, isLong, quoted } from './schema.js';
import { itemSql, statementsOf } from './statements.js';

const OPEN = Buffer.from('{"jsonapi":{"version":"1.1"},"data":[');
const OPEN_ITEM = Buffer.from('{"jsonapi":{"version":"1.1"},"data":');
const CLOSE_ITEM = Buffer.from('}');

export interface SqliteContestant extends Contestant {
  readonly version: string;
  readonly byteLength: number;
  close(): void;
}

/** Opens a loaded database and reads all of it into SQLite's own cache. Cost: one pass over the file. */
export function openInMemory(path: string): Database {
  const { size } = statSync(path);
  const database = openDatabase(path, { readonly: true });
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('temp_store = MEMORY');
  // In KiB when negative: room for all of it.
  database.pragma(`cache_size = -${Math.ceil(size / 1024) + 100_000}`);
  // dbstat visits every page.
  database.prepare('SELECT count(*) FROM dbstat').get();
  return database;
}

/** Opens a loaded database and reads all of it into memory. Cost: one pass over the file. */
export function openSqlite(path: string, model: ContentModel): SqliteContestant {
  const database = openInMemory(path);
  const nullable = nullableFields(database, model);
  return {
    name: 'sqlite',
    version: String(database.prepare('SELECT sqlite_version()').pluck().get()),
    byteLength: statSync(path).size,
    prepare: (query) => prepare(database, model, query, (type, field) => nullable.has(`${type}/${field}`)),
    close: () => {
      database.close();
    },
  };
}

/** @returns `type/field` of every field that some item lacks */
export function nullableFields(database: Database, model: ContentModel): ReadonlySet<string> {
  const found = new Set<string>();
  for (const type of model.contentTypes.values()) {
    for (const field of columnFields(type)) {
      const sql = `SELECT EXISTS (SELECT 1 FROM ${quoted(type.name)} WHERE ${quoted(field.name)} IS NULL)`;
      if (database.prepare(sql).pluck().get() === 1) found.add(`${type.name}/${field.name}`);
    }
    for (const field of type.attributes.filter(isLong)) found.add(`${type.name}/${field.name}`);
  }
  return found;
}

function prepare(
  database: Database,
  model: ContentModel,
  { request }: Query,
  isNullable: (type: string, field: string) => boolean,
): () => Uint8Array {
  if (request.kind === 'item') {
    const item = database.prepare(itemSql(request.type)).pluck().bind(request.id);
    return () => Buffer.concat([OPEN_ITEM, blobOf(item), CLOSE_ITEM]);
  }
  const statements = statementsOf(model, request, isNullable);
  const count = database
    .prepare(statements.count.sql)
    .pluck()
    .bind(...statements.count.values);
  const page = database
    .prepare(statements.page.sql)
    .pluck()
    .bind(...statements.page.values);
  return () => Buffer.concat([OPEN, blobOf(page), Buffer.from(`],"meta":{"total":${String(count.get())}}}`)]);
}

const nothing = Buffer.alloc(0);

function blobOf(statement: Statement): Uint8Array {
  const value = statement.get();
  return value instanceof Uint8Array ? value : nothing;
}
