/**
 * The parameters that the example of a parameter needs, and parameters that keep its answer short.
 *
 * A statistic needs no items in the answer; a highlight needs a search; a limit of related items needs `include`.
 */
import type { Param } from '../address/place.js';
import { isObject } from '../model/resource.js';
import { type DescribedType, findTitleField } from '../model/space.js';
import { splitName } from '../query/query.js';
import type { Parameter } from './openapi-document.js';

/** Values of `page[limit]`. */
const NO_ITEMS = '0';
const ONE_ITEM = '1';
const FEW_ITEMS = '3';
/** The number of values that a facet shows. */
const FACET_LIMIT = '5';

/** @returns the value of a parameter as the address has it; empty if there is no example */
export function formatExample(example: unknown): string {
  if (Array.isArray(example)) return example.join(',');
  return example === undefined || isObject(example) ? '' : String(example);
}

export class NeededParams {
  readonly #parameterByName: ReadonlyMap<string, Parameter>;
  readonly #types: readonly DescribedType[];

  /** @param types types of the primary data */
  constructor(parameterByName: ReadonlyMap<string, Parameter>, types: readonly DescribedType[]) {
    this.#parameterByName = parameterByName;
    this.#types = types;
  }

  /**
   * @param name  the parameter that is tried
   * @param field its field; undefined if it belongs to none
   */
  list(name: string, field: string | undefined): readonly Param[] {
    const [head = '', ...path] = splitName(name) ?? [name];
    const searchParams = this.#listSearch(name, head);
    const isCompletion = this.#parameterByName.has('q');
    if (isCompletion) return searchParams;
    switch (head) {
      case '_facet':
        return [...searchParams, ...this.#listFacet(name, path), ...this.#limitTo(NO_ITEMS)];
      case '_stats':
        return [...searchParams, ...this.#limitTo(NO_ITEMS)];
      case 'page':
        if (path.length === 1) return searchParams;
        return [...searchParams, ...this.#listInclude(name, path.slice(0, -1)), ...this.#limitTo(ONE_ITEM)];
      case 'include':
        return [...searchParams, ...this.#limitTo(ONE_ITEM)];
      case 'fields':
      case 'localeCode':
        return [...searchParams, ...this.#limitTo(FEW_ITEMS)];
      default:
        return [...searchParams, ...this.#listFields(field), ...this.#limitTo(FEW_ITEMS)];
    }
  }

  #exampleOf(name: string): Param {
    return [name, formatExample(this.#parameterByName.get(name)?.example)];
  }

  /** @returns a search, if the endpoint or the parameter needs one */
  #listSearch(name: string, head: string): readonly Param[] {
    const isSearchEndpoint = this.#parameterByName.has('filter[type][_in]');
    const needsSearch = isSearchEndpoint || head === '_match' || head === '_highlight';
    const searchName = needsSearch ? 'filter[_search]' : 'q';
    const isNeeded = searchName !== name && this.#parameterByName.has(searchName);
    return isNeeded ? [this.#exampleOf(searchName)] : [];
  }

  /**
   * @param name the limit or skip of the last relationship of the path
   * @returns    the include, and small limits of all relationships on its path: their default limits multiply
   */
  #listInclude(name: string, path: readonly string[]): readonly Param[] {
    const params: Param[] = [['include', path.join('.')]];
    for (const depth of path.keys()) {
      const steps = path.slice(0, depth + 1);
      const limitName = `page${steps.map((step) => `[${step}]`).join('')}[limit]`;
      // A to-one relationship has no limit.
      if (limitName === name || !this.#parameterByName.has(limitName)) continue;
      params.push([limitName, steps.length === path.length ? FEW_ITEMS : ONE_ITEM]);
    }
    return params;
  }

  /** @returns the facet of an option; ranges of distances need their centre, and the centre needs ranges */
  #listFacet(name: string, [facetPath, option]: readonly string[]): readonly Param[] {
    const params: Param[] = [];
    if (option !== undefined) params.push([`_facet[${facetPath}]`, FACET_LIMIT]);
    const [centre, ranges] = [`_facet[${facetPath}][from]`, `_facet[${facetPath}][ranges]`];
    if (!this.#parameterByName.has(centre)) return params;
    for (const distanceOption of [centre, ranges])
      if (distanceOption !== name) params.push(this.#exampleOf(distanceOption));
    return params;
  }

  /** @returns `fields` with the title and the tried field, if the items have one type */
  #listFields(fieldName: string | undefined): readonly Param[] {
    const [type, ...moreTypes] = this.#types;
    if (type === undefined || moreTypes.length > 0) return [];
    const names = new Set<string>();
    const titleField = findTitleField(type);
    if (titleField !== undefined) names.add(titleField);
    if (fieldName !== undefined && type.fields.some(({ name }) => name === fieldName)) names.add(fieldName);
    return [[`fields[${type.name}]`, [...names].join(',')]];
  }

  /** @returns `page[limit]`, if the endpoint has it */
  #limitTo(limit: string): readonly Param[] {
    return this.#parameterByName.has('page[limit]') ? [['page[limit]', limit]] : [];
  }
}
