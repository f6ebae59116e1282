/**
 * The index of the locale field: for each locale, the set of the docs that have a value of their own in it.
 *
 *     row 0      | docs of the first code  |     one row per locale, by ascending code
 *     …
 *     last row   | docs of any locale      |     ⌈docs / 32⌉ words a row
 *
 * Snapshots of older versions have no such rows; they are derived from the locale sets at the first request that reads them.
 */
import type { Locale } from '../../content/model/index.js';
import type { OwnLocales } from '../documents/index.js';

export class LocaleIndex {
  readonly kind = 'locales';
  /** Codes of the locales, ascending: the terms of the index. */
  readonly codes: readonly string[];
  /** Number of docs. */
  readonly size: number;
  readonly #locales: readonly Locale[];
  readonly #own: OwnLocales;
  #rows: Uint32Array | undefined;

  /** @param rows stored rows; undefined in snapshots of older versions */
  constructor(locales: readonly Locale[], own: OwnLocales, rows: Uint32Array | undefined) {
    this.codes = sortCodes(locales);
    this.size = own.docs.length;
    this.#locales = locales;
    this.#own = own;
    this.#rows = rows;
  }

  /** Whether reading a set first derives all of them. */
  get isDerivationDue(): boolean {
    return this.#rows === undefined;
  }

  /** @returns the words of the set of the docs with a value of their own in the locale. Cost: O(docs) if derivation is due. */
  docsOf(term: number): Uint32Array {
    const words = Math.ceil(this.size / 32);
    this.#rows ??= createLocaleRows(this.#locales, readLocaleSets(this.#own), this.#own.docs);
    return this.#rows.subarray(term * words, (term + 1) * words);
  }

  /** @returns the words of the set of the docs with a value of their own in any locale. Cost: as of `docsOf`. */
  docsOfAny(): Uint32Array {
    return this.docsOf(this.codes.length);
  }
}

/** @returns the codes in the order of their bytes; they are ASCII */
const sortCodes = (locales: readonly Locale[]): readonly string[] => locales.map(({ code }) => code).toSorted();

/** @returns the locale sets as the segment stores them: JSON arrays of codes */
export const readLocaleSets = ({ sets }: OwnLocales): readonly string[] =>
  Array.from({ length: sets.count }, (_, set) => Buffer.from(sets.view(set)).toString());

/**
 * @param sets      JSON arrays of codes
 * @param setOfDoc doc → index in `sets`; a doc whose set is missing, as in a damaged snapshot, is in no row
 * @returns the rows. Cost: O(docs · locales).
 */
export function createLocaleRows(
  locales: readonly Locale[],
  sets: readonly string[],
  setOfDoc: OwnLocales['docs'],
): Uint32Array {
  const codes = sortCodes(locales);
  const words = Math.ceil(setOfDoc.length / 32);
  const rows = new Uint32Array((codes.length + 1) * words);
  const termsOfSet = sets.map((set): readonly number[] => {
    const terms = [...codes.keys()].filter((term) => set.includes(JSON.stringify(codes[term])));
    return terms.length === 0 ? terms : [...terms, codes.length];
  });
  for (let doc = 0; doc < setOfDoc.length; doc += 1) {
    const terms = termsOfSet[setOfDoc[doc]!] ?? [];
    for (let i = 0; i < terms.length; i += 1) rows[terms[i]! * words + (doc >>> 5)]! |= 1 << (doc & 31);
  }
  return rows;
}
