/**
 * The executor on tables: a checked query in, the exact total and one page of ids out, as of `execute` on a segment.
 */
import type { CollectionQuery } from '../../engine/query/index.js';
import { collectionStatements, type ListStatements } from '../sql/lists.js';
import type { Ask } from '../sql/parameters.js';
import type { TypeSource } from '../sql/source.js';
import { type LoadedSpace, sourceIn } from './loaded.js';

export interface FoundRows {
  readonly total: number;
  /** The page, in order. */
  readonly rows: readonly { readonly type: string; readonly id: string }[];
}

/** @param total where it is known already */
export async function find(ask: Ask, { total, page }: ListStatements, known?: number): Promise<FoundRows> {
  const [counted, rows] = await Promise.all([
    known === undefined ? ask<{ total: string }>(total) : [{ total: String(known) }],
    ask<{ type: string; id: string }>(page),
  ]);
  return { total: Number(counted[0]?.total), rows };
}

/** Of all items of a type. */
export function findIn(
  ask: Ask,
  source: TypeSource,
  { filter, sort, page }: Pick<CollectionQuery, 'filter' | 'sort' | 'page'>,
): Promise<FoundRows> {
  return find(ask, collectionStatements(source, filter, sort, page), filter === undefined ? source.items : undefined);
}

/** @param locale place in the model's locales */
export async function pageOf(
  loaded: LoadedSpace,
  query: CollectionQuery,
  locale: number,
): Promise<{ readonly total: number; readonly ids: readonly string[] }> {
  const { total, rows } = await findIn(loaded.ask, sourceIn(loaded, query.type, locale), query);
  return { total, ids: rows.map(({ id }) => id) };
}
