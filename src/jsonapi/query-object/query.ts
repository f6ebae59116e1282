/**
 * Query objects of programs → parameters: head, path in brackets, and value.
 *
 * A member that is undefined, an empty list or an empty object is ignored; any other member without a meaning is refused.
 * Elsewhere: the same parameters from a URL (request/read-query).
 */
import { type ErrorCode, excerpt } from '../../content/errors/request/index.js';
import type { LIMITS, ListOperator } from '../../content/model/index.js';

/** The page of a list. */
export interface PageObject {
  limit?: number | undefined;
  skip?: number | undefined;
}

/** A facet: the maximum number of values, and its options. */
export interface FacetObject {
  limit: number;
  sort?: 'value' | 'count' | undefined;
  own?: 'ignored' | undefined;
  prefix?: string | undefined;
  interval?: 'year' | 'month' | 'day' | undefined;
  ranges?: readonly (number | string)[] | undefined;
  /** For a location: the origin of the distances that `ranges` divides, `<latitude>,<longitude>`. */
  from?: string | undefined;
  include?: boolean | undefined;
}

/** A query as an object; each member corresponds to a parameter. */
export interface QueryObject {
  /** Nested by field and operator; `_OR`, `_AND` and `_NOT` contain arrays of filters. */
  readonly filter?: object | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  /** The page of the list itself. */
  readonly page?: PageObject | undefined;
  /** Pages of to-many relationships, by their path as in `include`. */
  readonly relatedPage?: Readonly<Record<string, PageObject | undefined>> | undefined;
  /** The fields to show, by content type. */
  readonly fields?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
  /** By field: the maximum number of values, or an object with it and options. */
  readonly facets?: Readonly<Record<string, number | FacetObject | undefined>> | undefined;
  readonly stats?: readonly string[] | undefined;
  readonly highlight?: readonly string[] | undefined;
  /** With a search: `all` selects only items that have all its words. */
  readonly match?: 'all' | undefined;
  /** The code of a locale; the default locale if absent. */
  readonly locale?: string | undefined;
}

/** The parameter of each member. Parameters are written in this order, so equivalent queries have the same URL. */
const HEADS = {
  filter: 'filter',
  sort: 'sort',
  include: 'include',
  page: 'page',
  relatedPage: 'page',
  fields: 'fields',
  facets: '_facet',
  stats: '_stats',
  highlight: '_highlight',
  match: '_match',
  locale: 'localeCode',
} as const satisfies Readonly<Record<keyof QueryObject, string>>;

type Key = keyof typeof HEADS;
type Head = (typeof HEADS)[Key];

const isKey = (name: string): name is Key => Object.hasOwn(HEADS, name);

/** The type keeps the names equal to the model's table of operators, which clients do not load. */
const LIST_OPERATORS: Readonly<Record<ListOperator, true>> = { _in: true, _nin: true };

/** Deeper than any filter that is answered, so that an object that contains itself is refused. */
const filterDepthMaximum: (typeof LIMITS)['filterDepth'] = 5;
const depthMaximum = 2 * filterDepthMaximum + 6;

/** Receives the parameters and the mistakes of a query object; a mistake is reported with the name of its parameter. */
export interface ParameterSink {
  readonly add: (head: Head, path: readonly string[], value: string) => void;
  readonly refuse: (code: ErrorCode, parameter: string, detail: () => string) => void;
}

/** @returns the name with its brackets: `filter[title][_eq]` */
export const nameOf = (head: string, path: readonly string[]): string =>
  path.reduce((before, part) => `${before}[${part}]`, head);

/** Calls `add` for each parameter of the query object, in canonical order, and `refuse` for each mistake. Cost: O(size). */
export function writeQuery(query: QueryObject, { add, refuse }: ParameterSink): void {
  const keys = Object.keys(HEADS).filter(isKey);
  /** Number of parameters and mistakes reported so far. */
  let reportCount = 0;

  const refuseValue = (head: Head, path: readonly string[], description: string, expected: string): void => {
    reportCount += 1;
    const name = nameOf(head, path).toWellFormed();
    refuse('InvalidValue', name, () => `"${excerpt(name)}" is ${description}; give ${expected}.`);
  };
  const write = (head: Head, path: readonly string[], value: unknown): void => {
    if (value === undefined) return;
    if (value instanceof Date) {
      if (!Number.isFinite(value.getTime())) refuseValue(head, path, 'no date', 'a date that exists');
      else write(head, path, value.toISOString());
    } else if (Array.isArray(value) && head !== 'filter') {
      // `fields: { book: [] }` means no fields; an empty list of the query itself means that nothing was chosen.
      if (value.length + path.length > 0) write(head, path, value.map(String).join(','));
    } else if (Array.isArray(value) && Object.hasOwn(LIST_OPERATORS, path.at(-1) ?? '')) {
      if (value.length === 0) write(head, path, '');
      for (const member of value) write(head, [...path, ''], member);
    } else if (typeof value === 'object' && value !== null && path.length < depthMaximum) {
      const countBefore = reportCount;
      for (const [key, member] of Object.entries(value)) {
        // The limit of a facet is the value of its parameter.
        write(head, head === '_facet' && path.length > 0 && key === 'limit' ? path : [...path, key], member);
      }
      // An empty `_OR` would be false and an empty `_AND` true: probably a mistake, so it is refused.
      if (reportCount > countBefore || head !== 'filter' || path.length === 0) return;
      refuseValue(head, path, 'empty', 'a condition');
    } else if (typeof value === 'number' && !Number.isFinite(value)) {
      refuseValue(head, path, `${value}`, 'a number');
    } else if (!/^(?:string|number|bigint|boolean)$/.test(typeof value)) {
      const description =
        value === null ? 'null' : typeof value === 'object' ? 'nested too deep' : `of type ${typeof value}`;
      refuseValue(head, path, description, 'a text, number, boolean, date or object');
    } else if (`${nameOf(head, path)}${value}`.isWellFormed()) {
      reportCount += 1;
      add(head, path, String(value));
    } else refuseValue(head, path, 'not well-formed', 'a text that is');
  };

  for (const key of Object.keys(query)) {
    if (isKey(key)) continue;
    refuse('UnknownParameter', key.toWellFormed(), () => {
      return `A query has no member "${excerpt(key)}". Its members are: ${keys.join(', ')}.`;
    });
  }
  for (const key of keys) {
    const { [key]: value } = query;
    if (key !== 'relatedPage') write(HEADS[key], [], value);
    else for (const [path, page] of Object.entries(value ?? {})) write(HEADS[key], path.split('.'), page);
  }
}
