/**
 * A column in memory for counting: the value ordinals of each item, as in a column of a segment.
 *
 *     one value at most    terms[doc] = 1 + value, or 0
 *     several values       terms[starts[doc] … starts[doc + 1]) = values, ascending
 *
 * Counts have the rows that a counting statement returns. Memory: 4 bytes for each item and link, and the values.
 * Elsewhere: fetching it (column-statements, count-columns).
 */
import { type Field, foldOf, precisionOf, termId } from '../../../src/content/model/index.js';
import { type FacetQuery, topOf } from '../../../src/engine/facets/index.js';
import { foldAccents } from '../../../src/index/termdict/index.js';
import type { ColumnValue } from './column-statements.js';
import type { CountRow } from './counting-statement.js';

/** Number of items with each value, or with each group of values. */
interface ValueCounts {
  readonly counts: Uint32Array;
  /** Number of items with at least one value. */
  readonly populated: number;
}

export class CountColumn {
  readonly #field: Field;
  readonly #values: readonly ColumnValue[];
  /** Position of the first term of each doc, and the end of the last; undefined if no item has several values. */
  readonly #starts: Uint32Array | undefined;
  /** Positions in `values`; if no item has several values, plus 1, and 0 for no value. */
  readonly #terms: Uint32Array;
  /** Counts over all items, computed on first use. */
  #allCounts: ValueCounts | undefined;

