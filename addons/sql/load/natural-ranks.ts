/**
 * The order in which people look for texts, as numbers: a database may have no collation that orders as this Node does.
 */
import { type ContentType, collationOf, collatorOf } from '../../../src/content/model/index.js';
import type { Written } from './values.js';

export class NaturalRanks {
  readonly #ranks: ReadonlyMap<string, number>;

  /**
   * @param stored name of the stored field
   * Cost: O(values · log values) comparisons. Memory: the distinct values as strings.
   */
  constructor(type: ContentType, stored: string, texts: Iterable<Written | null>) {
    const distinct = new Set<string>();
    for (const value of texts) if (value !== null) distinct.add(value.text);
    const { compare } = collatorOf(collationOf(type, stored));
    const ranks = new Map<string, number>();
    let rank = 0;
    let before: string | undefined;
    for (const text of [...distinct].sort(compare)) {
      if (before === undefined || compare(before, text) !== 0) rank += 1;
      ranks.set(text, rank);
      before = text;
    }
    this.#ranks = ranks;
  }

  /** @returns the rank, from 1: the same where the collation tells no difference */
  of(value: Written | null): Written | null {
    const rank = value === null ? undefined : this.#ranks.get(value.text);
    return rank === undefined ? null : { text: String(rank), checked: String(rank) };
  }
}
