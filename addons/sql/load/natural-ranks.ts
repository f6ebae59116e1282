/**
 * Ranks of texts in natural order, such as "item 9" before "item 10".
 *
 * The ranks are stored as a column, because a database may lack a collation that sorts as Node does.
 */
import { type ContentType, collationOf, collatorOf } from '../../../src/content/model/index.js';
import type { CellValue } from './cell-values.js';

export class NaturalRanks {
  readonly #ranks: ReadonlyMap<string, number>;

  /**
   * @param stored name of the stored field
   * Cost: O(values · log values) comparisons. Memory: the distinct values as strings.
   */
  constructor(type: ContentType, stored: string, texts: Iterable<CellValue | null>) {
    const distinct = new Set<string>();
    for (const value of texts) if (value !== null) distinct.add(value.text);
    const { compare } = collatorOf(collationOf(type, stored));
    const ranks = new Map<string, number>();
    let rank = 0;
    let previousText: string | undefined;
    for (const text of [...distinct].sort(compare)) {
      if (previousText === undefined || compare(previousText, text) !== 0) rank += 1;
      ranks.set(text, rank);
      previousText = text;
    }
    this.#ranks = ranks;
  }

  /** @returns the rank, from 1; texts that the collation considers equal have the same rank */
  rankOf(value: CellValue | null): CellValue | null {
    const rank = value === null ? undefined : this.#ranks.get(value.text);
    return rank === undefined ? null : { text: String(rank), canonical: String(rank) };
  }
}
