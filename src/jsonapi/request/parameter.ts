/**
 * Parameters as read from a query, before they are checked.
 */

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
  /** The parts in its brackets: `title`, `_eq` of `filter[title][_eq]`. */
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
