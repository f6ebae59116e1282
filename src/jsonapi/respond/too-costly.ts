/**
 * Advice for a query that would take too long: its costliest parts.
 */
import type { RequestProblem, TooCostlyError } from '../../content/errors/index.js';
import { conditionText, costliestConditions } from '../../engine/query/index.js';
import { MARGIN } from '../../index/costs/index.js';
import type { TypeSegment } from '../../index/segment/index.js';
import { isListRequest, type ListRequest, type ParsedRequest, type RootRequest } from '../request/parsed-request.js';

/** How many conditions are named. */
const namedMaximum = 3;

/** Of what an answer may cost: so much finding out what to leave out may take, which comes on top. */
const adviceCostShare = 0.1;

/** Two digits say enough of an estimate. */
const inMs = (nanoseconds: number): number => Number((nanoseconds / 1e6).toPrecision(2));

/**
 * @param segment of the items that are listed; undefined where there are none
 * @returns a QueryTooCostly. Cost: as planning the filter, and a tenth of the maximum at most.
 */
export function explainTooCostly(
  { cost, maximum }: TooCostlyError,
  request: Exclude<ParsedRequest, RootRequest>,
  segment: TypeSegment | undefined,
): RequestProblem {
  const listed = isListRequest(request) ? request : undefined;
  const included = 'shape' in request && request.shape.includes.size > 0;
  const advice = [
    ...(listed === undefined ? [] : listAdvice(listed, segment, (maximum * adviceCostShare) / MARGIN)),
    ...(included ? ['include fewer relationships'] : []),
  ];
  const last = advice.pop() ?? 'ask for fewer items';
  const all = advice.length === 0 ? last : `${advice.join(', ')}, or ${last}`;
  const parameter = parameterOf(listed) ?? (included ? 'include' : undefined);
  return {
    code: 'QueryTooCostly',
    detail: `Answering this query is estimated to take ${inMs(cost)} ms at least; the maximum is ${maximum / 1e6} ms. To make it cheaper, ${all}.`,
    ...(parameter === undefined ? {} : { parameter }),
  };
}

function listAdvice(
  { filter, words, highlight = [], sort, page, counting }: ListRequest,
  segment: TypeSegment | undefined,
  maximum: number,
): string[] {
  const costliest = filter === undefined || segment === undefined ? [] : costliestConditions(segment, filter, maximum);
  const named = [...new Set(costliest.map(conditionText))].slice(0, namedMaximum);
  return [
    ...(named.length === 0 ? [] : [`leave out some of its conditions, of which ${named.join(' and ')} cost most`]),
    ...(named.length === 0 ? [] : ['add a condition that few items meet']),
    ...(words === undefined ? [] : ['search for fewer or longer words']),
    ...(highlight.length === 0 ? [] : ['show passages of fewer items']),
    ...(counting === undefined ? [] : ['count fewer facets and statistics']),
    ...(sort.length > 1 ? ['sort by fewer fields'] : []),
    ...(page.skip > 0 ? ['skip fewer items'] : []),
  ];
}

/** @returns the parameter that is most likely to blame */
function parameterOf(listed: ListRequest | undefined): string | undefined {
  if (listed === undefined) return undefined;
  if (listed.filter !== undefined) return 'filter';
  if (listed.words !== undefined) return 'filter[_search]';
  return listed.sort.length > 0 ? 'sort' : undefined;
}
