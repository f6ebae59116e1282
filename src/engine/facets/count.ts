/**
 * Counts one facet, or the statistics of one field, of the selected docs of a segment; merges the results of segments.
 *
 * Elsewhere: counting by term (tally), through relationships (related), labels of values (values), which docs are selected
 * (engine/query/count).
 */
import { choose } from '../../content/choices/index.js';
import { InvariantError } from '../../content/errors/index.js';
import { termId } from '../../content/model/index.js';
import { SIFT_BITS_FAR, WRITE_FACET_VALUE } from '../../index/costs/index.js';
import type { SortableIndex, TypeSegment } from '../../index/segment/index.js';
import { type CountedField, countedFieldOf } from './counted-field.js';
import { countValues, isListed } from './counted-index.js';
import { ringsOf, sumByRing } from './distances.js';
import type { CountedValue, FacetQuery, FacetResult, SelectedDocs, Statistics } from './facet.js';
import { readStored, storedTally, storeTally } from './related/stored-tallies.js';
import { tallyRelated } from './related/tally-related.js';
import { isSummed, statisticsOf, statisticsOfEnds } from './statistics.js';
import type { Tally, TallyWay } from './tally.js';
import { tallyTargets } from './tally-links.js';
import { tallyLocales } from './tally-locales.js';
import { tallyCost, tallyValues } from './tally-values.js';
import { edgesOf, ignoresAccents, termsWithFoldedPrefix, termsWithPrefix } from './term-groups.js';
import { topOf } from './top.js';
import { isUnique, topOfUnique, type UniqueTop, uniqueCost } from './unique.js';
import { compareSortKeys, labelGroup } from './values.js';

/** How a facet or a field's statistics were counted. */
export interface CountDecision {
  readonly field: string;
  readonly what: 'facet' | 'statistics';
  readonly way: TallyWay;
  /** Estimated, in nanoseconds. */
  readonly cost: number;
  /** Number of docs counted. */
  readonly items: number;
  /** Number of values, or groups of values, of the field. */
  readonly values: number;
}

type ReportDecision = (decision: CountDecision) => void;

/**
 * @param limit  replaces the limit of the facet
 * @param report receives the strategy and its cost
 * @throws InvariantError if the facet was not checked against the segment's model
 */
export function countFacet(
  segment: TypeSegment,
  facet: FacetQuery,
  selected: SelectedDocs,
  limit: number,
  report?: ReportDecision,
): FacetResult {
  const { arena } = segment;
  const field = countedFieldOf(segment, facet.field);
  const { index } = field;
  const { grouping } = facet;
  const rings = isListed(index) || grouping.kind !== 'distances' ? undefined : ringsOf(index, grouping, arena);
  const edges = rings?.edges ?? (isListed(index) ? undefined : edgesOf(index, facet));
  const values = edges === undefined ? countValues(index) : edges.length - 1;
  const top = topIfUnique() ?? topByTally();
  arena.budget.spend(top.terms.length * WRITE_FACET_VALUE);
  return {
    field: facet.field,
    values: Array.from(top.terms, (term, at) => ({
      ...labelGroup(index, facet, edges, term),
      count: top.counts[at]!,
    })),
    total: top.total,
    missing: top.missing,
  };

  /** @returns undefined if several docs may have the same value, or a tally is cheaper */
  function topIfUnique(): UniqueTop | undefined {
    if (field.hops.length > 0 || isListed(index) || edges !== undefined) return undefined;
    if (!isUnique(index.postings) || selected.count === 0) return undefined;
    if (facet.prefix !== undefined && ignoresAccents(index)) return undefined;
    const [[from, to] = [termId(0), termId(0)]] = termsWithPrefix(index, facet);
    const interval = [from, termId(Math.max(from, Math.min(to, values)))] as const;
    const shownCount = Math.min(limit, values);
    const cost = uniqueCost(index.postings, interval, shownCount, selected);
    const isCheaper = cost < tallyCost(index, selected, arena);
    if (choose('facet.unique', isCheaper ? 'order' : 'tally') === 'tally') return undefined;
    report?.({ field: facet.field, what: 'facet', way: 'unique', cost, items: selected.count, values });
    return topOfUnique(index.postings, interval, shownCount, selected, arena);
  }

  function topByTally(): UniqueTop {
    const tally = field.hops.length > 0 ? tallyRelatedField() : tallyOwnField();
    report?.({ field: facet.field, what: 'facet', way: tally.way, cost: tally.cost, items: selected.count, values });
    const { prefix } = facet;
    const intervals =
      prefix !== undefined && ignoresAccents(index)
        ? termsWithFoldedPrefix(index, prefix, arena)
        : termsWithPrefix(index, facet);
    const top = topOf(tally, intervals, limit, facet.isByValue);
    arena.release(tally.mark);
    return { ...top, missing: tally.missing };
  }

  function tallyOwnField(): Tally {
    if (index.kind === 'locales') return tallyLocales(index, selected, arena);
    if (isListed(index)) return tallyTargets(index, selected, arena);
    const tally = tallyValues(index, edges, selected, arena);
    return rings === undefined ? tally : sumByRing(tally, rings);
  }

  /** Tallies groups instead of terms, because an item may lead to several values of one group. */
  function tallyRelatedField(): Tally {
    if (edges === undefined && rings === undefined) return tallyRelatedValues(segment, facet.field, field, selected);
    const groupOf = edges === undefined ? undefined : groupsOf(edges, rings?.ringOf);
    return tallyRelated(field, groupOf, rings?.count ?? values, selected, arena);
  }
}

