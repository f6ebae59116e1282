/**
 * QueryTooComplex problems: the single changes with which the query is within the maximum, each with its exact number.
 *
 * Tried: a smaller page, a smaller limit of one relationship, one relationship less, a filter that selects one item. If no
 * single change fits, two limits are lowered, or several relationships left out, which always fits.
 * Elsewhere: the score (complexity), filters that select one item (item-bound).
 */
import { type CorrectedParameter, type Correction, list } from '../../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  defaultLinkLimit,
  isOn,
  isUnique,
  LIMITS,
} from '../../../content/model/index.js';
import { type Explained, explain } from '../../request/explained.js';
import type { Shape } from '../../request/parsed-request.js';
import {
  itemScoreMaximum,
  listLimitMaximum,
  loadedCount,
  type RelationshipCost,
  relatedScoreMaximum,
  relationshipLimitMaximum,
  relationshipsScoreMaximum,
  Scorer,
} from './complexity.js';
import type { ComplexityInput } from './complexity-input.js';

type ItemsInput = Extract<ComplexityInput, { kind: 'items' }>;

/** A change that brings the query within the maximum. */
interface Change {
  /** Continues the sentence "It fits …". */
  readonly text: string;
  /** The parameter to change: `page[limit]`, `include`. */
  readonly parameter: string;
  /** The change for programs; undefined if its value is left open. */
  readonly correction?: Correction;
}

/** The advice for a query that is too complex. */
export interface Advice {
  /** A sentence. */
  readonly text: string;
  /** The parameters of the changes that it proposes, in its order. */
  readonly parameters: readonly string[];
  readonly corrections: readonly Correction[];
}

/**
 * @param demand  one whose score is above the maximum
 * @param isPaged whether the request takes `page[limit]`
 * Cost: O(places of the shape · types of a place).
 */
export function adviseTooComplex(model: ContentModel, demand: ComplexityInput, isPaged: boolean): Advice {
  if (demand.kind !== 'items') {
    const limit = demand.kind === 'linkage' ? demand.limit : 0;
    return toAdvice([limitChange('page[limit]', listLimitMaximum(10, 0), limit)]);
  }
  if (listLimitMaximum(1, demand.countsScore) < 0) {
    return {
      text: `The facets alone have a score of ${demand.countsScore}: ask for fewer facets, or for fewer values of each.`,
      parameters: [],
      corrections: [],
    };
  }
  const scorer = new Scorer(model);
  const changes = findSingleChanges(model, scorer, demand, isPaged);
  return changes.length > 0 ? toAdvice(changes) : toAdvice([combineChanges(scorer, demand, isPaged)]);
}

/** @returns the detail of the problem */
export const explainTooComplex = (score: number, advice: Advice): Explained =>
  explain`The complexity of this query is ${score}; the maximum is ${LIMITS.complexityMaximum}. ${advice}`;

const toAdvice = (changes: readonly Change[]): Advice => ({
  text: `It fits ${changes.map(({ text }) => text).join(', or ')}.`,
  parameters: changes.map(({ parameter }) => parameter),
  corrections: changes.flatMap(({ correction }) => correction ?? []),
});

const setting = (parameter: string, value: number): Correction => ({ set: [{ parameter, value: String(value) }] });

const limitChange = (parameter: string, maximum: number, limit: number): Change => ({
  text: `with ${parameter}=${maximum} or less (now ${limit})`,
  parameter,
  correction: setting(parameter, maximum),
});

