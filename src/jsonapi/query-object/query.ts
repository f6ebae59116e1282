/**
 * Query objects of programs → parameters: head, path in brackets, and value.
 *
 * Members that are undefined are left out, as if they were not there. Everything else must mean something.
 */
import { type ErrorCode, excerpt } from '../../content/errors/request/index.js';
import type { LIMITS, ListOperator } from '../../content/model/index.js';

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

/** A query as an object; each member stands for the parameter of that name. */
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

/** The parameter of each member, in the order in which they are written: what asks the same has the same address. */
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

/** Held to the model's table of operators by their type: clients do not load the table. */
const LIST_OPERATORS: Readonly<Record<ListOperator, true>> = { _in: true, _nin: true };

/** Deeper than any filter that is answered: whoever goes round in a circle comes to an end here. */
const groups: (typeof LIMITS)['filterDepth'] = 5;
const depthMaximum = 2 * groups + 6;

/** Where parameters and mistakes go, each mistake by the name of its parameter. */
export interface ParameterSink {
  readonly add: (head: Head, path: readonly string[], value: string) => void;
  readonly refuse: (code: ErrorCode, parameter: string, detail: () => string) => void;
}

export const nameOf = (head: string, path: readonly string[]): string =>
  path.reduce((before, part) => `${before}[${part}]`, head);

export function writeQuery(query: QueryObject, { add, refuse }: ParameterSink): void {
  const keys = Object.keys(HEADS).filter(isKey);
  /** How many parameters and mistakes there were. */
  let told = 0;

  const wrong = (head: Head, path: readonly string[], given: string, right: string): void => {
    told += 1;
    const name = nameOf(head, path).toWellFormed();
    refuse('InvalidValue', name, () => `"${excerpt(name)}" is ${given}; give ${right}.`);
  };
  const write = (head: Head, path: readonly string[], value: unknown): void => {
    if (value === undefined) return;
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) wrong(head, path, 'no date', 'a date that exists');
      else write(head, path, value.toISOString());
    } else if (Array.isArray(value) && head !== 'filter') {
      write(head, path, value.map(String).join(','));
    } else if (Array.isArray(value) && Object.hasOwn(LIST_OPERATORS, path.at(-1) ?? '')) {
      if (value.length === 0) write(head, path, '');
      for (const member of value) write(head, [...path, ''], member);
    } else if (typeof value === 'object' && value !== null && path.length < depthMaximum) {
      const before = told;
      for (const [key, member] of Object.entries(value)) {
        // The limit of a facet is the value of its parameter.
        write(head, head === '_facet' && path.length > 0 && key === 'limit' ? path : [...path, key], member);
      }
      // Of nothing, `_OR` would be false and `_AND` true: whoever means either can leave the group out.
      if (told > before || head !== 'filter' || path.length === 0) return;
      wrong(head, path, Array.isArray(value) ? 'an empty array' : 'an empty object', 'something that is not empty');
    } else if (value === null || !/^(?:string|number|bigint|boolean)$/.test(typeof value)) {
      const given = value === null ? 'null' : typeof value === 'object' ? 'nested too deep' : `of type ${typeof value}`;
      wrong(head, path, given, 'a text, a number, a boolean, a date or an object');
    } else if (`${nameOf(head, path)}${value}`.isWellFormed()) {
      told += 1;
      add(head, path, String(value));
    } else wrong(head, path, 'not well-formed Unicode', 'a text that is');
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
