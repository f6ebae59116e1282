/**
 * The executor on tables: a checked query in, the exact total and one page of ids out, as of `execute` on a segment.
 */
import type { CollectionQuery } from '../../engine/query/index.js';
import { collectionItems } from '../sql/listed.js';
import { collectionStatements, type ListStatements } from '../sql/lists.js';
import type { Ask } from '../sql/parameters.js';
import { type LoadedSpace, sourceIn } from './loaded.js';

/** An item of a page. */
export interface FoundRow {
  readonly type: string;
  readonly id: string;
}

export interface FoundRows {
  readonly total: number;
  /** The page, in order. */
  readonly rows: readonly FoundRow[];
}

/** @param known where it is known already */
export async function find(ask: Ask, { total, page }: ListStatements, known?: number): Promise<FoundRows> {
  const [counted, rows] = await Promise.all([
    known === undefined ? ask<{ total: string }>(total) : [{ total: String(known) }],
    ask<FoundRow>(page),
  ]);
  return { total: Number(counted[0]?.total), rows };
}

/** @param locale place in the model's locales */
export async function pageOf(
  loaded: LoadedSpace,
  { type, filter, sort, page }: CollectionQuery,
  locale: number,
): Promise<{ readonly total: number; readonly ids: readonly string[] }> {
  const source = sourceIn(loaded, type, locale);
  const statements = collectionStatements(source, filter, sort, page);
  const { total, rows } = await find(loaded.ask, statements, collectionItems(source, filter).known);
  return { total, ids: rows.map(({ id }) => id) };
}
