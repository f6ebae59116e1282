/**
 * A query that is an object → the parameters that a URL would have, without one being written or read.
 *
 * Members that are undefined are left out, as if they were not there. Everything else must mean something.
 */
import { excerpt } from '../../../content/errors/index.js';
import { type ContentModel, isListOperator, LIMITS } from '../../../content/model/index.js';
import type { Endpoint } from './endpoint.js';
import type { Head, Problems, Query } from './parameter.js';
import { type PlainParameter, sortQuery } from './read-query.js';

/** The part of a list that is shown. */
export interface PageObject {
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
}

/** A facet: how many values are shown, and its options. */
export interface FacetObject {
  readonly limit: number;
  readonly sort?: 'value' | 'count' | undefined;
  readonly own?: 'ignored' | undefined;
  readonly prefix?: string | undefined;
  readonly interval?: 'year' | 'month' | 'day' | undefined;
  readonly ranges?: readonly (number | string)[] | undefined;
  /** Of a location: what the ranges are distances from, `<latitude>,<longitude>`. */
  readonly from?: string | undefined;
  readonly include?: boolean | undefined;
}

/** What a request may say, each member as the parameter of that name. */
export interface QueryObject {
  /** Nested by field and operator; `_OR`, `_AND` and `_NOT` hold arrays of the same. */
  readonly filter?: object | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  /** Of the list itself. */
  readonly page?: PageObject | undefined;
  /** Of to-many relationships, by the path of `include` that leads to them. */
  readonly relatedPage?: Readonly<Record<string, PageObject | undefined>> | undefined;
  /** By content type. */
  readonly fields?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
  /** By field: how many values are shown, or that and options. */
  readonly facets?: Readonly<Record<string, number | FacetObject | undefined>> | undefined;
  readonly stats?: readonly string[] | undefined;
  readonly highlight?: readonly string[] | undefined;
  /** Beside a search: whether items must have all its words. */
  readonly match?: 'all' | undefined;
  /** The code of a locale; the default one where not given. */
  readonly locale?: string | undefined;
}

const KEYS: Readonly<Record<keyof QueryObject, true>> = {
  filter: true,
  sort: true,
  include: true,
  page: true,
  relatedPage: true,
  fields: true,
  facets: true,
  stats: true,
  highlight: true,
  match: true,
  locale: true,
};

/** Deeper than any filter that is answered: whoever goes round in a circle comes to an end here. */
const depthMaximum = 2 * LIMITS.filterDepth + 6;

/** @returns the query, in the canonical form too; problems are added where it says what no query can */
export function readObject(query: QueryObject, model: ContentModel, endpoint: Endpoint, problems: Problems): Query {
  const writer = new ParameterWriter(problems);
  writer.write(query);
  return sortQuery(writer.parameters, model, endpoint, problems);
}

class ParameterWriter {
  readonly parameters: PlainParameter[] = [];
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  write(query: QueryObject): void {
    for (const key of Object.keys(query)) {
      if (Object.hasOwn(KEYS, key)) continue;
      this.#problems.add('UnknownParameter', key, () => {
        return `A query has no member "${excerpt(key)}". Its members are: ${Object.keys(KEYS).join(', ')}.`;
      });
    }
    const { filter, sort, include, page, relatedPage, fields, facets, stats, highlight, match, locale } = query;
    this.#value('filter', [], filter);
    this.#listed('sort', [], sort);
    this.#listed('include', [], include);
    this.#value('page', [], page);
    for (const [path, window] of entries(relatedPage)) this.#value('page', path.split('.'), window);
    for (const [type, names] of entries(fields)) this.#listed('fields', [type], names);
    for (const [field, facet] of entries(facets)) this.#facet(field, facet);
    this.#listed('_stats', [], stats);
    this.#listed('_highlight', [], highlight);
    this.#value('_match', [], match);
    this.#value('localeCode', [], locale);
  }

  #add(head: Head, path: readonly string[], value: string): void {
    const name = (): string => path.reduce((before, part) => `${before}[${part}]`, head);
    if (value.isWellFormed() && path.every((part) => part.isWellFormed())) {
      this.parameters.push({ head, path, value });
    } else {
      this.#problems.add('InvalidValue', name().toWellFormed(), () => 'The text is not well-formed Unicode.');
    }
  }

  /** An array as one value, with commas. */
  #listed(head: Head, path: readonly string[], values: unknown): void {
    if (values === undefined) return;
    if (Array.isArray(values)) this.#add(head, path, values.map(String).join(','));
    else this.#wrong(head, path, values, 'an array');
  }

  #facet(field: string, facet: unknown): void {
    if (typeof facet !== 'object' || facet === null) {
      this.#value('_facet', [field], facet);
      return;
    }
    for (const [option, value] of entries(facet)) {
      const path = option === 'limit' ? [field] : [field, option];
      if (option === 'ranges') this.#listed('_facet', path, value);
      else this.#value('_facet', path, value);
    }
  }

  #value(head: Head, path: readonly string[], value: unknown): void {
    switch (typeof value) {
      case 'undefined':
        return;
      case 'string':
      case 'number':
      case 'bigint':
      case 'boolean':
        this.#add(head, path, String(value));
        return;
      case 'object':
        if (value !== null && path.length < depthMaximum) {
          this.#object(head, path, value);
          return;
        }
    }
    this.#wrong(head, path, value, 'a text, a number, a boolean, a date or an object');
  }

  #object(head: Head, path: readonly string[], value: object): void {
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) this.#wrong(head, path, value, 'a date that exists');
      else this.#add(head, path, value.toISOString());
      return;
    }
    if (Array.isArray(value) && isListOperator(path.at(-1))) {
      if (value.length === 0) this.#add(head, path, '');
      for (const member of value) this.#value(head, [...path, ''], member);
      return;
    }
    const before = this.parameters.length + this.#problems.count;
    for (const [key, member] of entries(value)) this.#value(head, [...path, key], member);
    // Of nothing, `_OR` would be false and `_AND` true: whoever means either can leave the group out.
    const isEmpty = this.parameters.length + this.#problems.count === before;
    if (isEmpty && head === 'filter' && path.length > 0) this.#wrong(head, path, value, 'something that is not empty');
  }

  #wrong(head: Head, path: readonly string[], value: unknown, right: string): void {
    const name = path.reduce((before, part) => `${before}[${part}]`, head);
    const given = Array.isArray(value) ? 'an empty array' : value instanceof Date ? 'no date' : describe(value);
    this.#problems.add('InvalidValue', name, () => `"${excerpt(name)}" is ${given}; give ${right}.`);
  }
}

const describe = (value: unknown): string =>
  value === null
    ? 'null'
    : typeof value === 'object'
      ? 'an empty object, or nested too deep'
      : `of type ${typeof value}`;

const entries = (value: object | undefined): readonly (readonly [string, unknown])[] =>
  value === undefined ? [] : Object.entries(value);
