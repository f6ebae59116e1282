/**
 * QueryTooCostly problems: the estimated time, and the changes that make the query cheaper, costliest conditions first.
 *
 * Elsewhere: cost estimates (index/costs), costs of conditions (engine/query/explain).
 */
import type { RequestProblem, TooCostlyError } from '../../content/errors/index.js';
import { conditionText, costliestConditions } from '../../engine/query/index.js';
import { MARGIN } from '../../index/costs/index.js';
import type { TypeSegment } from '../../index/segment/index.js';
import { isListRequest, type ListRequest, type ParsedRequest, type RootRequest } from '../request/parsed-request.js';

/** Maximum number of conditions in the advice. */
const namedMaximum = 3;

/** Share of the maximum cost that finding the advice may take in addition. */
const adviceCostShare = 0.1;

/** Rounded to two digits: an estimate is not more exact. */
const inMs = (nanoseconds: number): number => Number((nanoseconds / 1e6).toPrecision(2));

/**
 * @param segment of the listed items; undefined if the request lists none
 * Cost: as planning the filter; at most a tenth of the maximum.
 */
export function explainTooCostly(
  { cost, maximum }: TooCostlyError,
  request: Exclude<ParsedRequest, RootRequest>,
  segment: TypeSegment | undefined,
): RequestProblem {
  const listRequest = isListRequest(request) ? request : undefined;
  const hasIncludes = 'shape' in request && request.shape.includes.size > 0;
  const adviceCostMaximum = (maximum * adviceCostShare) / MARGIN;
  const advice = listRequest === undefined ? [] : listAdvice(listRequest, segment, adviceCostMaximum);
  if (hasIncludes) advice.push('include fewer relationships');
  const lastAdvice = advice.pop() ?? 'ask for fewer items';
  const adviceText = advice.length === 0 ? lastAdvice : `${advice.join(', ')}, or ${lastAdvice}`;
  const detail = `Answering this query is estimated to take ${inMs(cost)} ms at least; the maximum is ${maximum / 1e6} ms. To make it cheaper, ${adviceText}.`;
  const parameter = parameterOf(listRequest) ?? (hasIncludes ? 'include' : undefined);
  return parameter === undefined ? { code: 'QueryTooCostly', detail } : { code: 'QueryTooCostly', detail, parameter };
}

function listAdvice(
  { kind, filter, words, highlight = [], sort, page, counting }: ListRequest,
  segment: TypeSegment | undefined,
  maximum: number,
): string[] {
  const costliest = filter === undefined || segment === undefined ? [] : costliestConditions(segment, filter, maximum);
  const costliestTexts = [...new Set(costliest.map(conditionText))].slice(0, namedMaximum);
  const advice: string[] = [];
  if (costliestTexts.length > 0) {
    advice.push(`leave out some of its conditions, of which ${costliestTexts.join(' and ')} cost most`);
    advice.push('add a condition that few items meet');
  }
  if (words !== undefined) advice.push('search for fewer or longer words');
  if (kind === 'search') advice.push('choose types with filter[type][_in]');
  if (highlight.length > 0) advice.push('show passages of fewer items');
  if (counting !== undefined) advice.push('count fewer facets and statistics');
  if (sort.length > 1) advice.push('sort by fewer fields');
  if (page.skip > 0) advice.push('skip fewer items');
  return advice;
}

/** @returns the parameter that probably causes most of the cost */
function parameterOf(listRequest: ListRequest | undefined): string | undefined {
  if (listRequest === undefined) return undefined;
  if (listRequest.filter !== undefined) return 'filter';
  if (listRequest.words !== undefined) return 'filter[_search]';
  return listRequest.sort.length > 0 ? 'sort' : undefined;
}
