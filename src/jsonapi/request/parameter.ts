/**
 * The parameters of a query, decoded but not yet checked. Elsewhere: reading (read-query), checking (check/).
 */

/** The requested locale. */
export interface RequestLocale {
  /** Position in the model's locales; 0 is the default locale. */
  readonly place: number;
  /** As the model writes it. */
  readonly code: string;
}

/** One value of a list, and the parameter that contains it. */
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
  /** For a list, which may be sent in several parameters: every distinct value, in the order sent. */
  readonly list?: ReadonlyMap<string, ListedValue>;
}

/** All parameters of a request, by head; parameters of one head are in the order sent. */
export interface Query {
  /** @returns the value of any parameter as it was sent, for advice; undefined if it was not sent */
  readonly readSent: (name: string) => string | undefined;
  readonly filter: readonly Parameter[];
  readonly page: readonly Parameter[];
  readonly fields: readonly Parameter[];
  readonly sort: Parameter | undefined;
  readonly include: Parameter | undefined;
  readonly facets: readonly Parameter[];
  readonly stats: Parameter | undefined;
  readonly highlight: Parameter | undefined;
  readonly match: Parameter | undefined;
  /** `localeCode`; undefined if it was not sent. */
  readonly locale: RequestLocale | undefined;
  /** The whole query in the canonical encoding: `''`, or beginning with `?`. */
  readonly search: string;
}
