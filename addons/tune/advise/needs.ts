/**
 * Needs of the traffic: for each field, the structures that answer at least one request, and how many requests use
 * them.
 *
 * Requests are parsed with a model that has all structures. A request that is refused today because a structure is off
 * therefore counts as a need for it.
 */

import { RequestError } from '../../../src/content/errors/index.js';
import {
  type ContentModel,
  contentModel,
  contentType,
  countedRelationship,
  declaredInverses,
  exportedTypes,
  type Field,
  isFolding,
  isListOfTexts,
  isWordsField,
  readInverseSort,
  requestedFold,
  STRUCTURES,
  type Structure,
  similarFields,
  sourceFieldName,
  splitFieldPath,
  structureFor,
} from '../../../src/content/model/index.js';
import type { Filter } from '../../../src/engine/query/index.js';
import {
  isListRequest,
  isSimilarRequest,
  type ParsedRequest,
  parseTarget,
  primaryTypes,
  typesBehind,
} from '../../../src/jsonapi/index.js';

/** `fold`: case-folded values; `count`: a facet or a statistic, which the index of values answers. */
export type Need = Structure | 'fold' | 'count';

/** The number of requests for each need of each field. */
export class Needs {
  readonly #fields = new Map<string, Map<Need, number>>();
  readonly #searched = new Map<string, number>();
  /** Error code → number of requests that are errors with every structure built. */
  readonly refused = new Map<string, number>();

  /** @returns need → number of requests */
  countsByNeed(type: string, field: string): ReadonlyMap<Need, number> {
    return this.#fields.get(`${type}/${field}`) ?? new Map();
  }

  /** @returns the number of requests that search the type */
  countSearches(type: string): number {
    return this.#searched.get(type) ?? 0;
  }

  add(type: string, field: string, need: Need, times: number): void {
    const key = `${type}/${field}`;
    const needs = this.#fields.get(key) ?? new Map<Need, number>();
    needs.set(need, (needs.get(need) ?? 0) + times);
    this.#fields.set(key, needs);
  }

  addSearch(type: string, times: number): void {
    this.#searched.set(type, this.countSearches(type) + times);
  }
}

/** A request target and the number of times it came. */
export interface CountedTarget {
  /** Path and query below the delivery root. */
  readonly target: string;
  readonly times: number;
}

/** Collects the needs of all targets. Cost: parsing each target. */
export function collectNeeds(model: ContentModel, targets: readonly CountedTarget[]): Needs {
  const fullModel = turnOnAllStructures(model);
  const needs = new Needs();
  addInverseSorts(model, needs);
  for (const { target, times } of targets) {
    try {
      addNeeds(fullModel, parseTarget(fullModel, target), times, needs);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const code = error.problems[0]?.code ?? 'BadRequest';
      needs.refused.set(code, (needs.refused.get(code) ?? 0) + times);
    }
  }
  return needs;
}

/** Adds the sort fields of inverses, by which the build orders their links whatever the requests are. */
function addInverseSorts(model: ContentModel, needs: Needs): void {
  for (const { type, field } of declaredInverses(exportedTypes(model)))
    for (const key of readInverseSort(field.inverse.sort)) needs.add(type.name, key.field, 'sort', 1);
}

/** @returns the model with every structure of every field turned on, including folded values */
export function turnOnAllStructures(model: ContentModel): ContentModel {
  const types = [...model.contentTypes.values()].map((type) => ({
    ...contentType(
      type.name,
      type.fields.map(turnOnFieldStructures),
      type.search?.language,
      type.locales,
      type.search?.tuning,
      type.search?.weight,
      type.similar,
    ),
    ...(type.derived === true && { derived: type.derived }),
  }));
  return contentModel(model.space, types, model.language, model.locales, model.images, model.search);
}

function turnOnFieldStructures(field: Field): Field {
  const fullField = { ...field };
  for (const name of STRUCTURES) Reflect.deleteProperty(fullField, name);
  const canFold = isWordsField(fullField) && !isListOfTexts(fullField) && requestedFold(fullField) === undefined;
  return canFold ? { ...fullField, fold: true } : fullField;
}

function addNeeds(model: ContentModel, request: ParsedRequest, times: number, needs: Needs): void {
  if (!isListRequest(request)) return;
  const types = primaryTypes(model, request);
  for (const { name: type } of types) {
    addFilter(model, type, request.filter, times, needs);
    for (const { field } of request.sort) addPath(model, type, field, 'sort', times, needs);
    const facets = request.kind === 'search' ? [] : (request.counting?.facets ?? []);
    for (const { field } of facets) addPath(model, type, field, 'count', times, needs);
    for (const field of request.counting?.statistics ?? []) addPath(model, type, field, 'count', times, needs);
    if (request.words !== undefined) needs.addSearch(type, times);
  }
  if (request.kind !== 'related' || !isSimilarRequest(request)) return;
  // Similar items are computed by the build, which reads the search index and these fields.
  const { type } = request;
  if (type.search !== undefined) needs.addSearch(type.name, times);
  for (const { name } of similarFields(type)) needs.add(type.name, name, 'filter', times);
}

/** @returns the names of the types that a relationship leads to; empty if the field is not a relationship */
function findTargetTypes(model: ContentModel, type: string, relationship: string): readonly string[] {
  const ownType = model.contentTypes.get(type);
  return ownType === undefined ? [] : (typesBehind(model, [ownType], relationship) ?? []).map(({ name }) => name);
}

/** Adds the need of a path: the last field gets it; the relationships before it are looked up as a filter does. */
function addPath(model: ContentModel, type: string, path: string, need: Need, times: number, needs: Needs): void {
  const { hops, field } = splitFieldPath(path);
  let typesAtHop: readonly string[] = [type];
  for (const hop of hops) {
    for (const hopType of typesAtHop) needs.add(hopType, hop, 'filter', times);
    typesAtHop = typesAtHop.flatMap((hopType) => findTargetTypes(model, hopType, hop));
  }
  // A count is derived from the links of its relationship, which the filter turns on.
  const relationship = countedRelationship(field);
  for (const endType of typesAtHop)
    needs.add(endType, relationship ?? field, relationship === undefined ? need : 'filter', times);
}

function addFilter(model: ContentModel, type: string, filter: Filter | undefined, times: number, needs: Needs): void {
  if (filter === undefined) return;
  if (filter.kind === 'not') addFilter(model, type, filter.child, times, needs);
  else if (filter.kind === 'through') {
    const { relationship, child } = filter;
    needs.add(type, relationship, 'filter', times);
    const targetTypes = filter.type === undefined ? findTargetTypes(model, type, relationship) : [filter.type];
    for (const targetType of targetTypes) addFilter(model, targetType, child, times, needs);
  } else if (filter.kind !== 'condition') {
    for (const child of filter.children) addFilter(model, type, child, times, needs);
  } else {
    needs.add(type, sourceFieldName(filter.field), 'filter', times);
    const structure = structureFor(filter.operator);
    if (structure !== 'filter') needs.add(type, filter.field, structure, times);
    if (isFolding(filter.operator)) needs.add(type, filter.field, 'fold', times);
  }
}
