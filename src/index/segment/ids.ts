/**
 * Ids: reads items by id, and the targets of links, from these sections of a segment alone.
 *
 * Used by an incremental build, which does not open the rest of the earlier snapshot.
 */
import { type DocId, docId } from '../../content/model/index.js';
import type { Records, SectionMap } from '../../format/index.js';
import { ByteTerms, slotCount, TermHash } from '../termdict/index.js';
import { ID_FIELD, sectionNames } from './names.js';

const idNames = sectionNames(ID_FIELD);

/** The sections of a blob's chunks, offsets and bases begin with its name. */
export const isPartOfRecords = (section: string, records: string): boolean =>
  section === records || section.startsWith(`${records}#`) || section.startsWith(`${records}.`);

/** @returns whether `ItemIds` needs the section */
export const isIdSection = (section: string): boolean =>
  section === idNames.hash || section === idNames.docs || isPartOfRecords(section, idNames.terms);

/** @returns whether `linkTargets` of one of the relationships needs the section */
export const isTargetSection = (section: string, relationships: readonly { readonly name: string }[]): boolean =>
  relationships.some(({ name }) => isPartOfRecords(section, sectionNames(name).terms));

/** A type's items by id. */
export class ItemIds {
  readonly #hash: TermHash;
  /** The ids, ascending. */
  readonly #terms: Records;
  /** Place of an id → its doc. */
  readonly #docs: Uint32Array;

  /**
   * @param sections at least the sections for which `isIdSection` is true
   * @param size number of items
   * @throws IntegrityError if one is missing or has another length. Cost: O(1).
   */
  constructor(sections: SectionMap, size: number) {
    this.#terms = sections.records(idNames.terms, size);
    this.#hash = new TermHash(new ByteTerms(this.#terms), sections.u32(idNames.hash, slotCount(size)));
    this.#docs = sections.u32(idNames.docs, size);
  }

  /** @returns a function doc → a view of its id. Cost: O(docs). Memory: 4 bytes per doc. */
  readIdsByDoc(): (doc: number) => Uint8Array {
    const terms = new Uint32Array(this.#docs.length);
    for (const [term, doc] of this.#docs.entries()) terms[doc] = term;
    return (doc) => this.#terms.view(terms[doc]!);
  }

  /** @returns the doc with the id, or undefined if there is none. Cost: O(length) expected. */
  docOf(id: Uint8Array): DocId | undefined {
    const term = this.#hash.find(id);
    // Ids are unique, so each run of docs in value order has one doc.
    return term < 0 ? undefined : docId(this.#docs[term]!);
  }
}

/**
 * The distinct targets of a relationship: one byte, the index of the type in the field's `to`, then the id.
 *
 * @param sections at least the sections for which `isTargetSection` is true
 * @throws IntegrityError if one is missing. Cost: O(1).
 */
export const linkTargets = (sections: SectionMap, relationship: string): Records =>
  sections.countedRecords(sectionNames(relationship).terms);