function findSingleChanges(
  model: ContentModel,
  scorer: Scorer,
  { shape, types, limit, pageLimit, countsScore }: ItemsInput,
  isPaged: boolean,
): readonly Change[] {
  const changes: Change[] = [];
  const perItem = scorer.perItem(shape, types);
  const fittingLimit = listLimitMaximum(perItem, countsScore);
  if (isPaged && fittingLimit >= 1) changes.push(limitChange('page[limit]', fittingLimit, pageLimit));
  const budget = relationshipsScoreMaximum(itemScoreMaximum(limit, countsScore), shape);
  const lowerLimit = findFittingLimit(scorer, shape, types, budget);
  if (lowerLimit !== undefined) changes.push(lowerLimit);
  const omittedPath = findOmittedPath(scorer, shape, types, budget);
  if (omittedPath !== undefined) {
    const correction = { omit: [omittedPath] };
    changes.push({ text: `without ${omittedPath} in "include"`, parameter: 'include', correction });
  }
  const [onlyType] = types.length === 1 ? types : [];
  if (isPaged && fittingLimit >= 1 && onlyType !== undefined) {
    const key = findKey(model.contentTypes.get(onlyType));
    changes.push({ text: `with a filter for one item: filter[${key}][_eq]=<value>`, parameter: 'filter' });
  }
  return changes;
}

/** @returns a field that tells the items of the type apart and can be filtered by, or `id` */
const findKey = (type: ContentType | undefined): string =>
  type?.fields.find((field) => isUnique(field) && isOn(field, 'filter'))?.name ?? 'id';

/** @returns two lower limits, or else the relationships and limits to do without */
function combineChanges(
  scorer: Scorer,
  { shape, types, limit, pageLimit, countsScore }: ItemsInput,
  isPaged: boolean,
): Change {
  if (isPaged && limit > 1) {
    const budgetOfOneItem = relationshipsScoreMaximum(itemScoreMaximum(1, countsScore), shape);
    const lowerLimit = findFittingLimit(scorer, shape, types, budgetOfOneItem);
    if (lowerLimit !== undefined) {
      return {
        text: `with page[limit]=1 (now ${pageLimit}) and ${lowerLimit.text}`,
        parameter: 'page[limit]',
        correction: { set: [{ parameter: 'page[limit]', value: '1' }, ...(lowerLimit.correction?.set ?? [])] },
      };
    }
  }
  const budget = relationshipsScoreMaximum(itemScoreMaximum(limit, countsScore), shape);
  if (budget < 0 && countsScore > 0) {
    return {
      text: 'with page[limit]=0, or with fewer facets or fewer values of each',
      parameter: 'page[limit]',
      correction: setting('page[limit]', 0),
    };
  }
  const relationships = relationshipsToLeaveOut(scorer, shape, types, budget);
  const included = relationships.filter(({ name }) => shape.includes.has(name)).map(({ name }) => name);
  const texts = included.length === 0 ? [] : [`without ${list(included)} in "include"`];
  const limits: CorrectedParameter[] = [];
  const namesByLimit = new Map<number, string[]>();
  for (const { name, variants } of relationships) {
    const limitDefault = lowestDefault(variants);
    if ((shape.windows.get(name)?.limit ?? 0) <= limitDefault) continue;
    limits.push({ parameter: `page[${name}][limit]`, value: String(limitDefault) });
    namesByLimit.set(limitDefault, [...(namesByLimit.get(limitDefault) ?? []), name]);
  }
  for (const [limitDefault, names] of namesByLimit) {
    texts.push(`with a limit of ${limitDefault} or less on ${list(names)}`);
  }
  const correction = {
    ...(included.length > 0 && { omit: included }),
    ...(limits.length > 0 && { set: limits }),
  };
  return { text: texts.join(' and '), parameter: 'include', correction };
}

/** @returns the lowest number of links that one of the relationships shows by default */
function lowestDefault(variants: RelationshipCost['variants']): number {
  let lowest: number = LIMITS.relationshipLimitMaximum;
  for (const { field } of variants) if (field.many) lowest = Math.min(lowest, defaultLinkLimit(field));
  return lowest;
}

const sumCosts = (costs: readonly RelationshipCost[]): number => {
  let sum = 0;
  for (const { cost } of costs) sum += cost;
  return sum;
};

/** @returns the most expensive relationship first */
const byCost = (costs: readonly RelationshipCost[]): readonly RelationshipCost[] =>
  costs.toSorted((a, b) => b.cost - a.cost);

/**
 * @param budget highest score that the relationships of one item at this place may have together; their score is higher
 * @returns a limit of a to-many relationship, at this place or below, that alone brings them within the budget, at its
 *          highest value and not 0: `page[books][limit]=7`; undefined if there is none. The most expensive relationship
 *          with such a limit is preferred.
 */
