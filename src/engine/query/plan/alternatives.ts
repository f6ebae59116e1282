/**
 * Costs of the alternatives of an OR. Alternatives on one field are found together, by the set of all their terms. Docs that
 * are already in the set are not tested against costly alternatives.
 *
 * Elsewhere: adding the docs (add-alternatives), the strategy of the whole OR (strategy).
 */
import { FILL_TERM, LIST_BITS, MARK_DOC, PASS_BITS, SIFT_TERM } from '../../../index/costs/index.js';
import type { Source, TermChoice } from '../sources/source.js';
import { termSetCost } from '../sources/term-set.js';

/** Whether adding the source's docs to a set one by one is cheaper than combining two sets. */
export const isListed = ({ listCost, fillCost, size: count }: Source, size: number): boolean =>
  listCost + count * MARK_DOC < fillCost + PASS_BITS * size;

/** Whether the source is added together with others: its terms are marked, or its docs are added one by one. */
export const isAddedByDocs = (source: Source, size: number): boolean =>
  source.terms !== undefined || isListed(source, size);

/** @returns the cost of adding the docs of one source */
export const addCost = (source: Source, size: number): number =>
  Math.min(source.listCost + source.size * MARK_DOC, source.fillCost + PASS_BITS * size);

/** Sources whose docs are added together: of one field, or one alone. */
export type FieldAlternatives = readonly [Source, ...(readonly Source[])];

/** From this cost on, the docs that are not in the set yet are counted first, which costs less. */
const costlyNs = 50_000;

export const isCostly = (sources: FieldAlternatives, size: number): boolean => addCosts(sources, size) > costlyNs;

/** @returns the cost of adding the docs of each source */
function addCosts(sources: FieldAlternatives, size: number): number {
  let cost = 0;
  for (const source of sources) cost += addCost(source, size);
  return cost;
}

/** @returns the sources grouped by field; groups in the order of their first source */
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

/** @returns the terms of sources on one field; empty if the sources have no terms */
export const termChoicesOf = (sources: FieldAlternatives): readonly TermChoice[] =>
  sources.flatMap(({ terms }) => (terms === undefined ? [] : [terms]));

/** How the docs of sources on one field are added to a set. */
export type AddingWay =
  /** Add the docs of each source. */
  | 'each'
  /** Mark the terms of all sources, and test all docs by their term. */
  | 'terms'
  /** Mark the terms of all sources, and test the docs that are not in the set yet. */
  | 'missingTerms'
  /** Test the docs that are not in the set yet against each source. */
  | 'missing';

/** @returns the cost of listing the docs that are not in the set yet, with the passes over the set */
const missingCost = (missing: number, size: number): number =>
  (LIST_BITS + 2 * PASS_BITS) * size + missing * (1 + MARK_DOC);

/** @returns the cost of testing the docs that are not in the set yet against each source */
export function testingCost(sources: FieldAlternatives, missing: number, size: number): number {
  let costPerDoc = 0;
  for (const { testCost } of sources) costPerDoc += testCost;
  return missing * costPerDoc + missingCost(missing, size);
}

/** @param missing number of docs that are not in the set yet. @returns strategy → its cost for all sources */
export function addingCosts(
  sources: FieldAlternatives,
  missing: number,
  size: number,
): Readonly<Record<AddingWay, number>> {
  const choices = termChoicesOf(sources);
  const marking = choices.length === 0 ? Number.POSITIVE_INFINITY : termSetCost(choices);
  return {
    each: addCosts(sources, size),
    terms: marking + (FILL_TERM + PASS_BITS) * size,
    missingTerms: marking + missing * SIFT_TERM + missingCost(missing, size),
    missing: testingCost(sources, missing, size),
  };
}

export const ADDING_WAYS = ['each', 'terms', 'missingTerms', 'missing'] as const satisfies readonly AddingWay[];
/** The strategies for sources without terms. */
export const TERMLESS_WAYS = ['each', 'missing'] as const satisfies readonly AddingWay[];

/**
 * @param missing number of docs that are not in the set yet
 * @returns the cheapest strategy to add the docs of all sources, and its cost
 */
export function cheapestWay(
  sources: FieldAlternatives,
  missing: number,
  size: number,
): { way: AddingWay; cost: number } {
  const costs = addingCosts(sources, missing, size);
  let cheapest: AddingWay = 'each';
  for (const way of ADDING_WAYS) if (costs[way] < costs[cheapest]) cheapest = way;
  return { way: cheapest, cost: costs[cheapest] };
}
