/**
 * Advice for a query that is too complex: the smallest change that fits, with its number.
 *
 * Tried in this order: a smaller page; a smaller limit of one relationship; both; leaving relationships out, which always
 * fits. Each advice is exact: the largest number that fits.
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
 * @returns the detail of a QueryTooComplex. Cost: O(places of the shape · types of a place).
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
  const cap = fittingRelationshipLimit(scorer, shape, types, budget);
  if (cap !== undefined) return `It fits with ${cap} or less.`;
  if (isPaged && limit > 1) {
    const capOfOne = fittingRelationshipLimit(
      scorer,
      shape,
      types,
      relationshipsScoreMaximum(itemScoreMaximum(1, countsScore), shape),
    );
    if (capOfOne !== undefined) return `It fits with page[limit]=1 and ${capOfOne} or less.`;
  }
  if (budget < 0 && countsScore > 0) return `It fits with page[limit]=0, or with fewer facets or fewer values of each.`;
  const names = relationshipsToLeaveOut(scorer, shape, types, budget);
  const included = names.filter((name) => shape.includes.has(name));
  const capped = names.filter((name) => (shape.windows.get(name)?.limit ?? 0) > LIMITS.relationshipLimitDefault);
  const without = included.length === 0 ? [] : [`without ${list(included)} in "include"`];
  const limits =
    capped.length === 0 ? [] : [`with a limit of ${LIMITS.relationshipLimitDefault} or less on ${list(capped)}`];
  return `It fits ${[...without, ...limits].join(' and ')}.`;
}

/**
 * @param budget that the relationships of one item at this place may cost together; they cost more
 * @returns the first limit on a to-many relationship, here or deeper, that alone makes them cost no more, at its
 *          largest and not 0: `page[books][limit]=7`
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
    const own = budget - (total - cost);
    if (own < 0) continue;
    let cap = Number.POSITIVE_INFINITY;
    for (const { field, perRelated } of variants) {
      const most = relationshipLimitMaximum(own, perRelated);
      cap = Math.min(cap, field.many ? most : most >= 1 ? cap : 0);
    }
    // What is not included counts only while its limit is above the default.
    if (!shape.includes.has(name)) cap = Math.max(cap, LIMITS.relationshipLimitDefault);
    if (cap >= 1 && Number.isFinite(cap)) return `${path}[${name}][limit]=${cap}`;
    const nested = shape.includes.get(name);
    const [variant] = variants;
    // Where several types share the name, a limit below it would have to fit each of them: left to the coarser advice.
    if (nested === undefined || variant === undefined || variants.length > 1) continue;
    const count = loadedCount(variant.field, shape);
    const deeper = relationshipsScoreMaximum(relatedScoreMaximum(own, count), nested);
    const found =
      deeper < 0 ? undefined : fittingRelationshipLimit(scorer, nested, variant.field.to, deeper, `${path}[${name}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @returns the relationships to leave out so that the others, kept in their order while they fit, cost no more */
function relationshipsToLeaveOut(
  scorer: Scorer,
  shape: Shape,
  types: readonly string[],
  budget: number,
): readonly string[] {
  let left = budget;
  const names: string[] = [];
  for (const { name, cost } of scorer.costs(shape, types)) {
    if (cost <= left) left -= cost;
    else names.push(name);
  }
  return names;
}
