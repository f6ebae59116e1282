/**
 * Open snapshot → source of the rows of each table: items, links, or search sections.
 */

import { InvariantError } from '../../../src/content/errors/index.js';
import { type DocId, docId, termId } from '../../../src/content/model/index.js';
import { type Join, type Space, spaceOf, targetType } from '../../../src/index/snapshot/index.js';
import { ID_COLUMN } from '../schema/columns.js';
import { buildItemTable, type ItemTable, type LinkTable, linkTableName, type Table } from '../schema/tables.js';
import { type CellValue, ITEMS_PER_PART, plainCell, type Row, type RowSource } from './cell-values.js';
import { ItemRows } from './item-rows.js';
import { searchRowSource } from './search-row-source.js';

export function rowSource(space: Space, table: Table): RowSource {
  switch (table.kind) {
    case 'items':
      return itemRowSource(space, table);
    case 'links':
      return linkRowSource(space, table);
    case 'search':
      return searchRowSource(space, table);
  }
}

/** The table of a type with the most rows: its items, or the links of one relationship. */
export interface LargestTable {
  readonly name: string;
  readonly rows: number;
}

/** @returns the largest table of each content type, over all locales */
export function largestTables(space: Space): ReadonlyMap<string, LargestTable> {
  const largest = new Map<string, LargestTable>();
  const addTable = (type: string, name: string, rows: number): void => {
    if (rows > (largest.get(type)?.rows ?? -1)) largest.set(type, { name, rows });
  };
  for (let locale = 0; locale < Math.max(1, space.model.locales.length); locale += 1) {
    for (const { name, segment, joins } of spaceOf(space, locale).types.values()) {
      addTable(name, name, segment.size);
      for (const [relationship, { index }] of joins) {
        addTable(name, linkTableName(name, relationship), index.links.targets.length);
      }
    }
  }
  return largest;
}

function itemRowSource(space: Space, table: ItemTable): RowSource {
  const items = new ItemRows(space, table);
  return {
    table,
    size: items.size,
    itemsPerPart: ITEMS_PER_PART,
    *rows(start, end) {
      for (let doc = start; doc < end; doc += 1) yield items.row(docId(doc));
    },
  };
}

/** @returns a function that reads the id of an item */
function itemIdReader(space: Space, { type }: LinkTable): (doc: DocId) => CellValue {
  const columns = buildItemTable(type).columns.filter(({ name }) => name === ID_COLUMN);
  const rows = new ItemRows(space, { ...buildItemTable(type), columns });
  return (doc) => {
    const [id] = rows.row(doc);
    if (id === undefined || id === null) throw new InvariantError(`an item of ${type.name} has no id`);
    return id;
  };
}

function linkRowSource(space: Space, table: LinkTable): RowSource {
  const source = spaceOf(space, table.locale).types.get(table.type.name);
  const join = source?.joins.get(table.relationship);
  if (source === undefined || join === undefined) throw new InvariantError(`there are no links of ${table.name}`);
  const { starts, targets } = join.index.links;
  const readId = itemIdReader(space, table);
  return {
    table,
    size: source.segment.size,
    itemsPerPart: ITEMS_PER_PART,
    *rows(start, end): Generator<Row> {
      for (let doc = start; doc < end; doc += 1) {
        const first = starts[doc]!;
        if (starts[doc + 1] === first) continue;
        const id = readId(docId(doc));
        const total = plainCell(String(starts[doc + 1]! - first));
        for (let link = first; link < starts[doc + 1]!; link += 1) {
          yield [id, plainCell(String(link - first)), ...readTarget(join, targets[link]!), total];
        }
      }
    },
  };
}

/** @returns type and id of a linked item */
function readTarget(join: Join, target: number): readonly [CellValue, CellValue] {
  const key = join.index.targets.at(termId(target));
  return [plainCell(targetType(join, termId(target)).name), plainCell(Buffer.from(key.subarray(1)).toString())];
}
