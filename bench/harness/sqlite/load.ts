/**
 * Fills a SQLite database from an export, in the order of the export; `rowid` counts from 1.
 */
import { join } from 'node:path';
import type { ContentModel, ContentType } from '../../../src/content/model/index.js';
import { renderResource } from '../input/render.js';
import { linesOf, readRow } from '../input/rows.js';
import { type Database, openDatabase, type SqlValue } from './driver.js';
import {
  columnFields,
  countedLinks,
  indexesOf,
  isLong,
  isReversed,
  jsonTable,
  linkTable,
  quoted,
  tablesOf,
  textTable,
} from './schema.js';

/** Settings for a fast load. A database that is not finished is worthless, so nothing protects it. */
const FAST_LOADING = [
  'journal_mode = OFF',
  'synchronous = OFF',
  'locking_mode = EXCLUSIVE',
  'cache_size = -4000000',
  'temp_store = MEMORY',
];

/** Cost: about 1.5 ms a hundred items, and as much again for the trigrams; 4 GB of memory at most. */
export function loadDatabase(path: string, exportFolder: string, model: ContentModel): void {
  const database = openDatabase(path);
  for (const pragma of FAST_LOADING) database.pragma(pragma);
  for (const statement of tablesOf(model)) database.exec(statement);
  database.exec('BEGIN');
  const rowids = new Map<string, Map<string, number>>();
  // Types that are linked to come before those that link to them.
  for (const type of [...model.contentTypes.values()].sort((a, b) => a.relationships.length - b.relationships.length)) {
    rowids.set(type.name, fill(database, type, join(exportFolder, `${type.name}.ndjson`), rowids));
  }
  database.exec('COMMIT');
  for (const statement of indexesOf(model)) database.exec(statement);
  database.close();
}

const reversed = (text: SqlValue): SqlValue => (typeof text === 'string' ? [...text].reverse().join('') : null);

/** @returns the rowid of each id */
function fill(
  database: Database,
  type: ContentType,
  file: string,
  rowids: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Map<string, number> {
  const fields = columnFields(type).map((field) => {
    if (field.type !== 'relationship') {
      return { place: type.attributes.indexOf(field), reverse: isReversed(type.name, field.name), target: undefined };
    }
    return { place: type.relationships.indexOf(field), reverse: false, target: rowids.get(field.to[0] ?? '') };
  });
  const counted = countedLinks(type).map((field) => type.relationships.indexOf(field));
  const width = 2 + fields.length + fields.filter((field) => field.reverse).length + counted.length;
  const insert = database.prepare(`INSERT INTO ${quoted(type.name)} VALUES (${Array(width).fill('?').join(', ')})`);
  const insertJson = database.prepare(`INSERT INTO ${jsonTable(type.name)} VALUES (?, ?)`);
  const long = type.attributes.filter(isLong).map((field) => ({
    place: type.attributes.indexOf(field),
    insert: database.prepare(`INSERT INTO ${textTable(type.name, field.name)} VALUES (?, ?)`),
  }));
  const links = type.relationships
    .filter((field) => field.many)
    .map((field) => ({
      place: type.relationships.indexOf(field),
      target: rowids.get(field.to[0] ?? ''),
      insert: database.prepare(`INSERT INTO ${linkTable(type.name, field.name)} VALUES (?, ?, ?)`),
    }));
  const own = new Map<string, number>();
  for (const line of linesOf(file)) {
    const row = readRow(type, line);
    const rowid = own.size + 1;
    own.set(row.id, rowid);
    const values: SqlValue[] = [rowid, row.id];
    for (const { place, reverse, target } of fields) {
      const value = target === undefined ? row.cells[place] : target.get(row.links[place]?.[0] ?? '');
      values.push(value ?? null);
      if (reverse) values.push(reversed(value ?? null));
    }
    for (const place of counted) values.push(row.links[place]?.length ?? 0);
    insert.run(...values);
    insertJson.run(rowid, renderResource(type, row));
    for (const text of long) text.insert.run(rowid, row.cells[text.place] ?? null);
    for (const { place, target, insert: insertLink } of links) {
      for (const [position, id] of (row.links[place] ?? []).entries()) {
        insertLink.run(rowid, position, target?.get(id) ?? null);
      }
    }
  }
  return own;
}
