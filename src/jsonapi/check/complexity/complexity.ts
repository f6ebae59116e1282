/**
 * The complexity score: an upper bound of the work for a request, computed from the request and the model alone.
 *
 *     score = 50 + n · (10 + 10 · h + Σ rel) + counted        rel = 10 + m · (10 + Σ nested rel)
 *
 * counted: score of facets and statistics. n: items that the request could return (item-bound). h: fields of which passages are shown.
 * m: items that a relationship could load for one parent: the limit of its window (by default 20, or as the model sets it) for to-many, 1 for to-one.
 * A relationship counts if it is included, or if its limit is above the default. If a place may have several types, each
 * relationship name counts once, with its most expensive type. Scores are clamped to MAX_SAFE_INTEGER.
 */
import { InvariantError } from '../../../content/errors/index.js';
import {
  type ContentModel,
  defaultLinkLimit,
  isRelationship,
  LIMITS,
  type RelationshipField,
} from '../../../content/model/index.js';
import { leadAlike } from '../../request/endpoint.js';
import type { RequestedCounting, Shape } from '../../request/parsed-request.js';
import type { ComplexityInput } from './complexity-input.js';

const ROOT = 50;
const RELATIONSHIP = 10;
const ITEM = 10;
const HIGHLIGHT = 10;

/** Score of one relationship name at a place, for each type that has it. */
export interface RelationshipCost {
  readonly name: string;
  /** The most expensive: RELATIONSHIP + m · perRelated. */
  readonly cost: number;
  readonly variants: readonly {
    readonly field: RelationshipField;
    /** Score of one related item with everything included below it. */
    readonly perRelated: number;
  }[];
}

/** @returns the score, 0 to MAX_SAFE_INTEGER. Cost: O(places of the shape · types of a place). */
export function complexityOf(model: ContentModel, demand: ComplexityInput): number {
  switch (demand.kind) {
    case 'root':
      return 0;
    case 'linkage':
      return ROOT + ITEM * demand.limit;
    case 'items':
      return clamped(ROOT + demand.countsScore + demand.limit * new Scorer(model).perItem(demand.shape, demand.types));
  }
}

/** Score of each facet and each field with statistics, without the facet's values. */
const COUNTED = 10;
/** Score of each value that a facet could show. */
const FACET_VALUE = 1;

/** @returns `10 + limit` for each facet, `10 · limit` more where its items are included, and 10 for each statistic */
export function countingScore(counting: RequestedCounting | undefined): number {
  if (counting === undefined) return 0;
  const { facets, statistics, included } = counting;
  let score = COUNTED * statistics.length;
  for (const { field, limit } of facets) {
    score += COUNTED + limit * (FACET_VALUE + (included.has(field) ? ITEM : 0));
  }
  return score;
}

/** @returns the highest score per item with which `limit` items stay within the maximum */
export const itemScoreMaximum = (limit: number, countsScore: number): number =>
  Math.floor((LIMITS.complexityMaximum - ROOT - countsScore) / Math.max(1, limit));

/** @returns the highest limit with which items of this score stay within the maximum */
export const listLimitMaximum = (perItem: number, countsScore: number): number =>
  Math.floor((LIMITS.complexityMaximum - ROOT - countsScore) / perItem);

/** @returns the highest limit of a relationship that may score `budget`; negative if it may not be loaded at all */
export const relationshipLimitMaximum = (budget: number, perRelated: number): number =>
  Math.floor((budget - RELATIONSHIP) / perRelated);

/** @returns the highest score per related item with which `count` of them stay within `budget` */
export const relatedScoreMaximum = (budget: number, count: number): number =>
  Math.floor((budget - RELATIONSHIP) / count);

/** @returns the part of an item's score that its relationships may use */
export const relationshipsScoreMaximum = (perItem: number, shape: Shape): number =>
  perItem - ITEM - highlightsCost(shape);

const highlightsCost = ({ highlightedFieldCount = 0 }: Shape): number => HIGHLIGHT * highlightedFieldCount;

const clamped = (value: number): number => Math.min(value, Number.MAX_SAFE_INTEGER);

/** @returns the number of items that the relationship could load for one parent */
export const loadedCount = (field: RelationshipField, shape: Shape): number =>
  field.many ? (shape.windows.get(field.name)?.limit ?? defaultLinkLimit(field)) : 1;

/** Scores the places of one shape; each place is scored at most once per relationship that leads to it. */
export class Scorer {
  readonly #model: ContentModel;
  #scoreByPlace: Map<Shape, Map<RelationshipField, number>> | undefined = undefined;

  constructor(model: ContentModel) {
    this.#model = model;
  }

  /** @returns the score of one item at this place, of any of the types, with everything loaded for it */
  perItem(shape: Shape, types: readonly string[]): number {
    let sum = ITEM + highlightsCost(shape);
    if (shape.includes.size === 0 && shape.windows.size === 0) return sum;
    for (const name of this.#scoredRelationships(shape, types)) sum += this.#highestCost(shape, types, name);
    return clamped(sum);
  }

  /** @returns the score of each relationship loaded at this place, in the order of `include`, then `page` */
  costs(shape: Shape, types: readonly string[]): readonly RelationshipCost[] {
    return this.#scoredRelationships(shape, types).map((name) => ({
      name,
      cost: this.#highestCost(shape, types, name),
      variants: this.#fields(types, name).map((field) => ({ field, perRelated: this.#perRelated(shape, field) })),
    }));
  }

  /** @returns the relationships that have a score: included ones, and ones with a limit above the default */
  #scoredRelationships(shape: Shape, types: readonly string[]): readonly string[] {
    const names = [...shape.includes.keys()];
    for (const [name, { limit }] of shape.windows) {
      if (shape.includes.has(name)) continue;
      const isAboveDefault = this.#fields(types, name).some((field) => field.many && limit > defaultLinkLimit(field));
      if (isAboveDefault) names.push(name);
    }
    return names;
  }

  #highestCost(shape: Shape, types: readonly string[], name: string): number {
    let highest = 0;
    let perRelated = 0;
    let last: RelationshipField | undefined;
    for (const field of this.#fields(types, name)) {
      if (last === undefined || !leadAlike(last, field)) perRelated = this.#perRelated(shape, field);
      last = field;
      highest = Math.max(highest, RELATIONSHIP + loadedCount(field, shape) * perRelated);
    }
    return clamped(highest);
  }

  #fields(types: readonly string[], name: string): readonly RelationshipField[] {
    const fields: RelationshipField[] = [];
    for (const typeName of types) {
      const type = this.#model.contentTypes.get(typeName);
      if (type === undefined) throw new InvariantError(`the model has no content type "${typeName}"`);
      const field = type.fieldByName.get(name);
      if (field !== undefined && isRelationship(field)) fields.push(field);
    }
    return fields;
  }

  /** Cached: if places have several types, many paths may lead to the same place. */
  #perRelated(shape: Shape, field: RelationshipField): number {
    const nested = shape.includes.get(field.name);
    if (nested === undefined || (nested.includes.size === 0 && nested.windows.size === 0)) return ITEM;
    this.#scoreByPlace ??= new Map();
    let scores = this.#scoreByPlace.get(nested);
    if (scores === undefined) {
      scores = new Map();
      this.#scoreByPlace.set(nested, scores);
    }
    let score = scores.get(field);
    if (score === undefined) {
      score = this.perItem(nested, field.to);
      scores.set(field, score);
    }
    return score;
  }
}
