/**
 * The document store of each locale, and the columns that share the dictionary of a long text.
 *
 * The terms of a shared dictionary are in the rendered items of any of the locales that share it.
 */
import { type ContentType, type Field, isLocalized, storedFieldName } from '../../content/model/index.js';
import type { SectionMap, SegmentFile } from '../../format/index.js';
import { DocumentStore, LocalDocuments } from '../documents/index.js';
import { DOCUMENTS, LOCAL_DOCUMENTS, localPlacesName } from './names.js';
import { dictionaryNames, sharedNames } from './shared-names.js';

/** A stored column, and the rendered items that contain its values. */
export interface StoredColumn {
  readonly prefix: string;
  readonly documents: DocumentStore;
}

/** A dictionary that several columns share. */
export interface SharedDictionary {
  /** The column that its sections are named after. */
  readonly owner: string;
  /** The other columns. Every term has an item in one of the columns. */
  readonly otherColumns: readonly StoredColumn[];
}

export class LocaleStores {
  readonly #type: ContentType;
  readonly #sections: SectionMap;
  readonly #size: number;
  readonly #shared: ReadonlyMap<string, string>;
  readonly #dictionaries: ReadonlyMap<string, string>;
  /** Stored name → document store. */
  readonly #documentStores: Map<string, DocumentStore>;

  /** @param main document store of the default locale */
  constructor({ sections, meta }: SegmentFile, type: ContentType, size: number, main: DocumentStore) {
    this.#type = type;
    this.#sections = sections;
    this.#size = size;
    this.#shared = sharedNames(meta);
    this.#dictionaries = dictionaryNames(meta);
    this.#documentStores = new Map([[DOCUMENTS, main]]);
  }

  /** @returns one object for locales with the same content. @throws IntegrityError if a section is missing */
  openDocuments(locale: number): DocumentStore {
    const name = localPlacesName(this.#type, locale);
    const prefix = this.#shared.get(name) ?? name;
    const openStore = this.#documentStores.get(prefix);
    if (openStore !== undefined) return openStore;
    const attributes = this.#type.attributes.flatMap((field, attributeIndex) =>
      isLocalized(field) ? [attributeIndex] : [],
    );
    const records = this.#sections.countedRecords(LOCAL_DOCUMENTS);
    const local = new LocalDocuments(records, this.#sections.unsigned(prefix, this.#size), attributes);
    const newStore = new DocumentStore(this.openDocuments(0).records, this.#type.attributes.length, local);
    this.#documentStores.set(prefix, newStore);
    return newStore;
  }

  /** @param prefix a column of the field. @returns undefined if no other column uses its dictionary */
  sharedDictionary(field: Field, prefix: string): SharedDictionary | undefined {
    if (!isLocalized(field)) return undefined;
    const findOwner = (otherPrefix: string): string => this.#dictionaries.get(otherPrefix) ?? otherPrefix;
    const owner = findOwner(prefix);
    const otherColumns = this.#type.locales.flatMap((_, locale): StoredColumn[] => {
      const otherPrefix = storedFieldName(this.#type, field.name, locale);
      const isOtherColumn =
        otherPrefix !== prefix && !this.#shared.has(otherPrefix) && findOwner(otherPrefix) === owner;
      return isOtherColumn ? [{ prefix: otherPrefix, documents: this.openDocuments(locale) }] : [];
    });
    return otherColumns.length === 0 ? undefined : { owner, otherColumns };
  }
}
