/**
 * Statistics of a field, from a tally of its terms or from both ends of its stored order. All results are exact.
 *
 * Elsewhere: choosing between the two (count), tallies (tally).
 */
import { precisionOf, termId, termOf } from '../../content/model/index.js';
import type { Arena } from '../../index/docset/index.js';
import type { SortableIndex } from '../../index/segment/index.js';
import { decimalUnits } from '../../index/termdict/index.js';
import type { LabelledValue, SelectedDocs, Statistics } from './facet.js';
import { counterIn } from './set-counter.js';
import type { Tally } from './tally.js';
import { compareSortKeys, labelTerm } from './values.js';

/** Whether a field has a sum and a mean. */
export const isSummed = (index: SortableIndex): boolean =>
  index.kind !== 'text' && precisionOf(index.field) !== undefined;

/** Statistics of a tally that counts each term separately. Cost: O(terms counted). */
export function statisticsOf(index: SortableIndex, { terms, counts, missing }: Tally): Statistics {
  let count = 0;
  let first = -1;
  let last = -1;
  for (let i = 0; i < counts.length; i += 1) {
    if (counts[i] === 0) continue;
    count += counts[i]!;
    if (first < 0) first = i;
    last = i;
  }
  const labelAt = (place: number): LabelledValue | undefined =>
    place < 0 ? undefined : labelTerm(index, termId(terms?.[place] ?? place));
  const common = { count, missing, least: labelAt(first), greatest: labelAt(last) };
  return isSummed(index) ? { ...common, sum: sumOf(index, terms, counts) } : common;
}

/** Docs of the stored order that are tested in one call. */
const chunkDocs = 4096;

/**
 * Computes the statistics of a field without a sum from both ends of its stored order; docs between the least and the
 * greatest selected value are not read.
 *
 * Cost: O(docs before the least, with the least, with the greatest and after the greatest value, and docs without a value).
 */
export function statisticsOfEnds(index: SortableIndex, selected: SelectedDocs, arena: Arena): Statistics {
  const { column, postings } = index;
  const { docs, populated } = postings;
  const bits = selected.isAll ? undefined : selected.bits();
  const countIn = bits === undefined ? lengthOf : counterIn(docs, bits, arena.list(chunkDocs), arena);
  const missing = countIn(populated, docs.length);
  const count = selected.count - missing;
  if (count === 0) return { count, missing, least: undefined, greatest: undefined };
  const isSelectedAt = (place: number): boolean => bits?.has(docs[place]!) ?? true;
  let first = 0;
  while (countIn(first, Math.min(populated, first + chunkDocs)) === 0) first += chunkDocs;
  while (!isSelectedAt(first)) first += 1;
  let last = populated;
  while (countIn(Math.max(0, last - chunkDocs), last) === 0) last -= chunkDocs;
  do last -= 1;
  while (!isSelectedAt(last));
  const labelAt = (place: number): LabelledValue => labelTerm(index, termOf(column[docs[place]!]!));
  return { count, missing, least: labelAt(first), greatest: labelAt(last) };
}

const lengthOf = (from: number, to: number): number => to - from;

/** Up to this limit a float is exact for whole numbers; a larger partial sum is added to a BigInt. */
const exactSumLimit = Number.MAX_SAFE_INTEGER;

function sumOf(index: SortableIndex, terms: Uint32Array | undefined, counts: Uint32Array): bigint {
  let sum = 0n;
  if (index.kind !== 'numbers') {
    if (index.kind === 'text') return sum;
    for (let i = 0; i < counts.length; i += 1) {
      if (counts[i]! > 0) sum += BigInt(counts[i]!) * decimalUnits(index.terms.at(termId(terms?.[i] ?? i)));
    }
    return sum;
  }
  let exactPart = 0;
  for (let i = 0; i < counts.length; i += 1) {
    const value = index.terms.at(termId(terms === undefined ? i : terms[i]!));
    const product = counts[i]! * value;
    if (Math.abs(product) + Math.abs(exactPart) < exactSumLimit) exactPart += product;
    else {
      sum += BigInt(exactPart) + BigInt(counts[i]!) * BigInt(value);
      exactPart = 0;
    }
  }
  return sum + BigInt(exactPart);
}

/** @returns the statistics of the items of several types together */
export function mergeStatistics(parts: readonly Statistics[]): Statistics {
  let count = 0;
  let missing = 0;
  let sum: bigint | undefined;
  let least: LabelledValue | undefined;
  let greatest: LabelledValue | undefined;
  for (const part of parts) {
    count += part.count;
    missing += part.missing;
    if (part.sum !== undefined) sum = (sum ?? 0n) + part.sum;
    const partLeast = part.least;
    const partGreatest = part.greatest;
    if (partLeast !== undefined && (least === undefined || compareSortKeys(partLeast.sortKey, least.sortKey) < 0)) {
      least = partLeast;
    }
    if (
      partGreatest !== undefined &&
      (greatest === undefined || compareSortKeys(partGreatest.sortKey, greatest.sortKey) > 0)
    ) {
      greatest = partGreatest;
    }
  }
  const statistics = { count, missing, least, greatest };
  return sum === undefined ? statistics : { ...statistics, sum };
}

/** Decimal places of a mean in addition to those of the field. */
const meanDigits = 6;

/**
 * @param precision decimal places of the field's values
 * @returns the quotient `digits / 10^scale`, rounded half to even to six decimal places more than the field has, without
 *          trailing zeros beyond those of the field
 */
export function meanOf(
  sum: bigint,
  count: number,
  precision: number,
): { readonly digits: bigint; readonly scale: number } {
  const divisor = BigInt(count);
  const scaled = sum * 10n ** BigInt(meanDigits);
  let digits = scaled / divisor;
  const remainder = scaled - digits * divisor;
  const twice = (remainder < 0n ? -remainder : remainder) * 2n;
  if (twice > divisor || (twice === divisor && digits % 2n !== 0n)) digits += scaled < 0n ? -1n : 1n;
  let scale = precision + meanDigits;
  for (; scale > precision && digits % 10n === 0n; scale -= 1) digits /= 10n;
  return { digits, scale };
}
