/**
 * Filters and sorts → SQL: conditions, paths through relationships, and the hits of a search.
 *
 * With Citus, a statement joins distributed rows only by the id that both are distributed by; other joins go through shared
 * CTEs, whose rows Citus collects once and sends to each server (docs/decisions/0031-citus.md).
 * Elsewhere: single conditions (condition), statements of lists (list-statements).
 */
import { isRelatedPath, originOf, splitFieldPath } from '../../../src/content/model/index.js';
import type { Condition, SortKey, Through } from '../../../src/engine/query/index.js';
import { DOC_COLUMN, ID_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { haversineSql } from './area.js';
import { conditionSql } from './condition.js';
import type { Parameters } from './parameters.js';
import type { TypeSource } from './type-source.js';

/** A filter of a request, or one combined with the hits of a search. */
export type Selection = Condition | Through | Complement | SelectionGroup | Hits;

interface Complement {
  readonly kind: 'not';
  readonly child: Selection;
}

interface SelectionGroup {
  readonly kind: 'and' | 'or';
  readonly children: readonly Selection[];
}

/** The hits of a search: doc ids by content type. */
export interface Hits {
  readonly kind: 'hits';
  readonly docs: ReadonlyMap<string, Uint32Array>;
  /** Whether the list is sorted by a field, by walking an index until a page is full. */
  readonly isSorted?: boolean;
}

/** @returns the intersection of both selections; undefined for everything */
export function combineSelections(first: Selection | undefined, second: Selection | undefined): Selection | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return { kind: 'and', children: [first, second] };
}

/** @returns the hits of a search in a selection, and the filter on them */
export function splitHits(selection: Selection): { readonly hits?: Hits; readonly filter?: Selection } {
  if (selection.kind === 'hits') return { hits: selection };
  if (selection.kind !== 'and') return { filter: selection };
  const [first, second, ...more] = selection.children;
  return first?.kind === 'hits' && second !== undefined && more.length === 0
    ? { hits: first, filter: second }
    : { filter: selection };
}

/**
 * @param itemAlias  alias of the table of items
 * @param isRequired whether every selected item satisfies the filter: it is not inside `or` or `not`
 * @returns a condition that is true for the selected items
 */