  /**
   * @param docs  doc ids of the first value, then of the second, …; an item appears as often as it has the value
   * @param items number of items of the type
   */
  constructor(field: Field, values: readonly ColumnValue[], docs: Uint32Array, items: number) {
    this.#field = field;
    this.#values = values;
    const singleTerms = new Uint32Array(items);
    const isSingle = forEachPair(values, docs, (doc, term) => {
      if (singleTerms[doc] !== 0 && singleTerms[doc] !== term + 1) return false;
      singleTerms[doc] = term + 1;
      return true;
    });
    this.#terms = singleTerms;
    if (isSingle) return;
    const starts = new Uint32Array(items + 1);
    // From here on, singleTerms[doc] is 1 + the last term seen for the doc, to skip repeated pairs.
    singleTerms.fill(0);
    const eachNewPair = (visit: (doc: number, term: number) => void): boolean =>
      forEachPair(values, docs, (doc, term) => {
        if (singleTerms[doc] !== term + 1) visit(doc, term);
        singleTerms[doc] = term + 1;
        return true;
      });
    eachNewPair((doc) => {
      starts[doc + 1]! += 1;
    });
    for (let doc = 0; doc < items; doc += 1) starts[doc + 1]! += starts[doc]!;
    const terms = new Uint32Array(starts[items]!);
    const nextPositions = starts.slice();
    singleTerms.fill(0);
    eachNewPair((doc, term) => {
      terms[nextPositions[doc]!] = term;
      nextPositions[doc]! += 1;
    });
    [this.#starts, this.#terms] = [starts, terms];
  }

  get byteLength(): number {
    return this.#terms.byteLength + (this.#starts?.byteLength ?? 0) + this.#values.length * bytesPerValue;
  }

  /** Whether no item has several values. */
  get isSingle(): boolean {
    return this.#starts === undefined;
  }

  /** @param docs selected doc ids; undefined for all. @returns the total and the first values, as rows */
  facet(part: number, { grouping, prefix, limit, isByValue }: FacetQuery, docs: Uint32Array | undefined): CountRow[] {
    const groups = grouping.kind === 'ranges' ? this.#groupTerms(grouping.ends.map(({ units }) => units)) : undefined;
    const { counts, populated } = this.#countTerms(docs, groups);
    if (prefix !== undefined) {
      const prefixText = Buffer.from(prefix).toString();
      const fold = (text: string): string => (foldOf(this.#field) === 'accents' ? foldAccents(text) : text);
      const foldedPrefix = fold(prefixText);
      for (const [term, { value }] of this.#values.entries()) {
        if (!fold(value).startsWith(foldedPrefix)) counts[term] = 0;
      }
    }
    const allTerms = [termId(0), termId(counts.length)] as const;
    const topTerms = topOf({ terms: undefined, counts }, [allTerms], limit, isByValue);
    const valueRows = Array.from(topTerms.terms, (term, place): CountRow => {
      const { value, type } = groups === undefined ? this.#values[term]! : { value: String(term), type: null };
      return { part, kind: 'value', value, type, count: String(topTerms.counts[place]), extra: null };
    });
    return [createTotalRow(part, topTerms.total, populated), ...valueRows];
  }

  /** Only for a column with at most one value per item. @param docs selected doc ids; undefined for all */
  statistics(part: number, docs: Uint32Array | undefined): CountRow {
    const { counts, populated } = this.#countTerms(docs, undefined);
    const isNumber = precisionOf(this.#field) !== undefined;
    let [least, greatest, sum]: [string | null, string | null, bigint] = [null, null, 0n];
    for (const [term, { value }] of this.#values.entries()) {
      if (counts[term] === 0) continue;
      least ??= value;
      greatest = value;
      if (isNumber) sum += BigInt(value) * BigInt(counts[term]!);
    }
    return { part, kind: 'statistics', value: least, type: greatest, count: String(populated), extra: String(sum) };
  }

  /** @param ends ascending. @returns the group of each value: the number of ends that are at most the value */
  #groupTerms(ends: readonly bigint[]): Groups {
    let group = 0;
    const groupByTerm = Uint32Array.from(this.#values, ({ value }) => {
      while (group < ends.length && ends[group]! <= BigInt(value)) group += 1;
      return group;
    });
    return { groupOfTerm: groupByTerm, count: ends.length + 1 };
  }

  #countTerms(docs: Uint32Array | undefined, groups: Groups | undefined): ValueCounts {
    const starts = this.#starts;
    if (starts === undefined && groups !== undefined) {
      const { counts, populated } = this.#countTerms(docs, undefined);
      const sums = new Uint32Array(groups.count);
      for (let term = 0; term < counts.length; term += 1) sums[groups.groupOfTerm[term]!]! += counts[term]!;
      return { counts: sums, populated };
    }
    if (docs === undefined && groups === undefined) {
      this.#allCounts ??=
        starts === undefined ? this.#countSingleTerms(docs) : this.#countTermLists(starts, docs, groups);
      return { ...this.#allCounts, counts: this.#allCounts.counts.slice() };
    }
    return starts === undefined ? this.#countSingleTerms(docs) : this.#countTermLists(starts, docs, groups);
  }

  #countSingleTerms(docs: Uint32Array | undefined): ValueCounts {
    const terms = this.#terms;
    const counts = new Uint32Array(this.#values.length + 1);
    const size = docs?.length ?? terms.length;
    for (let position = 0; position < size; position += 1)
      counts[terms[docs === undefined ? position : docs[position]!]!]! += 1;
    return { counts: counts.subarray(1), populated: size - counts[0]! };
  }

  #countTermLists(starts: Uint32Array, docs: Uint32Array | undefined, groups: Groups | undefined): ValueCounts {
    const terms = this.#terms;
    const counts = new Uint32Array(groups?.count ?? this.#values.length);
    const size = docs?.length ?? starts.length - 1;
    let populated = 0;
    for (let position = 0; position < size; position += 1) {
      const doc = docs === undefined ? position : docs[position]!;
      const end = starts[doc + 1]!;
      if (end > starts[doc]!) populated += 1;
      // Terms ascend, and so do their groups: an item counts once per group.
      for (let place = starts[doc]!, previousGroup = -1; place < end; place += 1) {
        const group = groups === undefined ? terms[place]! : groups.groupOfTerm[terms[place]!]!;
        if (group !== previousGroup) counts[group]! += 1;
        previousGroup = group;
      }
    }
    return { counts, populated };
  }
}

/** Groups of values, such as ranges. */
interface Groups {
  readonly groupOfTerm: Uint32Array;
  readonly count: number;
}

/** Estimated memory of a value with its text. */
const bytesPerValue = 100;

export const createTotalRow = (part: number, count: number, extra: number | null): CountRow => ({
  part,
  kind: 'total',
  value: null,
  type: null,
  count: String(count),
  extra: extra === null ? null : String(extra),
});

/** Calls `visit` for each pair of an item and a value until it returns false. @returns whether all pairs were visited */
function forEachPair(
  values: readonly ColumnValue[],
  docs: Uint32Array,
  visit: (doc: number, term: number) => boolean,
): boolean {
  let pairPosition = 0;
  for (const [term, { n }] of values.entries()) {
    for (const end = pairPosition + n; pairPosition < end; pairPosition += 1)
      if (!visit(docs[pairPosition]!, term)) return false;
  }
  return true;
}
