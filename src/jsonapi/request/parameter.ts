/**
 * Parameters as they are read from a query, before anybody asks what they mean.
 */
import { type ErrorCode, RequestError, type RequestProblem } from '../../content/errors/index.js';

/** A locale that was asked for. */
export interface RequestLocale {
  /** In the model's locales; 0 is the default one. */
  readonly place: number;
  /** As the model writes it. */
  readonly code: string;
}

/** One value of a list, and the parameter it came in. */
export interface ListedValue {
  readonly name: string;
  readonly value: string;
}

export interface Parameter {
  /** As sent, decoded. */
  readonly name: string;
  /** What its brackets hold: `title`, `_eq` of `filter[title][_eq]`. */
  readonly path: readonly string[];
  readonly value: string;
  /** Of a list, all of whose parameters are one: every distinct value, in the order sent. */
  readonly list?: ReadonlyMap<string, ListedValue>;
}

/** In the order sent. */
export interface Query {
  readonly filter: readonly Parameter[];
  readonly page: readonly Parameter[];
  readonly fields: readonly Parameter[];
  readonly sort: Parameter | undefined;
  readonly include: Parameter | undefined;
  readonly facets: readonly Parameter[];
  readonly stats: Parameter | undefined;
  readonly highlight: Parameter | undefined;
  readonly match: Parameter | undefined;
  /** `localeCode`, where it names a locale of the space. */
  readonly locale: RequestLocale | undefined;
  /** All of them in the canonical encoding: `''`, or beginning with `?`. */
  readonly search: string;
}

/*
 * Which parameters there are, and the form of each, as messages show it.
 */

/** The parameters there are, by the part before the first bracket. */
export const HEADS = [
  'filter',
  'sort',
  'include',
  'page',
  'fields',
  '_facet',
  '_stats',
  '_highlight',
  '_match',
  'localeCode',
] as const;
export type Head = (typeof HEADS)[number];

export const FORMS: Readonly<Record<Head, string>> = {
  filter: 'filter[<field>][<operator>]=<value>',
  sort: 'sort=<field>,-<field>',
  include: 'include=<relationship>,<relationship>.<relationship>',
  page: 'page[limit]=<number>',
  fields: 'fields[<type>]=<field>,<field>',
  _facet: '_facet[<field>]=<limit>',
  _stats: '_stats=<field>,<field>',
  _highlight: '_highlight=<field>,<field>',
  _match: '_match=all',
  localeCode: 'localeCode=<locale>',
};

/** @param head of a list of names. @returns what is wrong with a name in its brackets */
export const explainBrackets = (head: Head): string =>
  `"${head}" takes no brackets but those of a list's entries: the form is ${FORMS[head]}, or ${head}[]=… for each entry.`;

const heads: ReadonlySet<string> = new Set(HEADS);

export const isHead = (name: string): name is Head => heads.has(name);

/*
 * The mistakes of one request, gathered while it is parsed, so that a client hears of all of them at once.
 *
 * Only the first 20 are written out and the others counted: a detail with its suggestions costs far more than the few
 * bytes that provoke it, and a query of 16 KB can hold thousands.
 */

const reportedMaximum = 20;

export class Problems {
  /** How many were found, also those beyond what is reported. */
  count = 0;
  readonly #reported: RequestProblem[] = [];

  /**
   * @param parameter decoded name of the query parameter to blame, if any
   * @param detail    what is wrong and what would be right; called only when the problem is going to be reported
   * @returns undefined, for whoever has nothing else to return then
   */
  add(code: ErrorCode, parameter: string | undefined, detail: () => string): undefined {
    this.count += 1;
    if (this.#reported.length === reportedMaximum) return;
    this.#reported.push(parameter === undefined ? { code, detail: detail() } : { code, detail: detail(), parameter });
  }

  /** @param complexity of the request, 0 where it could not be computed */
  toError(complexity: number): RequestError {
    const rest = this.count - this.#reported.length;
    if (rest === 0) return new RequestError(this.#reported, complexity);
    const detail = `${rest} more ${rest === 1 ? 'problem is' : 'problems are'} not listed here.`;
    return new RequestError([...this.#reported, { code: 'InvalidParameter', detail }], complexity);
  }
}