export function filterSql(
  source: TypeSource,
  itemAlias: string,
  filter: Selection,
  parameters: Parameters,
  isRequired = true,
): string {
  switch (filter.kind) {
    case 'hits':
      return hitsSql(source, `${itemAlias}.${quoteIdentifier(DOC_COLUMN)}`, filter, parameters);
    case 'through':
      return throughSql(source, itemAlias, filter, parameters, isRequired);
    case 'condition':
      return conditionSql(source, itemAlias, filter, parameters);
    case 'and':
    case 'or': {
      const isEachRequired = isRequired && filter.kind === 'and';
      const children = filter.children.map((child) => filterSql(source, itemAlias, child, parameters, isEachRequired));
      return `(${children.join(filter.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    // IS NOT TRUE also selects items for which the condition is NULL.
    case 'not':
      return `(${filterSql(source, itemAlias, filter.child, parameters, false)}) IS NOT TRUE`;
  }
}

/**
 * Hits up to this number, or to this share of all items, are looked up by doc id; more are tested against a bitset.
 * Measured with 1,000,000 items: 11,000 hits take 20 ms looked up, 140 ms tested; sorted, 50,000 take 700 ms and 8 ms.
 */
const maximumListedHits = 1000;
const maximumListedShare = 1 / 20;
const maximumListedSortedShare = 1 / 200;

function hitsSql({ type, itemCount: items }: TypeSource, column: string, hits: Hits, parameters: Parameters): string {
  const docs = hits.docs.get(type.name) ?? new Uint32Array(0);
  if (
    docs.length <=
    Math.max(maximumListedHits, items * (hits.isSorted === true ? maximumListedSortedShare : maximumListedShare))
  ) {
    return `${column} = ANY (${parameters.add(Array.from(docs), 'integer[]')})`;
  }
  const bits = Buffer.alloc(Math.ceil(items / 8));
  for (const doc of docs) bits[doc >>> 3]! |= 1 << (doc & 7);
  return `get_bit(${parameters.add(`\\x${bits.toString('hex')}`, 'bytea')}, ${column}) = 1`;
}

const id = quoteIdentifier(ID_COLUMN);

/**
 * A condition: the item links to an item that the child filter selects.
 *
 * The linked items are a subquery, the links an EXISTS: a hash table of all links may exceed work_mem.
 */
function throughSql(
  source: TypeSource,
  itemAlias: string,
  through: Through,
  parameters: Parameters,
  isRequired: boolean,
): string {
  if (source.placement !== 'plain') return distributedThroughSql(source, itemAlias, through, parameters, isRequired);
  const relatedAlias = `${itemAlias}t`;
  const selected = relatedTypes(source, through).map((related) => {
    const isOfType = `l.type = ${parameters.add(related.type.name, 'text')}`;
    if (through.child === undefined) return isOfType;
    const relatedCondition = filterSql(related, relatedAlias, through.child, parameters);
    return `(${isOfType} AND l.target IN (SELECT ${relatedAlias}.${id} FROM ${related.table} AS ${relatedAlias} WHERE ${relatedCondition}))`;
  });
  return `EXISTS (SELECT FROM ${source.linksTable(through.relationship)} AS l WHERE l.id = ${itemAlias}.${id} AND (${selected.join(' OR ')}))`;
}

function relatedTypes(source: TypeSource, { relationship, type }: Through): readonly TypeSource[] {
  const relationshipField = source.field(relationship);
  const types = type === undefined && relationshipField.type === 'relationship' ? relationshipField.to : [type ?? ''];
  return types.map((name) => source.typeSource(name));
}

/**
 * `throughSql` for a load with distributed tables. It compares ids with a list and never uses EXISTS: PostgreSQL treats a CTE
 * collected by Citus as a volatile function, and would evaluate an EXISTS that reads one for each item.
 */
function distributedThroughSql(
  source: TypeSource,
  itemAlias: string,
  through: Through,
  parameters: Parameters,
  isRequired: boolean,
): string {
  const { child } = through;
  const links = `${source.linksTable(through.relationship)} AS l`;
  const relatedAlias = `${itemAlias}t`;
  const isAmongSql = (query: string): string => `${itemAlias}.${id} IN (${query})`;
  const conditions: string[] = [];
  const alternatives: string[] = [];
  for (const related of relatedTypes(source, through)) {
    const isOfType = `l.type = ${parameters.add(related.type.name, 'text')}`;
    if (child === undefined) {
      conditions.push(isOfType);
      continue;
    }
    const relatedCondition = filterSql(related, relatedAlias, child, parameters);
    const items = `${related.table} AS ${relatedAlias}`;
    if (!related.isDistributed) {
      conditions.push(
        `(${isOfType} AND l.target IN (SELECT ${relatedAlias}.${id} FROM ${items} WHERE ${relatedCondition}))`,
      );
    } else if (source.isDistributed) {
      const set = parameters.addSharedCte(`SELECT ${relatedAlias}.${id} AS id FROM ${items} WHERE ${relatedCondition}`);
      conditions.push(`(${isOfType} AND l.target IN (SELECT id FROM ${set}))`);
    } else {
      // Links of a copied type are on every server, next to the related items: at most one id per link is sent.
      const set = parameters.addSharedCte(
        `SELECT DISTINCT l.id AS id FROM ${links} JOIN ${items} ON ${relatedAlias}.${id} = l.target WHERE ${isOfType} AND ${relatedCondition}`,
      );
      alternatives.push(isAmongSql(`SELECT id FROM ${set}`));
    }
  }
  if (conditions.length > 0) {
    const query = (columns: string): string => `SELECT ${columns} FROM ${links} WHERE ${conditions.join(' OR ')}`;
    // A required condition is a join, which each server makes of its own items and links.
    const isJoined = !source.isDistributed || (isRequired && alternatives.length === 0);
    const ids = isJoined ? query('l.id') : `SELECT id FROM ${parameters.addSharedCte(query('DISTINCT l.id AS id'))}`;
    alternatives.push(isAmongSql(ids));
  }
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' OR ')})`;
}

/** SQL of a sort key, or of several: the expression, and the joins that it needs. */
export interface OrderKey {
  readonly column: string;
  /** Joins after the item's table in FROM; empty if the expression needs none. */
  readonly joins: string;
}

/**
 * A sort key: a column, a distance, or a column of the item at the end of to-one relationships.
 *
 * @param place position of the key in its sort, for unique aliases
 */
export function sortKeySql(
  source: TypeSource,
  itemAlias: string,
  { field, from: origin }: SortKey,
  place: number,
  parameters: Parameters,
): OrderKey {
  const { hops, field: lastField } = splitFieldPath(field);
  const path = [...hops, lastField];
  if (hops.length === 0) {
    const column = `${itemAlias}.${source.sortColumn(field)}`;
    return { column: origin === undefined ? column : haversineSql(column, originOf(origin), parameters), joins: '' };
  }
  const isOnOneServer = [source, ...typesOnPath(source, path)].every(({ isDistributed }) => !isDistributed);
  return isOnOneServer
    ? { column: lookupSql(source, itemAlias, path), joins: '' }
    : joinedKey(source, `${itemAlias}.${id}`, path, `k${place}`, parameters);
}

/** @returns the types that the relationships of a path lead to */
function typesOnPath(source: TypeSource, path: readonly string[]): readonly TypeSource[] {
  const [relationship = '', ...restOfPath] = path;
  if (restOfPath.length === 0) return [];
  const related = firstRelatedSource(source, relationship);
  return [related, ...typesOnPath(related, restOfPath)];
}

function firstRelatedSource(source: TypeSource, relationship: string): TypeSource {
  const field_ = source.field(relationship);
  return source.typeSource(field_.type === 'relationship' ? (field_.to[0] ?? '') : '');
}

/** A sort key that is a subquery for each item, for tables on one server. */
function lookupSql(source: TypeSource, itemAlias: string, path: readonly string[]): string {
  const [relationship = '', ...restOfPath] = path;
  if (restOfPath.length === 0) return `${itemAlias}.${source.sortColumn(relationship)}`;
  const related = firstRelatedSource(source, relationship);
  const [links, relatedAlias] = [`${itemAlias}l`, `${itemAlias}t`];
  const readValue = lookupSql(related, relatedAlias, restOfPath);
  return `(SELECT ${readValue} FROM ${source.linksTable(relationship)} AS ${links} JOIN ${related.table} AS ${relatedAlias} ON ${relatedAlias}.${id} = ${links}.target WHERE ${links}.id = ${itemAlias}.${id})`;
}

/**
 * A sort key that is joined. Before a step to a distributed type, whose rows may be on another server, its values are
 * collected as a shared CTE; from a copied type only those that its links lead to.
 *
 * @param itemId expression of the id of an item of the source
 */
function joinedKey(
  source: TypeSource,
  itemId: string,
  path: readonly string[],
  prefix: string,
  parameters: Parameters,
): OrderKey {
  const [relationship = '', ...restOfPath] = path;
  const related = firstRelatedSource(source, relationship);
  const [linkAlias, targetAlias] = [`${prefix}l`, `${prefix}t`];
  const linkTable = `${source.linksTable(relationship)} AS ${linkAlias}`;
  const value = (): OrderKey =>
    restOfPath.length === 1
      ? { column: `${targetAlias}.${related.sortColumn(restOfPath[0] ?? '')}`, joins: '' }
      : joinedKey(
          related,
          related.isDistributed ? `${targetAlias}.${id}` : `${linkAlias}.target`,
          restOfPath,
          `${prefix}n`,
          parameters,
        );
  const linkJoin = ` LEFT JOIN ${linkTable} ON ${linkAlias}.id = ${itemId}`;
  const { column, joins } = value();
  const items = `${related.table} AS ${targetAlias}`;
  if (!related.isDistributed) {
    return { column, joins: `${linkJoin} LEFT JOIN ${items} ON ${targetAlias}.${id} = ${linkAlias}.target${joins}` };
  }
  if (source.isDistributed) {
    const set = parameters.addSharedCte(`SELECT ${targetAlias}.${id} AS id, ${column} AS v FROM ${items}${joins}`);
    return {
      column: `${prefix}.v`,
      joins: `${linkJoin} LEFT JOIN ${set} AS ${prefix} ON ${prefix}.id = ${linkAlias}.target`,
    };
  }
  const set = parameters.addSharedCte(
    `SELECT ${linkAlias}.id AS id, ${column} AS v FROM ${linkTable} JOIN ${items} ON ${targetAlias}.${id} = ${linkAlias}.target${joins}`,
  );
  return { column: `${prefix}.v`, joins: ` LEFT JOIN ${set} AS ${prefix} ON ${prefix}.id = ${itemId}` };
}

/** @returns the ORDER BY list: unpopulated values last in both directions, ties in the order of the export */
export function orderSql(
  source: TypeSource,
  itemAlias: string,
  sort: readonly SortKey[],
  parameters: Parameters,
): OrderKey {
  const keys = sort.map((key, place) => ({ ...key, ...sortKeySql(source, itemAlias, key, place, parameters) }));
  const columns = keys.map(({ field, descending, column }) => {
    if (!descending) return `${column} ASC`;
    // Without NULLS LAST, PostgreSQL can walk an ascending index backwards.
    return !isRelatedPath(field) && source.isAlwaysPopulated(field) ? `${column} DESC` : `${column} DESC NULLS LAST`;
  });
  return {
    column: [...columns, `${itemAlias}.${quoteIdentifier(DOC_COLUMN)}`].join(', '),
    joins: keys.map(({ joins }) => joins).join(''),
  };
}
