/**
 * Writes the Tate collection as a SQLite database for Directus and Datasette: a table for each type, a junction table
 * for each list of links, and an index for each query.
 */
import { modelOf } from '../harness/input/rows.js';
import { type Database, openDatabase, type SqlValue } from '../harness/sqlite/driver.js';
import { recordsOf, TATE_FOLDER } from '../search/corpora/tate.js';

const TYPES = ['artwork', 'artist'] as const;
const INDEXED = ['classification", "acno', 'dateFrom', 'width', 'acno'];

const isNumber = (type: string): boolean => type === 'integer' || type === 'decimal';

function sqlValue(value: unknown, type: string): SqlValue {
  if (value === undefined || value === null) return null;
  if (isNumber(type) || typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @param path of a file that does not exist. Cost: one pass over the export; seconds */
export function makeDatabase(path: string): Database {
  const model = modelOf(TATE_FOLDER);
  const database = openDatabase(path);
  database.pragma('journal_mode = WAL');
  database.pragma('foreign_keys = OFF');
  database.exec(
    'CREATE TABLE artwork_contributors (id INTEGER PRIMARY KEY, artwork_id TEXT REFERENCES artwork(id), artist_id TEXT REFERENCES artist(id))',
  );
  const link = database.prepare('INSERT INTO artwork_contributors (artwork_id, artist_id) VALUES (?, ?)');
  database.exec('BEGIN');
  for (const name of TYPES) {
    const own = model.contentTypes.get(name)?.fields.filter(({ type }) => type !== 'relationship') ?? [];
    const columns = own.map((field) => `"${field.name}" ${isNumber(field.type) ? 'NUMERIC' : 'TEXT'}`);
    database.exec(`CREATE TABLE ${name} (id TEXT PRIMARY KEY NOT NULL, ${columns.join(', ')})`);
    const put = database.prepare(`INSERT INTO ${name} VALUES (?${', ?'.repeat(own.length)})`);
    for (const record of recordsOf(name)) {
      const id = String(record.get('id'));
      put.run(id, ...own.map((field) => sqlValue(record.get(field.name), field.type)));
      const contributors = record.get('contributors');
      if (Array.isArray(contributors)) for (const artist of contributors) link.run(id, String(artist));
    }
  }
  for (const [place, columns] of INDEXED.entries()) {
    database.exec(`CREATE INDEX artwork_${place} ON artwork ("${columns}")`);
  }
  for (const column of ['artwork_id', 'artist_id']) {
    database.exec(`CREATE INDEX contributors_${column} ON artwork_contributors (${column})`);
  }
  database.exec('COMMIT; ANALYZE');
  return database;
}
