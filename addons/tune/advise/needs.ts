/**
 * What traffic needs of a snapshot: for each field, the structures that some request is answered by.
 *
 * Every request is read by a model that has all structures, so what is refused today because a structure is off is a
 * need too.
 */

import { RequestError } from '../../../src/content/errors/index.js';
import {
  type ContentModel,
  contentModel,
  contentType,
  type Field,
  isFolding,
  isListOfTexts,
  isWordsField,
  STRUCTURES,
  type Structure,
  similarFields,
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

/** `fold`: case-folded values; `count`: a facet or a statistic, for which the index of values does. */
export type Need = Structure | 'fold' | 'count';

/** How many requests need what. */
export class Needs {
  readonly #fields = new Map<string, Map<Need, number>>();
  readonly #searched = new Map<string, number>();
  /** Code of an error → requests that the interface has no answer to, whatever is built. */
  readonly refused = new Map<string, number>();

  of(type: string, field: string): ReadonlyMap<Need, number> {
    return this.#fields.get(`${type}/${field}`) ?? new Map();
  }

  /** How many requests search the type. */
  searches(type: string): number {
    return this.#searched.get(type) ?? 0;
  }

  add(type: string, field: string, need: Need, times: number): void {
    const key = `${type}/${field}`;
    const needs = this.#fields.get(key) ?? new Map<Need, number>();
    needs.set(need, (needs.get(need) ?? 0) + times);
    this.#fields.set(key, needs);
  }

  addSearch(type: string, times: number): void {
    this.#searched.set(type, this.searches(type) + times);
  }
}

/** A request and how often it came. */
export interface CountedTarget {
  /** Path and query below the delivery root. */
  readonly target: string;
  readonly times: number;
}

/** Cost: reading each request. */
export function needsOf(model: ContentModel, targets: readonly CountedTarget[]): Needs {
  const whole = wholeModel(model);
  const needs = new Needs();
  for (const { target, times } of targets) {
    try {
      addNeeds(whole, parseTarget(whole, target), times, needs);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const code = error.problems[0]?.code ?? 'BadRequest';
      needs.refused.set(code, (needs.refused.get(code) ?? 0) + times);
    }
  }
  return needs;
}

/** @returns the model with every structure of every field, folded values among them */
export function wholeModel(model: ContentModel): ContentModel {
  const types = [...model.contentTypes.values()].map((type) => ({
    ...contentType(
      type.name,
      type.fields.map(wholeField),
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

function wholeField(field: Field): Field {
  const whole = { ...field };
  for (const name of STRUCTURES) Reflect.deleteProperty(whole, name);
  return isWordsField(whole) && !isListOfTexts(whole) ? { ...whole, fold: true } : whole;
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
  // What makes items similar is read when the snapshot is built.
  const { type } = request;
  if (type.search !== undefined) needs.addSearch(type.name, times);
  for (const { name } of similarFields(type)) needs.add(type.name, name, 'filter', times);
}

/** The types that a relationship of one leads to; none where it is none. */
function behind(model: ContentModel, type: string, relationship: string): readonly string[] {
  const own = model.contentTypes.get(type);
  return own === undefined ? [] : (typesBehind(model, [own], relationship) ?? []).map(({ name }) => name);
}

/** Relationships on the way are looked up as a filter does. */
function addPath(model: ContentModel, type: string, path: string, need: Need, times: number, needs: Needs): void {
  const [name = '', ...rest] = path.split('.');
  needs.add(type, name, rest.length === 0 ? need : 'filter', times);
  if (rest.length === 0) return;
  for (const next of behind(model, type, name)) addPath(model, next, rest.join('.'), need, times, needs);
}

function addFilter(model: ContentModel, type: string, filter: Filter | undefined, times: number, needs: Needs): void {
  if (filter === undefined) return;
  if (filter.kind === 'not') addFilter(model, type, filter.child, times, needs);
  else if (filter.kind === 'through') {
    const { relationship, child } = filter;
    needs.add(type, relationship, 'filter', times);
    const meant = filter.type === undefined ? behind(model, type, relationship) : [filter.type];
    for (const next of meant) addFilter(model, next, child, times, needs);
  } else if (filter.kind !== 'condition') {
    for (const child of filter.children) addFilter(model, type, child, times, needs);
  } else {
    needs.add(type, filter.field, 'filter', times);
    const structure = structureFor(filter.operator);
    if (structure !== 'filter') needs.add(type, filter.field, structure, times);
    if (isFolding(filter.operator)) needs.add(type, filter.field, 'fold', times);
  }
}
