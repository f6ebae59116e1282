/**
 * The plain scan as a contestant: columns in memory, every item tested, every match sorted. What precomputing has to
 * beat before it is worth anything, and a third opinion on every answer.
 */
import { join } from 'node:path';
import type { CollectionRequest } from '../../src/api/jsonapi/index.js';
import type { ContentModel, ContentType } from '../../src/content/model/index.js';
import type { Condition, Filter, SortKey, Through } from '../../src/engine/query/index.js';
import type { Contestant, Query } from '../harness/contestant.js';
import { renderResource } from '../harness/input/render.js';
import { type Cell, linesOf, type Row, readRow } from '../harness/input/rows.js';
import { storedValue } from '../harness/sqlite/statements.js';

interface Table {
  readonly type: ContentType;
  readonly rows: readonly Row[];
  /** Rendered items, outside the heap. */
  readonly json: readonly Uint8Array[];
}

type Test = (row: Row) => boolean;

/** Cost: the export in memory, as objects; up to 100,000 items of it are no trouble. */
export function scanContestant(exportFolder: string, model: ContentModel): Contestant {
  const tables = new Map<string, Table>();
  for (const type of model.contentTypes.values()) {
    const rows: Row[] = [];
    const json: Uint8Array[] = [];
    for (const line of linesOf(join(exportFolder, `${type.name}.ndjson`))) {
      const row = readRow(type, line);
      rows.push(row);
      json.push(Buffer.from(renderResource(type, row)));
    }
    tables.set(type.name, { type, rows, json });
  }
  return { name: 'scan', prepare: (query) => prepare(tables, query) };
}

const OPEN = '{"jsonapi":{"version":"1.1"},"data":';
const COMMA = Buffer.from(',');

type Tables = ReadonlyMap<string, Table>;

function prepare(tables: Tables, { request }: Query): () => Uint8Array {
  const table = tables.get(request.type.name);
  if (table === undefined) throw new Error(`The export has no type ${request.type.name}.`);
  if (request.kind === 'collection') return () => answerList(tables, table, request);
  return () => {
    const found = table.rows.findIndex((row) => row.id === request.id);
    return Buffer.concat([Buffer.from(OPEN), table.json[found]!, Buffer.from('}')]);
  };
}

function answerList(tables: Tables, table: Table, { type, filter, sort, page }: CollectionRequest): Buffer {
  const test = testOf(tables, type, filter);
  const found: number[] = [];
  for (let i = 0; i < table.rows.length; i += 1) if (test(table.rows[i]!)) found.push(i);
  if (sort.length > 0) {
    const compare = comparison(tables, type, sort);
    found.sort((a, b) => compare(table.rows[a]!, table.rows[b]!));
  }
  const shown = found.slice(page.skip, page.skip + page.limit).map((i) => table.json[i]!);
  const parts = shown.flatMap((json, place) => (place === 0 ? [json] : [COMMA, json]));
  return Buffer.concat([Buffer.from(`${OPEN}[`), ...parts, Buffer.from(`],"meta":{"total":${found.length}}}`)]);
}

function testOf(tables: Tables, type: ContentType, filter: Filter | undefined): Test {
  if (filter === undefined) return () => true;
  switch (filter.kind) {
    case 'condition':
      return conditionTest(type, filter);
    case 'through':
      return throughTest(tables, type, filter);
    case 'and': {
      const tests = filter.children.map((child) => testOf(tables, type, child));
      return (row) => tests.every((test) => test(row));
    }
    case 'or': {
      const tests = filter.children.map((child) => testOf(tables, type, child));
      return (row) => tests.some((test) => test(row));
    }
    case 'not': {
      const test = testOf(tables, type, filter.child);
      return (row) => !test(row);
    }
  }
}

/** The related items are tested once, and their ids looked up. */
function throughTest(tables: Tables, type: ContentType, { relationship, child }: Through): Test {
  const place = type.relationships.findIndex(({ name }) => name === relationship);
  const to = type.relationships[place]?.to ?? [];
  const ids = new Set<string>();
  for (const table of to.flatMap((name) => tables.get(name) ?? [])) {
    const test = testOf(tables, table.type, child);
    for (const row of table.rows) if (test(row)) ids.add(row.id);
  }
  return (row) => row.links[place]?.some((id) => ids.has(id)) ?? false;
}

function conditionTest(type: ContentType, condition: Condition): Test {
  const { field, operator, operand } = condition;
  if (operand.kind === 'itemId') {
    const place = type.relationships.findIndex(({ name }) => name === field);
    const id = Buffer.from(operand.bytes).toString();
    return (row) => row.links[place]?.includes(id) ?? false;
  }
  const read = reader(type, field);
  if (operand.kind === 'populated') return (row) => (read(row) !== null) === operand.value;
  const value = storedValue(type, condition);
  const holds = tester(operator, value);
  return (row) => {
    const cell = read(row);
    return cell !== null && holds(cell);
  };
}

function tester(operator: Condition['operator'], value: string | number): (cell: string | number) => boolean {
  const text = String(value);
  switch (operator) {
    case '_eq':
      return (cell) => cell === value;
    case '_neq':
      return (cell) => cell !== value;
    case '_gt':
      return (cell) => compareCells(cell, value) > 0;
    case '_gte':
      return (cell) => compareCells(cell, value) >= 0;
    case '_lt':
      return (cell) => compareCells(cell, value) < 0;
    case '_lte':
      return (cell) => compareCells(cell, value) <= 0;
    case '_contains':
      return (cell) => String(cell).includes(text);
    case '_startsWith':
      return (cell) => String(cell).startsWith(text);
    case '_endsWith':
      return (cell) => String(cell).endsWith(text);
    case '_exists':
      return () => true;
    default:
      throw new Error(`The benchmark asks no ${operator}.`);
  }
}

function reader(type: ContentType, field: string): (row: Row) => Cell {
  if (field === 'id') return (row) => row.id;
  const place = type.attributes.findIndex(({ name }) => name === field);
  return (row) => row.cells[place] ?? null;
}

/** Of a path, the value of the related item. */
function readerAt(tables: Tables, type: ContentType, path: string): (row: Row) => Cell {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return reader(type, first);
  const place = type.relationships.findIndex((field) => field.name === first);
  const table = tables.get(type.relationships[place]?.to[0] ?? '');
  if (table === undefined) throw new Error(`${path} leads nowhere.`);
  const read = readerAt(tables, table.type, rest.join('.'));
  const byId = new Map(table.rows.map((row) => [row.id, read(row)]));
  return (row) => byId.get(row.links[place]?.[0] ?? '') ?? null;
}

/** The sort is stable, so ties keep the export's order. */
function comparison(tables: Tables, type: ContentType, sort: readonly SortKey[]): (a: Row, b: Row) => number {
  const keys = sort.map(({ field, descending }) => ({
    read: readerAt(tables, type, field),
    sign: descending ? -1 : 1,
  }));
  return (a, b) => {
    for (const { read, sign } of keys) {
      const x = read(a);
      const y = read(b);
      if (x === null || y === null) {
        if (x !== y) return x === null ? 1 : -1;
        continue;
      }
      const order = compareCells(x, y);
      if (order !== 0) return sign * order;
    }
    return 0;
  };
}

/** Texts in code point order; they differ from JavaScript's own only where surrogates take part. */
function compareCells(a: string | number, b: string | number): number {
  if (typeof a === 'string' && typeof b === 'string')
    return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : Number(a > b);
}
