/**
 * A second judge, independent of the first: the same content in SQLite's plainest tables, without an index, asked in
 * SQL by the rules of docs/ask.
 *
 * Where SQLite's semantics differ it gives no opinion: decimals that its integers cannot hold exactly, and operands
 * with more digits than the field, and texts whatever their case.
 */
import { type Database, openDatabase, type SqlValue } from '../../bench/harness/sqlite/driver.js';
import {
  type ContentType,
  type Field,
  type FieldType,
  isFolding,
  isListOfTexts,
} from '../../src/content/model/index.js';
import type { CollectionQuery, Condition, Filter } from '../../src/engine/query/index.js';
import {
  type Answer,
  exactNumber,
  instantMs,
  itemsOf,
  linksOf,
  type OracleItem,
  OracleList,
  type OracleSpace,
  typeOf,
} from '../../test/system/oracle/index.js';

/** SQL and what is bound in it. */
interface Clause {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

const COMPARISONS = { _eq: '=', _neq: '<>', _gt: '>', _gte: '>=', _lt: '<', _lte: '<=' } as const;

/** SQLite takes `a` and `A` for the same name, so fields go by their places. */
const column = (type: ContentType, field: string): string =>
  field === 'id' ? 'id' : `field${type.fields.findIndex(({ name }) => name === field)}`;

const NO_COLUMNS: readonly FieldType[] = ['file', 'image', 'json', 'relationship'];
const isColumn = (field: Field): boolean => !NO_COLUMNS.includes(field.type) && !isListOfTexts(field);
/** Of links, and of lists of texts: a row each. */
const hasRows = (field: Field): boolean => field.type === 'relationship' || isListOfTexts(field);
const columnsOf = (type: ContentType): readonly Field[] => type.fields.filter(isColumn);
const isNumeric = (field: Field): boolean => field.type === 'decimal' || field.type === 'integer';
const precisionOf = (field: Field): number => (field.type === 'decimal' ? field.precision : 0);

/** @returns undefined where a float would not hold it exactly */
function scaled(digits: bigint, scale: number, precision: number): number | undefined {
  if (scale > precision) return undefined;
  const units = Number(digits * 10n ** BigInt(precision - scale));
  return Number.isSafeInteger(units) ? units : undefined;
}

export class SqliteJudge {
  readonly #database: Database;
  readonly #space: OracleSpace;
  /** `type/field` of what SQLite cannot hold. */
  readonly #unheld = new Set<string>();

  /** Cost: one pass over the content; it is in memory. */
  constructor(space: OracleSpace) {
    this.#space = space;
    this.#database = openDatabase(':memory:');
    for (const type of space.model.contentTypes.values()) this.#fill(type);
  }

  close(): void {
    this.#database.close();
  }

