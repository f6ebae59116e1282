/**
 * What to leave out of a query that would take too long.
 */
import type { RequestProblem, TooCostlyError } from '../../errors/index.js';
import { dearestConditions, spelled } from '../../query/index.js';
import type { TypeSegment } from '../../segment/index.js';
import type { CollectionRequest, RelatedRequest } from '../request/parsed-request.js';

/** How many conditions are named. */
const namedMaximum = 3;

/** Two digits say enough of an estimate. */
const inMs = (nanoseconds: number): number => Number((nanoseconds / 1e6).toPrecision(2));

/**
 * @param segment of the items that are listed; undefined where there are none
 * @returns a QueryTooCostly. Cost: as planning the filter.
 */
export function tooCostly(
  { cost, maximum }: TooCostlyError,
  request: CollectionRequest | RelatedRequest,
  segment: TypeSegment | undefined,
): RequestProblem {
  const { filter, words, sort, page } = request;
  const dearest = filter === undefined || segment === undefined ? [] : dearestConditions(segment, filter, maximum);
  const named = [...new Set(dearest.map(spelled))].slice(0, namedMaximum);
  const advice = [
    ...(named.length === 0 ? [] : [`leave out some of its conditions, of which ${named.join(' and ')} cost most`]),
    ...(named.length === 0 ? [] : ['add a condition that few items meet']),
    ...(words === undefined ? [] : ['search for fewer or longer words']),
    ...(sort.length > 1 ? ['sort by fewer fields'] : []),
    ...(page.skip > 0 ? ['skip fewer items'] : []),
  ];
  const last = advice.pop() ?? 'ask for fewer items';
  const all = advice.length === 0 ? last : `${advice.join(', ')}, or ${last}`;
  return {
    code: 'QueryTooCostly',
    detail: `Answering this query is estimated to take ${inMs(cost)} ms at least; the maximum is ${maximum / 1e6} ms. To make it cheaper, ${all}.`,
    parameter: filter !== undefined ? 'filter' : words !== undefined ? 'filter[_search]' : 'sort',
  };
}
