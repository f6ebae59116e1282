/**
 * What every client library is asked to do with the bookshop, whatever its own interface looks like.
 *
 * A library stands behind `BookClient`; one suite is run for all of them, and they must come to the same books.
 */

/** One condition by field and operator: `{ genre: { _eq: 'Fiction' } }`; of `_in` each library writes an array its way. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

export interface Question {
  /** All of them hold. */
  readonly filter?: Conditions;
  /** One of them holds: the alternatives of an `_OR` group. */
  readonly anyOf?: readonly Conditions[];
  readonly sort?: string;
  readonly include?: string;
  readonly page?: { readonly limit: number; readonly skip: number };
}

/** A book as the library hands it to the program. Related resources are there only where they were included. */
export interface PlainBook {
  readonly id: string;
  readonly title: string;
  /** The exact decimal, as text. */
  readonly price: string;
  readonly author?: { readonly id: string; readonly name: string } | undefined;
  /** Headlines of the reviews, in order. */
  readonly reviews?: readonly string[] | undefined;
}

export interface BookList {
  readonly books: readonly PlainBook[];
  readonly total: number;
  /** The link to the next page, as the library shows it; undefined on the last page. */
  readonly next: string | undefined;
}

export interface BookClient {
  list(question: Question): Promise<BookList>;
  book(id: string, question: Question): Promise<PlainBook>;
  /** @returns the `code` of the first error that asking for this book fails with */
  failure(id: string): Promise<string>;
  close?(): Promise<void>;
}

/** @returns the parameters as nested objects: the shape that `qs` and its kin write as `filter[…][…]=…` */
export function nestedParameters({ filter, anyOf, ...rest }: Question): Record<string, unknown> {
  const conditions = { ...filter, ...(anyOf === undefined ? {} : { _OR: anyOf }) };
  return { ...(Object.keys(conditions).length === 0 ? {} : { filter: conditions }), ...rest };
}
