/**
 * Filters and orders → SQL.
 */
import { originOf } from '../../../src/content/model/index.js';
import type { Condition, SortKey, Through } from '../../../src/engine/query/index.js';
import { DOC_COLUMN, ID_COLUMN } from '../schema/columns.js';
import { quoted } from '../schema/identifiers.js';
import { haversineSql } from './area.js';
import { conditionSql } from './condition.js';
import type { Parameters } from './parameters.js';
import type { TypeSource } from './source.js';

/** What a filter selects, or what else is known to be wanted. */
export type Selection = Condition | Through | Complement | SelectionGroup | Hits;

interface Complement {
  readonly kind: 'not';
  readonly child: Selection;
}

interface SelectionGroup {
  readonly kind: 'and' | 'or';
  readonly children: readonly Selection[];
}

/** Items that answer a search, by content type and place in the export. */
export interface Hits {
  readonly kind: 'hits';
  readonly docs: ReadonlyMap<string, Uint32Array>;
  /** Whether they are put in order, by an index that is walked until a page is full. */
  readonly isSorted?: boolean;
}

/** @returns what both select; undefined: everything */
export function both(one: Selection | undefined, other: Selection | undefined): Selection | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { kind: 'and', children: [one, other] };
}

/** @returns what answers a search, and what else is to be true of it */
export function hitsOf(selection: Selection): { readonly hits?: Hits; readonly filter?: Selection } {
  if (selection.kind === 'hits') return { hits: selection };
  if (selection.kind !== 'and') return { filter: selection };
  const [first, second, ...more] = selection.children;
  return first?.kind === 'hits' && second !== undefined && more.length === 0
    ? { hits: first, filter: second }
    : { filter: selection };
}

/**
 * @param alias      of the table of items
 * @param isRequired whether an item that does not pass is never selected: it is not an alternative, and not negated
 * @returns what is true of the items that are selected
 */