/** Tallies each value of a field behind relationships; the tally of all docs is stored. */
function tallyRelatedValues(segment: TypeSegment, path: string, field: CountedField, selected: SelectedDocs): Tally {
  const { arena } = segment;
  const stored = selected.isAll ? storedTally(segment, path) : undefined;
  if (stored !== undefined && choose('related.stored', 'stored') === 'stored') return readStored(stored, arena);
  const tally = tallyRelated(field, undefined, countValues(field.index), selected, arena);
  if (selected.isAll) storeTally(segment, path, tally);
  return tally;
}

/** @returns term → its group */
function groupsOf(edges: Uint32Array, ringOf: Uint32Array | undefined): Uint32Array {
  const groups = new Uint32Array(edges.at(-1) ?? 0);
  for (let at = 0; at + 1 < edges.length; at += 1) groups.fill(ringOf?.[at] ?? at, edges[at], edges[at + 1]);
  return groups;
}

/** @throws InvariantError if the field was not checked against the segment's model */
export function countStatistics(
  segment: TypeSegment,
  field: string,
  selected: SelectedDocs,
  report?: ReportDecision,
): Statistics {
  const { arena } = segment;
  const place = countedFieldOf(segment, field);
  const { index } = place;
  if (isListed(index)) throw new InvariantError(`${field} has several values per item and no statistics`);
  const values = index.postings.termCount;
  const { count } = selected;
  const endsNs = endsCost(index, selected);
  const hasEnds = place.hops.length === 0 && endsNs < Number.POSITIVE_INFINITY;
  const isCheaper = hasEnds && values > endsMinimumValues && endsNs < tallyCost(index, selected, arena);
  if (hasEnds && choose('statistics.ends', isCheaper ? 'ends' : 'tally') === 'ends') {
    report?.({ field, what: 'statistics', way: 'ends', cost: endsNs, items: count, values });
    return statisticsOfEnds(index, selected, arena);
  }
  const tally =
    place.hops.length > 0
      ? tallyRelatedValues(segment, field, place, selected)
      : tallyValues(index, undefined, selected, arena);
  report?.({ field, what: 'statistics', way: tally.way, cost: tally.cost, items: selected.count, values });
  const statistics = statisticsOf(index, tally);
  arena.release(tally.mark);
  return statistics;
}

/** Up to this many values, a tally is as fast as searching for the first and the last one. */
const endsMinimumValues = 4096;

/** Estimated cost of statistics from both ends of the stored order; infinite if the field has a sum or nothing is selected. */
function endsCost(index: SortableIndex, { count, isAll, bitsCost }: SelectedDocs): number {
  if (isSummed(index) || count === 0) return Number.POSITIVE_INFINITY;
  if (isAll) return 0;
  const { docs, populated } = index.postings;
  return bitsCost + ((2 * docs.length) / count + docs.length - populated) * SIFT_BITS_FAR;
}

/**
 * Merges the counts of several types.
 *
 * @param parts one per type, each with all its values
 * Cost: O(values · log values).
 */
export function mergeFacets(facet: FacetQuery, parts: readonly FacetResult[]): FacetResult {
  const values = parts.flatMap((part) => part.values).toSorted((a, b) => compareSortKeys(a.sortKey, b.sortKey));
  const merged: CountedValue[] = [];
  for (const value of values) {
    const last = merged.at(-1);
    if (last === undefined || compareSortKeys(last.sortKey, value.sortKey) !== 0) merged.push(value);
    else merged[merged.length - 1] = { ...last, count: last.count + value.count };
  }
  const ordered = facet.isByValue ? merged : merged.toSorted((a, b) => b.count - a.count);
  return {
    field: facet.field,
    values: ordered.slice(0, facet.limit),
    total: merged.length,
    missing: parts.reduce((sum, { missing }) => sum + missing, 0),
  };
}
