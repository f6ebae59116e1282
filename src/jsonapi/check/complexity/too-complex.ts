/**
 * QueryTooComplex problems: the smallest change with which the query is within the maximum.
 *
 * Tried in this order: a smaller page; a smaller limit of one relationship; both; leaving relationships out, which always
 * fits. Each number is exact: the highest one that fits. Elsewhere: the score (complexity).
 */
import { list } from '../../../content/errors/index.js';
import { type ContentModel, LIMITS } from '../../../content/model/index.js';
import type { Shape } from '../../request/parsed-request.js';
import {
  itemScoreMaximum,
  listLimitMaximum,
  loadedCount,
  relatedScoreMaximum,
  relationshipLimitMaximum,
  relationshipsScoreMaximum,
  Scorer,
} from './complexity.js';
import type { ComplexityInput } from './complexity-input.js';

/**
 * @param demand  one whose score is above the maximum
 * @param isPaged whether the request takes `page[limit]`
 * @returns the detail of the problem
 * Cost: O(places of the shape · types of a place).
 */
export function explainTooComplex(
  model: ContentModel,
  demand: ComplexityInput,
  score: number,
  isPaged: boolean,
): string {
  return `The complexity of this query is ${score}; the maximum is ${LIMITS.complexityMaximum}. ${advise(model, demand, isPaged)}`;
}

function advise(model: ContentModel, demand: ComplexityInput, isPaged: boolean): string {
  if (demand.kind !== 'items') return `It fits with page[limit]=${listLimitMaximum(10, 0)} or less.`;
  const { shape, types, limit, countsScore } = demand;
  if (listLimitMaximum(1, countsScore) < 0) {
    return `The facets alone have a score of ${countsScore}: ask for fewer facets, or for fewer values of each.`;
  }
  const scorer = new Scorer(model);
  const fittingLimit = listLimitMaximum(scorer.perItem(shape, types), countsScore);
  if (isPaged && fittingLimit >= 1) return `It fits with page[limit]=${fittingLimit} or less.`;

  const budget = relationshipsScoreMaximum(itemScoreMaximum(limit, countsScore), shape);
  const fittingLimitText = fittingRelationshipLimit(scorer, shape, types, budget);
  if (fittingLimitText !== undefined) return `It fits with ${fittingLimitText} or less.`;
  if (isPaged && limit > 1) {
    const limitTextOfOneItem = fittingRelationshipLimit(
      scorer,
      shape,
      types,
      relationshipsScoreMaximum(itemScoreMaximum(1, countsScore), shape),
    );
    if (limitTextOfOneItem !== undefined) return `It fits with page[limit]=1 and ${limitTextOfOneItem} or less.`;
  }
  if (budget < 0 && countsScore > 0) return `It fits with page[limit]=0, or with fewer facets or fewer values of each.`;
  const names = relationshipsToLeaveOut(scorer, shape, types, budget);
  const included = names.filter((name) => shape.includes.has(name));
  const capped = names.filter((name) => (shape.windows.get(name)?.limit ?? 0) > LIMITS.relationshipLimitDefault);
  const withoutText = included.length === 0 ? [] : [`without ${list(included)} in "include"`];
  const limitText =
    capped.length === 0 ? [] : [`with a limit of ${LIMITS.relationshipLimitDefault} or less on ${list(capped)}`];
  return `It fits ${[...withoutText, ...limitText].join(' and ')}.`;
}

/**
 * @param budget highest score that the relationships of one item at this place may have together; their score is higher
 * @returns the first limit of a to-many relationship, at this place or below, that alone brings them within the budget, at
 *          its highest value and not 0: `page[books][limit]=7`; undefined if there is none
 */
function fittingRelationshipLimit(
  scorer: Scorer,
  shape: Shape,
  types: readonly string[],
  budget: number,
  path = 'page',
): string | undefined {
  const costs = scorer.costs(shape, types);
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  for (const { name, cost, variants } of costs) {
    const scoreMaximum = budget - (total - cost);
    if (scoreMaximum < 0) continue;
    let limitMaximum = Number.POSITIVE_INFINITY;
    for (const { field, perRelated } of variants) {
      const variantMaximum = relationshipLimitMaximum(scoreMaximum, perRelated);
      if (field.many) limitMaximum = Math.min(limitMaximum, variantMaximum);
      else if (variantMaximum < 1) limitMaximum = 0;
    }
    // A relationship that is not included has no score if its limit is at most the default.
    if (!shape.includes.has(name)) limitMaximum = Math.max(limitMaximum, LIMITS.relationshipLimitDefault);
    if (limitMaximum >= 1 && Number.isFinite(limitMaximum)) return `${path}[${name}][limit]=${limitMaximum}`;
    const nested = shape.includes.get(name);
    const [variant] = variants;
    // With several types of that name, a nested limit would have to fit each of them; then the coarser advice is given.
    if (nested === undefined || variant === undefined || variants.length > 1) continue;
    const count = loadedCount(variant.field, shape);
    const nestedScoreMaximum = relationshipsScoreMaximum(relatedScoreMaximum(scoreMaximum, count), nested);
    const nestedLimit =
      nestedScoreMaximum < 0
        ? undefined
        : fittingRelationshipLimit(scorer, nested, variant.field.to, nestedScoreMaximum, `${path}[${name}]`);
    if (nestedLimit !== undefined) return nestedLimit;
  }
  return undefined;
}

/** @returns the relationships to leave out, so that the remaining ones, taken in order while they fit, are within `budget` */
function relationshipsToLeaveOut(
  scorer: Scorer,
  shape: Shape,
  types: readonly string[],
  budget: number,
): readonly string[] {
  let remainingScore = budget;
  const names: string[] = [];
  for (const { name, cost } of scorer.costs(shape, types)) {
    if (cost <= remainingScore) remainingScore -= cost;
    else names.push(name);
  }
  return names;
}
