/**
 * `_in` and `_nin`: values that cannot be equal to any are left out before, so the list may be empty.
 */

/** @param isNot whether a value of none of these is meant, and never one that is not there */
export const listedSql = (column: string, isNot: boolean, list: string): string =>
  isNot ? `(${column} IS NOT NULL AND ${column} <> ALL (${list}))` : `${column} = ANY (${list})`;
