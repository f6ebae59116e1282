/**
 * What a list's statements find: the exact total, and one page.
 */
import type { ListStatements } from '../statements/lists.js';
import type { Ask } from '../statements/parameters.js';

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
