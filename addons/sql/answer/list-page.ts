/**
 * The result of a list's statements: the exact total, and the ids of one page.
 */
import type { ListStatements } from '../statements/list-statements.js';
import type { Ask } from '../statements/parameters.js';

/** An item of a page. */
export interface PageRow {
  readonly type: string;
  readonly id: string;
}

export interface ListPage {
  readonly total: number;
  /** The page, in order. */
  readonly rows: readonly PageRow[];
}

/** @param knownTotal the total, if it is known; its statement is then not sent */
export async function fetchPage(ask: Ask, { total, page }: ListStatements, knownTotal?: number): Promise<ListPage> {
  const [totalRows, rows] = await Promise.all([
    knownTotal === undefined ? ask<{ total: string }>(total) : [{ total: String(knownTotal) }],
    ask<PageRow>(page),
  ]);
  return { total: Number(totalRows[0]?.total), rows };
}
