/**
 * The counts of a query: facets and statistics, of one segment or of listed docs of several segments.
 *
 * Elsewhere: counting one facet (engine/facets), the docs that are counted (own-selections).
 */
import type { DocId } from '../../../content/model/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import {
  countFacet,
  countStatistics,
  type FacetQuery,
  type FacetResult,
  mergeFacets,
  mergeStatistics,
  type SelectedDocs,
  type Statistics,
} from '../../facets/index.js';
import type { Trace } from '../explain/trace.js';
import type { Counting } from '../query-tree.js';
import { listedMembers } from '../run/members.js';

export interface FieldStatistics extends Statistics {
  readonly field: string;
}

export interface Counted {
  /** In the order of the query. */
  readonly facets: readonly FacetResult[];
  readonly statistics: readonly FieldStatistics[];
}

/** The docs selected for a facet, or for statistics if no facet is given. */
type SelectedFor = (facet: FacetQuery | undefined) => SelectedDocs;

/** Counts docs of one segment. Cost: the tally of each facet and each field (src/engine/facets/tally). */
export function count(segment: TypeSegment, counting: Counting, selected: SelectedFor, trace?: Trace): Counted {
  trace?.step('count');
  const report = trace?.counted.bind(trace, segment);
  return {
    facets: counting.facets.map((facet) => countFacet(segment, facet, selected(facet), facet.limit, report)),
    statistics: counting.statistics.map((field) => ({
      field,
      ...countStatistics(segment, field, selected(undefined), report),
    })),
  };
}

interface Candidate {
  readonly segment: TypeSegment;
  readonly doc: DocId;
}

/**
 * Counts listed docs, possibly of several segments.
 *
 * @param passingFor returns the selected candidates of a facet; of the statistics if the facet is undefined
 * Cost: O(candidates) for each facet and each field, and O(values · log values).
 */
export function countAmong(
  counting: Counting,
  passingFor: (facet: FacetQuery | undefined) => readonly Candidate[],
  trace?: Trace,
): Counted {
  trace?.step('count');
  const perSegment = <R>(
    candidates: readonly Candidate[],
    count: (segment: TypeSegment, selected: SelectedDocs) => R,
  ): R[] =>
    Array.from(bySegment(candidates), ([segment, docs]) => {
      const { arena } = segment;
      const mark = arena.mark();
      const list = arena.list(docs.length);
      list.set(docs);
      const counted = count(segment, listedMembers(list, false, arena));
      arena.release(mark);
      return counted;
    });
  const reportOf = (segment: TypeSegment) => trace?.counted.bind(trace, segment);
  return {
    facets: counting.facets.map((facet) => {
      const unlimited = Number.POSITIVE_INFINITY;
      const parts = perSegment(passingFor(facet), (segment, selected) =>
        countFacet(segment, facet, selected, unlimited, reportOf(segment)),
      );
      return mergeFacets(facet, parts);
    }),
    statistics: counting.statistics.map((field) => {
      const parts = perSegment(passingFor(undefined), (segment, selected) =>
        countStatistics(segment, field, selected, reportOf(segment)),
      );
      return { field, ...mergeStatistics(parts) };
    }),
  };
}

function bySegment(candidates: readonly Candidate[]): ReadonlyMap<TypeSegment, readonly number[]> {
  const docsOf = new Map<TypeSegment, number[]>();
  for (const { segment, doc } of candidates) {
    const docs = docsOf.get(segment);
    if (docs === undefined) docsOf.set(segment, [doc]);
    else docs.push(doc);
  }
  return docsOf;
}