export function filterSql(
  source: TypeSource,
  alias: string,
  filter: Selection,
  parameters: Parameters,
  isRequired = true,
): string {
  switch (filter.kind) {
    case 'hits':
      return hitsSql(source, `${alias}.${quoted(DOC_COLUMN)}`, filter, parameters);
    case 'through':
      return throughSql(source, alias, filter, parameters, isRequired);
    case 'condition':
      return conditionSql(source, alias, filter, parameters);
    case 'and':
    case 'or': {
      const isEachRequired = isRequired && filter.kind === 'and';
      const children = filter.children.map((child) => filterSql(source, alias, child, parameters, isEachRequired));
      return `(${children.join(filter.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    // Also items of which the condition is NULL.
    case 'not':
      return `(${filterSql(source, alias, filter.child, parameters, false)}) IS NOT TRUE`;
  }
}

/**
 * Up to so many, or to a part of all items, are looked up one by one. Of 1,000,000 items, 11,000 are looked up in 20 ms and
 * tested in 140; in an order, 50,000 are put in 700 ms and met in 8.
 */
const fewHits = 1000;
const fewShare = 1 / 20;
const fewSortedShare = 1 / 200;

function hitsSql({ type, items }: TypeSource, column: string, hits: Hits, parameters: Parameters): string {
  const docs = hits.docs.get(type.name) ?? new Uint32Array(0);
  if (docs.length <= Math.max(fewHits, items * (hits.isSorted === true ? fewSortedShare : fewShare))) {
    return `${column} = ANY (${parameters.add(Array.from(docs), 'integer[]')})`;
  }
  const bits = Buffer.alloc(Math.ceil(items / 8));
  for (const doc of docs) bits[doc >>> 3]! |= 1 << (doc & 7);
  return `get_bit(${parameters.add(`\\x${bits.toString('hex')}`, 'bytea')}, ${column}) = 1`;
}

const id = quoted(ID_COLUMN);

/**
 * Whether an item links to one that the child selects. What is selected is looked up by itself. The links are not, as a set of
 * many of them may not fit into the memory of a statement.
 */
function throughSql(
  source: TypeSource,
  alias: string,
  through: Through,
  parameters: Parameters,
  isRequired: boolean,
): string {
  if (source.placement !== 'plain') return spreadThroughSql(source, alias, through, parameters, isRequired);
  const inner = `${alias}t`;
  const selected = relatedTypes(source, through).map((related) => {
    const isOfType = `l.type = ${parameters.add(related.type.name, 'text')}`;
    if (through.child === undefined) return isOfType;
    const where = filterSql(related, inner, through.child, parameters);
    return `(${isOfType} AND l.target IN (SELECT ${inner}.${id} FROM ${related.table} AS ${inner} WHERE ${where}))`;
  });
  return `EXISTS (SELECT FROM ${source.links(through.relationship)} AS l WHERE l.id = ${alias}.${id} AND (${selected.join(' OR ')}))`;
}

function relatedTypes(source: TypeSource, { relationship, type }: Through): readonly TypeSource[] {
  const own = source.field(relationship);
  const types = type === undefined && own.type === 'relationship' ? own.to : [type ?? ''];
  return types.map((name) => source.other(name));
}

/**
 * The same in a load that is spread over several servers. The items are compared with a list of ids, never by EXISTS: what was
 * found on another server is a volatile function for PostgreSQL, and an EXISTS that reads one is evaluated for each item.
 */
function spreadThroughSql(
  source: TypeSource,
  alias: string,
  through: Through,
  parameters: Parameters,
  isRequired: boolean,
): string {
  const { child } = through;
  const links = `${source.links(through.relationship)} AS l`;
  const inner = `${alias}t`;
  const isAmong = (query: string): string => `${alias}.${id} IN (${query})`;
  const conditions: string[] = [];
  const alternatives: string[] = [];
  for (const related of relatedTypes(source, through)) {
    const isOfType = `l.type = ${parameters.add(related.type.name, 'text')}`;
    if (child === undefined) {
      conditions.push(isOfType);
      continue;
    }
    const where = filterSql(related, inner, child, parameters);
    const items = `${related.table} AS ${inner}`;
    if (!related.isDistributed) {
      conditions.push(`(${isOfType} AND l.target IN (SELECT ${inner}.${id} FROM ${items} WHERE ${where}))`);
    } else if (source.isDistributed) {
      const set = parameters.addSet(`SELECT ${inner}.${id} AS id FROM ${items} WHERE ${where}`);
      conditions.push(`(${isOfType} AND l.target IN (SELECT id FROM ${set}))`);
    } else {
      // The links of a copied type are wherever the related items are: no more ids are sent than there are links.
      const set = parameters.addSet(
        `SELECT DISTINCT l.id AS id FROM ${links} JOIN ${items} ON ${inner}.${id} = l.target WHERE ${isOfType} AND ${where}`,
      );
      alternatives.push(isAmong(`SELECT id FROM ${set}`));
    }
  }
  if (conditions.length > 0) {
    const query = (columns: string): string => `SELECT ${columns} FROM ${links} WHERE ${conditions.join(' OR ')}`;
    // Where it is required, each server joins its items with its links.
    const isJoined = !source.isDistributed || (isRequired && alternatives.length === 0);
    const ids = isJoined ? query('l.id') : `SELECT id FROM ${parameters.addSet(query('DISTINCT l.id AS id'))}`;
    alternatives.push(isAmong(ids));
  }
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' OR ')})`;
}

/** What a list is ordered by: a column or an expression, and the joins that bring it beside the item. */
export interface OrderKey {
  readonly column: string;
  /** What follows the item's table in `FROM`; empty where the column needs nothing else. */
  readonly joins: string;
}

/**
 * A column, a distance, or a column of the one item that to-one relationships lead to.
 *
 * @param place of the key in its sort, after which tables are named
 */
export function keySql(
  source: TypeSource,
  alias: string,
  { field, from }: SortKey,
  place: number,
  parameters: Parameters,
): OrderKey {
  const path = field.split('.');
  if (path.length === 1) {
    const column = `${alias}.${source.ordered(field)}`;
    return { column: from === undefined ? column : haversineSql(column, originOf(from), parameters), joins: '' };
  }
  const isOnOneServer = [source, ...typesAlong(source, path)].every(({ isDistributed }) => !isDistributed);
  return isOnOneServer
    ? { column: soughtSql(source, alias, path), joins: '' }
    : joinedKey(source, `${alias}.${id}`, path, `k${place}`, parameters);
}

/** @returns the types that the relationships of a path lead to */
function typesAlong(source: TypeSource, path: readonly string[]): readonly TypeSource[] {
  const [relationship = '', ...rest] = path;
  if (rest.length === 0) return [];
  const related = relatedSource(source, relationship);
  return [related, ...typesAlong(related, rest)];
}

function relatedSource(source: TypeSource, relationship: string): TypeSource {
  const own = source.field(relationship);
  return source.other(own.type === 'relationship' ? (own.to[0] ?? '') : '');
}

/** A column that is looked up for each item. */
function soughtSql(source: TypeSource, alias: string, path: readonly string[]): string {
  const [relationship = '', ...rest] = path;
  if (rest.length === 0) return `${alias}.${source.ordered(relationship)}`;
  const related = relatedSource(source, relationship);
  const [links, inner] = [`${alias}l`, `${alias}t`];
  const value = soughtSql(related, inner, rest);
  return `(SELECT ${value} FROM ${source.links(relationship)} AS ${links} JOIN ${related.table} AS ${inner} ON ${inner}.${id} = ${links}.target WHERE ${links}.id = ${alias}.${id})`;
}

/**
 * A column that is joined: a server joins the rows that it has. Where the path comes to a distributed type, whose rows lie
 * elsewhere, the values are found first and sent to each server: of a copied type those that its links lead to.
 *
 * @param reached expression of the id of an item of the source
 */
function joinedKey(
  source: TypeSource,
  reached: string,
  path: readonly string[],
  prefix: string,
  parameters: Parameters,
): OrderKey {
  const [relationship = '', ...rest] = path;
  const related = relatedSource(source, relationship);
  const [l, t] = [`${prefix}l`, `${prefix}t`];
  const linked = `${source.links(relationship)} AS ${l}`;
  const value = (): OrderKey =>
    rest.length === 1
      ? { column: `${t}.${related.ordered(rest[0] ?? '')}`, joins: '' }
      : joinedKey(related, related.isDistributed ? `${t}.${id}` : `${l}.target`, rest, `${prefix}n`, parameters);
  const joinLinks = ` LEFT JOIN ${linked} ON ${l}.id = ${reached}`;
  const { column, joins } = value();
  const items = `${related.table} AS ${t}`;
  if (!related.isDistributed) {
    return { column, joins: `${joinLinks} LEFT JOIN ${items} ON ${t}.${id} = ${l}.target${joins}` };
  }
  if (source.isDistributed) {
    const set = parameters.addSet(`SELECT ${t}.${id} AS id, ${column} AS v FROM ${items}${joins}`);
    return { column: `${prefix}.v`, joins: `${joinLinks} LEFT JOIN ${set} AS ${prefix} ON ${prefix}.id = ${l}.target` };
  }
  const set = parameters.addSet(
    `SELECT ${l}.id AS id, ${column} AS v FROM ${linked} JOIN ${items} ON ${t}.${id} = ${l}.target${joins}`,
  );
  return { column: `${prefix}.v`, joins: ` LEFT JOIN ${set} AS ${prefix} ON ${prefix}.id = ${reached}` };
}

/** Unpopulated values last in both directions, ties in the order of the export. */
export function orderSql(
  source: TypeSource,
  alias: string,
  sort: readonly SortKey[],
  parameters: Parameters,
): OrderKey {
  const keys = sort.map((key, place) => ({ ...key, ...keySql(source, alias, key, place, parameters) }));
  const columns = keys.map(({ field, descending, column }) => {
    if (!descending) return `${column} ASC`;
    // Without NULLs an index is walked backwards.
    return !field.includes('.') && source.isFull(field) ? `${column} DESC` : `${column} DESC NULLS LAST`;
  });
  return {
    column: [...columns, `${alias}.${quoted(DOC_COLUMN)}`].join(', '),
    joins: keys.map(({ joins }) => joins).join(''),
  };
}
