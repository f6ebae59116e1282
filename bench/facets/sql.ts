/**
 * The same questions as SQLite's SQL. Only the values shown are asked for: neither how many there are in
 * all, nor how many items have none.
 */
import { type Counted, type CountQuestion, isAll, type PageQuestion, RANGE_CENTS, SHOWN } from './questions.js';

export const MONTH = 'substr(sold, 1, 7)';

const top = (value: string, from: string, where: string): string =>
  `SELECT ${value} v, count(*) n FROM ${from} ${where} GROUP BY 1 ORDER BY n DESC, v LIMIT ${SHOWN}`;

const RANGES = `CASE ${RANGE_CENTS.map((cents, i) => `WHEN cents < ${cents} THEN ${i}`).join(' ')} ELSE ${RANGE_CENTS.length} END`;

function groupedBy(counted: Counted): string {
  switch (counted) {
    case 'sold':
      return MONTH;
    case 'ranges':
      return RANGES;
    default:
      return counted;
  }
}

/** @returns the statement; its rows are a value and a count, or the four statistics */
export function countSql({ counted, selection }: CountQuestion): string {
  const where = isAll(selection) ? '' : `WHERE bucket >= ${selection.start} AND bucket < ${selection.end}`;
  if (counted === 'price') return `SELECT count(cents), min(cents), max(cents), sum(cents) FROM item ${where}`;
  if (counted !== 'makers') return top(groupedBy(counted), 'item', where);
  return top('maker', isAll(selection) ? 'link' : 'link JOIN item ON item.number = link.item', where);
}

/** @returns the statements of a list page: how many and which items, three facets, and one field's statistics */
export function pageSql({ word, kindIs, placeFrom }: PageQuestion): readonly string[] {
  const has = `number IN (SELECT rowid FROM words WHERE words MATCH '${word}')`;
  const [kind, place] = [`kind = '${kindIs}'`, `place >= '${placeFrom}'`];
  return [
    `SELECT count(*) FROM item WHERE ${has} AND ${kind} AND ${place}`,
    top('kind', 'item', `WHERE ${has} AND ${place}`),
    top('place', 'item', `WHERE ${has} AND ${kind}`),
    top('code', 'item', `WHERE ${has} AND ${kind} AND ${place}`),
    `SELECT count(cents), min(cents), max(cents), sum(cents) FROM item WHERE ${has} AND ${kind} AND ${place}`,
    `SELECT number, title FROM item WHERE ${has} AND ${kind} AND ${place} ORDER BY number LIMIT 20`,
  ];
}