function findFittingLimit(
  scorer: Scorer,
  shape: Shape,
  types: readonly string[],
  budget: number,
  path = 'page',
): Change | undefined {
  const costs = scorer.costs(shape, types);
  const total = sumCosts(costs);
  for (const { name, cost, variants } of byCost(costs)) {
    const scoreMaximum = budget - (total - cost);
    if (scoreMaximum < 0) continue;
    let limitMaximum = Number.POSITIVE_INFINITY;
    let limit = 0;
    for (const { field, perRelated } of variants) {
      const variantMaximum = relationshipLimitMaximum(scoreMaximum, perRelated);
      if (field.many) {
        limitMaximum = Math.min(limitMaximum, variantMaximum);
        limit = Math.max(limit, loadedCount(field, shape));
      } else if (variantMaximum < 1) limitMaximum = 0;
    }
    // A relationship that is not included has no score if its limit is at most the default.
    if (!shape.includes.has(name)) limitMaximum = Math.max(limitMaximum, lowestDefault(variants));
    if (limitMaximum >= 1 && Number.isFinite(limitMaximum)) {
      return limitChange(`${path}[${name}][limit]`, limitMaximum, limit);
    }
    const nested = findNested(shape, { name, variants }, scoreMaximum);
    const nestedLimit =
      nested && findFittingLimit(scorer, nested.shape, nested.types, nested.budget, `${path}[${name}]`);
    if (nestedLimit !== undefined) return nestedLimit;
  }
  return undefined;
}

/** @returns the place behind a relationship, and the budget of one item there; undefined if nothing there can be less */
function findNested(
  shape: Shape,
  { name, variants }: Pick<RelationshipCost, 'name' | 'variants'>,
  scoreMaximum: number,
): { readonly shape: Shape; readonly types: readonly string[]; readonly budget: number } | undefined {
  const nestedShape = shape.includes.get(name);
  const [variant] = variants;
  // With several types of that name, a nested change would have to fit each of them; then the coarser advice is given.
  if (nestedShape === undefined || variant === undefined || variants.length > 1) return undefined;
  const count = loadedCount(variant.field, shape);
  const budget = relationshipsScoreMaximum(relatedScoreMaximum(scoreMaximum, count), nestedShape);
  return budget < 0 ? undefined : { shape: nestedShape, types: variant.field.to, budget };
}

/**
 * @param budget as of findFittingLimit
 * @returns one path of `include` without which the relationships are within the budget, the longest one below the most
 *          expensive relationship; undefined if one path is not enough
 */
function findOmittedPath(
  scorer: Scorer,
  shape: Shape,
  types: readonly string[],
  budget: number,
  path = '',
): string | undefined {
  const costs = scorer.costs(shape, types);
  const total = sumCosts(costs);
  for (const { name, cost, variants } of byCost(costs)) {
    const scoreMaximum = budget - (total - cost);
    if (scoreMaximum < 0 || !shape.includes.has(name)) continue;
    const nested = findNested(shape, { name, variants }, scoreMaximum);
    const nestedPath = nested && findOmittedPath(scorer, nested.shape, nested.types, nested.budget, `${path}${name}.`);
    if (nestedPath !== undefined) return nestedPath;
    // A limit above the default counts even if the relationship is not included.
    const limit = shape.windows.get(name)?.limit ?? 0;
    if (limit <= lowestDefault(variants)) return `${path}${name}`;
  }
  return undefined;
}

/** @returns the relationships to leave out, so that the remaining ones, taken in order while they fit, are within `budget` */
function relationshipsToLeaveOut(
  scorer: Scorer,
  shape: Shape,
  types: readonly string[],
  budget: number,
): readonly RelationshipCost[] {
  let remainingScore = budget;
  const relationships: RelationshipCost[] = [];
  for (const relationship of scorer.costs(shape, types)) {
    if (relationship.cost <= remainingScore) remainingScore -= relationship.cost;
    else relationships.push(relationship);
  }
  return relationships;
}
