/**
 * The books of the bookshop, read from its export without the product, and expected answers about them.
 */
import { fileURLToPath } from 'node:url';
import {
  compareNumbers,
  compareTexts,
  exactNumber,
  findItem,
  itemsOf,
  linksOf,
  type OracleItem,
  readExportNaively,
} from '../oracle/index.js';

export const shop = readExportNaively(fileURLToPath(new URL('../../data/bookshop', import.meta.url)));
/** In the export's order, which is the order without `sort`. */
export const books = itemsOf(shop, 'book');

export const textOf = (item: OracleItem, field: string): string => String(item.values.get(field) ?? '');
export const priceOf = (item: OracleItem): string | undefined => {
  const price = item.values.get('price');
  return price === undefined ? undefined : String(price);
};
export const ids = (items: readonly OracleItem[]): string[] => items.map(({ id }) => id);

/** @returns the items a relationship leads to, in stored order */
export const relatedTo = (item: OracleItem, relationship: string): readonly OracleItem[] =>
  linksOf(item, relationship).flatMap(({ type, id }) => findItem(shop, type, id) ?? []);

/** Dearest first, books without a price last, equal prices by title. */
export function dearestFirst(a: OracleItem, b: OracleItem): number {
  const [left, right] = [priceOf(a), priceOf(b)];
  if (left === undefined || right === undefined) {
    if (left !== right) return left === undefined ? 1 : -1;
    return compareTexts(textOf(a, 'title'), textOf(b, 'title'));
  }
  const order = compareNumbers(exactNumber(right), exactNumber(left));
  return order === 0 ? compareTexts(textOf(a, 'title'), textOf(b, 'title')) : order;
}

/** @throws if the shop has no such book: its sample data has changed, and the tests must follow */
export function bookThat(property: string, holds: (book: OracleItem) => boolean): OracleItem {
  const book = books.find(holds);
  if (book === undefined) throw new Error(`the bookshop has no book that ${property}`);
  return book;
}

export const isCheaperThan =
  (limit: string) =>
  (book: OracleItem): boolean => {
    const price = priceOf(book);
    return price !== undefined && compareNumbers(exactNumber(price), exactNumber(limit)) < 0;
  };
