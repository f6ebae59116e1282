/**
 * Costs of the alternatives of an OR. Alternatives on one field are found together,
 * by the set of all their terms. A costly one is tested only on docs that are not in the set yet.
 *
 * First, what each way costs; then doing it.
 */

import { FILL_TERM, LIST_BITS, MARK_DOC, PASS_BITS, SIFT_TERM } from '../../../index/costs/index.js';
import type { Source, TermChoice } from '../sources/source.js';
import { termSetCost } from '../sources/term-set.js';

/** Whether adding the source's docs to a set one by one is cheaper than making a set of them. */
export const isListed = ({ listCost, fillCost, size: count }: Source, size: number): boolean =>
  listCost + count * MARK_DOC < fillCost + PASS_BITS * size;

/** Whether it is looked at together with others: its terms are marked, or its docs are added one by one. */
export const isAdded = (source: Source, size: number): boolean => source.terms !== undefined || isListed(source, size);

/** Cost of adding the docs of one source. */
export const addCost = (source: Source, size: number): number =>
  Math.min(source.listCost + source.size * MARK_DOC, source.fillCost + PASS_BITS * size);

/** Sources whose docs are added together: of one field, or one alone. */
export type FieldAlternatives = readonly [Source, ...(readonly Source[])];

/** From what adding it costs on, it is first looked how many docs are missing; counting them costs less. */
const costlyNs = 50_000;

export const isCostly = (sources: FieldAlternatives, size: number): boolean =>
  sources.reduce((sum, source) => sum + addCost(source, size), 0) > costlyNs;

/** Those on one field together, in the order of the first of each. */
export function groupByField(sources: readonly Source[]): readonly FieldAlternatives[] {
  const fields = new Map<unknown, [Source, ...Source[]]>();
  for (const source of sources) {
    const key = source.terms?.values.column ?? source;
    const sameField = fields.get(key);
    if (sameField === undefined) fields.set(key, [source]);
    else sameField.push(source);
  }
  return [...fields.values()];
}

/** The terms of sources on one field; none where they have none. */
export const termChoicesOf = (sources: FieldAlternatives): readonly TermChoice[] =>
  sources.flatMap(({ terms }) => (terms === undefined ? [] : [terms]));

export type AddingWay =
  /** The docs of each are added. */
  | 'each'
  /** The terms of all are marked, and all docs looked through. */
  | 'terms'
  /** The same, and those docs that are missing. */
  | 'missingTerms'
  /** Those that are missing are tested for each. */
  | 'missing';

/** Listing the docs that are missing, beside a pass over the set. */
const missingCost = (missing: number, size: number): number =>
  (LIST_BITS + 2 * PASS_BITS) * size + missing * (1 + MARK_DOC);

/** Cost of testing the docs that are missing for each of the sources. */
export const testingCost = (sources: FieldAlternatives, missing: number, size: number): number =>
  missing * sources.reduce((sum, { testCost }) => sum + testCost, 0) + missingCost(missing, size);

/** Cost of adding the docs of all the sources in each way. @param missing how many docs are not in yet */
export function addingCosts(
  sources: FieldAlternatives,
  missing: number,
  size: number,
): Readonly<Record<AddingWay, number>> {
  const choices = termChoicesOf(sources);
  const marking = choices.length === 0 ? Number.POSITIVE_INFINITY : termSetCost(choices);
  return {
    each: sources.reduce((sum, source) => sum + addCost(source, size), 0),
    terms: marking + (FILL_TERM + PASS_BITS) * size,
    missingTerms: marking + missing * SIFT_TERM + missingCost(missing, size),
    missing: testingCost(sources, missing, size),
  };
}

export const ADDING_WAYS = ['each', 'terms', 'missingTerms', 'missing'] as const satisfies readonly AddingWay[];
/** Those of a source that has no terms. */
export const TERMLESS_WAYS = ['each', 'missing'] as const satisfies readonly AddingWay[];

/**
 * @param missing how many docs are not in yet
 * @returns the cheapest way to add the docs of all the sources, and what it costs
 */
export function cheapestWay(
  sources: FieldAlternatives,
  missing: number,
  size: number,
): { way: AddingWay; cost: number } {
  const costs = addingCosts(sources, missing, size);
  const way = ADDING_WAYS.reduce((best, other) => (costs[other] < costs[best] ? other : best));
  return { way, cost: costs[way] };
}