  /** @returns undefined where SQLite has no opinion. Cost: two scans of the table. */
  answer(query: CollectionQuery): Answer | undefined {
    const type = typeOf(this.#space, query.type);
    const where = query.filter === undefined ? { sql: '1', values: [] } : this.#filter(type, query.filter);
    if (where === undefined || query.sort.some(({ field }) => this.#unheld.has(`${type.name}/${field}`)))
      return undefined;
    const order = query.sort.map(({ field, descending }) => {
      const name = column(type, field);
      return `${name} IS NULL, ${name}${descending ? ' DESC' : ''}`;
    });
    const from = `FROM ${this.#table(type)} WHERE ${where.sql}`;
    const page = `ORDER BY ${[...order, 'rowid'].join(', ')} LIMIT ${query.page.limit} OFFSET ${query.page.skip}`;
    const ids = this.#database
      .prepare(`SELECT id ${from} ${page}`)
      .pluck()
      .all(...where.values);
    const total = this.#database
      .prepare(`SELECT count(*) ${from}`)
      .pluck()
      .get(...where.values);
    return { total: Number(total), ids: ids.map(String) };
  }

  #table(type: ContentType): string {
    return `type${[...this.#space.model.contentTypes.keys()].indexOf(type.name)}`;
  }

  #links(type: ContentType, field: string): string {
    return `${this.#table(type)}_${column(type, field)}`;
  }

  #fill(type: ContentType): void {
    const fields = columnsOf(type);
    const columns = fields.map((field) => `, ${column(type, field.name)} ${isText(field) ? 'TEXT' : 'INTEGER'}`);
    this.#database.exec(`CREATE TABLE ${this.#table(type)} (rowid INTEGER PRIMARY KEY, id TEXT${columns.join('')})`);
    const row = this.#database.prepare(`INSERT INTO ${this.#table(type)} VALUES (?, ?${', ?'.repeat(fields.length)})`);
    const listed = type.fields.filter(hasRows);
    for (const { name } of listed) {
      this.#database.exec(`CREATE TABLE ${this.#links(type, name)} (source INTEGER, target TEXT)`);
    }
    const links = listed.map(({ name }) => ({
      name,
      insert: this.#database.prepare(`INSERT INTO ${this.#links(type, name)} VALUES (?, ?)`),
    }));
    this.#database.exec('BEGIN');
    for (const [index, item] of itemsOf(this.#space, type.name).entries()) {
      row.run(index + 1, item.id, ...fields.map((field) => this.#stored(type, field, item)));
      for (const { name, insert } of links) for (const row of rowsOf(item, name)) insert.run(index + 1, row);
    }
    this.#database.exec('COMMIT');
    for (const { name } of links) {
      this.#database.exec(`CREATE INDEX index_${this.#links(type, name)} ON ${this.#links(type, name)} (source)`);
    }
  }

  #stored(type: ContentType, field: Field, item: OracleItem): SqlValue {
    const value = item.values.get(field.name);
    if (value === undefined || value === '') return null;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (field.type === 'dateTime') return instantMs(String(value));
    if (!isNumeric(field)) return String(value);
    const { digits, scale } = exactNumber(String(value));
    const units = scaled(digits, scale, precisionOf(field));
    if (units === undefined) this.#unheld.add(`${type.name}/${field.name}`);
    return units ?? null;
  }

  #filter(type: ContentType, filter: Filter): Clause | undefined {
    if (filter.kind === 'condition') return this.#condition(type, filter);
    if (filter.kind === 'not') {
      const held = this.#filter(type, filter.child);
      // What NULL is compared with is neither true nor false, and a complement takes it for false.
      return held === undefined ? undefined : { sql: `((${held.sql}) IS NOT TRUE)`, values: held.values };
    }
    const children: Clause[] = [];
    for (const child of filter.children) {
      const clause = this.#filter(type, child);
      if (clause === undefined) return undefined;
      children.push(clause);
    }
    const joined = children.map(({ sql }) => sql).join(filter.kind === 'and' ? ' AND ' : ' OR ');
    return { sql: `(${joined})`, values: children.flatMap(({ values }) => values) };
  }

  #condition(type: ContentType, { field: name, operator, operand }: Condition): Clause | undefined {
    // SQLite folds ASCII alone.
    if (this.#unheld.has(`${type.name}/${name}`) || isFolding(operator)) return undefined;
    const own = column(type, name);
    if (operand.kind === 'list') {
      const conditions = operand.values.map(
        (value): Condition => ({ kind: 'condition', field: name, operator: '_eq', operand: value }),
      );
      const any = this.#filter(type, { kind: 'or', children: conditions });
      if (any === undefined || operator === '_in') return any;
      const links = this.#links(type, name);
      const isPopulated = operand.values.some(({ kind }) => kind === 'itemId')
        ? `EXISTS (SELECT 1 FROM ${links} WHERE source = ${this.#table(type)}.rowid)`
        : `${own} IS NOT NULL`;
      return { sql: `(${isPopulated} AND NOT ${any.sql})`, values: any.values };
    }
    if (operand.kind === 'itemId') {
      const links = this.#links(type, name);
      const sql = `EXISTS (SELECT 1 FROM ${links} WHERE source = ${this.#table(type)}.rowid AND target = ?)`;
      return { sql, values: [Buffer.from(operand.bytes).toString()] };
    }
    const field = type.fieldByName.get(name);
    if (field !== undefined && isListOfTexts(field)) {
      const rows = `EXISTS (SELECT 1 FROM ${this.#links(type, name)} WHERE source = ${this.#table(type)}.rowid`;
      if (operand.kind === 'populated') return { sql: `${operand.value ? '' : 'NOT '}${rows})`, values: [] };
      const value = operandValue(operand, 0);
      return value === undefined ? undefined : { sql: `${rows} AND target = ?)`, values: [value] };
    }
    if (operand.kind === 'populated') return { sql: `${own} IS ${operand.value ? 'NOT NULL' : 'NULL'}`, values: [] };
    const value = operandValue(operand, field === undefined ? 0 : precisionOf(field));
    if (value === undefined) return undefined;
    switch (operator) {
      case '_contains':
        return { sql: `instr(${own}, ?) > 0`, values: [value] };
      case '_startsWith':
        return { sql: `substr(${own}, 1, length(?)) = ?`, values: [value, value] };
      case '_endsWith':
        if (value === '') return { sql: `${own} IS NOT NULL`, values: [] };
        return { sql: `substr(${own}, -length(?)) = ?`, values: [value, value] };
      case '_exists':
      case '_in':
      case '_nin':
        throw new Error(`${operator} takes another operand`);
      default:
        return { sql: `${own} ${COMPARISONS[operator]} ?`, values: [value] };
    }
  }
}

/** The ids that the item links to, or its texts. */
function rowsOf(item: OracleItem, name: string): readonly string[] {
  const value = item.values.get(name);
  return value instanceof OracleList ? value.texts : linksOf(item, name).map(({ id }) => id);
}

const isText = ({ type }: Field): boolean =>
  type === 'text' || type === 'select' || type === 'markdown' || type === 'textMultiline';

function operandValue(operand: Condition['operand'], precision: number): SqlValue | undefined {
  switch (operand.kind) {
    case 'boolean':
      return operand.value ? 1 : 0;
    case 'instant':
      return operand.ms;
    case 'number':
      return scaled(operand.digits, operand.scale, precision);
    case 'text':
    case 'itemId':
      return Buffer.from(operand.bytes).toString();
    case 'populated':
      return operand.value ? 1 : 0;
    case 'list':
      return undefined;
    default:
      return operand satisfies never;
  }
}
