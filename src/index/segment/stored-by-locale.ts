/**
 * The rendered items as each locale has them, and which of a long text's columns have one dictionary: its terms stand in
 * the items of any of their locales.
 */

import { type ContentType, type Field, isLocalized, storedName } from '../../content/model/index.js';
import type { SectionMap, SegmentFile } from '../../format/index.js';
import { DocumentStore, LocalDocuments } from '../documents/index.js';
import { dictionaryNames, sharedNames } from './header.js';
import { DOCUMENTS, LOCAL_DOCUMENTS } from './names.js';

/** A column, and the items in which its values stand. */
export interface StoredColumn {
  readonly stored: string;
  readonly documents: DocumentStore;
}

/** The dictionary of several columns. */
export interface SharedTerms {
  /** What its sections are named after: one of the columns. */
  readonly owner: string;
  /** The other columns. A term that no item has here, an item has in one of them. */
  readonly others: readonly StoredColumn[];
}

export class StoredByLocale {
  readonly #type: ContentType;
  readonly #sections: SectionMap;
  readonly #size: number;
  readonly #shared: ReadonlyMap<string, string>;
  readonly #dictionaries: ReadonlyMap<string, string>;
  /** By what is stored. */
  readonly #stores: Map<string, DocumentStore>;

  /** @param main as the default locale has the items */
  constructor({ sections, meta }: SegmentFile, type: ContentType, size: number, main: DocumentStore) {
    this.#type = type;
    this.#sections = sections;
    this.#size = size;
    this.#shared = sharedNames(meta);
    this.#dictionaries = dictionaryNames(meta);
    this.#stores = new Map([[DOCUMENTS, main]]);
  }

  /** @returns the same for locales that share what is stored. @throws IntegrityError where a section is missing */
  documentsOf(locale: number): DocumentStore {
    const name = storedName(this.#type, DOCUMENTS, locale);
    const stored = this.#shared.get(name) ?? name;
    const known = this.#stores.get(stored);
    if (known !== undefined) return known;
    const attributes = this.#type.attributes.flatMap((field, place) => (isLocalized(field) ? [place] : []));
    const records = this.#sections.countedRecords(LOCAL_DOCUMENTS);
    const local = new LocalDocuments(records, this.#sections.unsigned(stored, this.#size), attributes);
    const opened = new DocumentStore(this.documentsOf(0).records, this.#type.attributes.length, local);
    this.#stores.set(stored, opened);
    return opened;
  }

  /** @param stored a column of the field. @returns undefined where it has a dictionary of its own, for itself alone */
  termsOf(field: Field, stored: string): SharedTerms | undefined {
    if (!isLocalized(field)) return undefined;
    const ownerOf = (column: string): string => this.#dictionaries.get(column) ?? column;
    const owner = ownerOf(stored);
    const others = this.#type.locales.flatMap((_, locale): StoredColumn[] => {
      const column = storedName(this.#type, field.name, locale);
      const isOther = column !== stored && !this.#shared.has(column) && ownerOf(column) === owner;
      return isOther ? [{ stored: column, documents: this.documentsOf(locale) }] : [];
    });
    return others.length === 0 ? undefined : { owner, others };
  }
}
