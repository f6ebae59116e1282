/**
 * What one locale has of the items that another has otherwise: their localized attributes, in place of the default
 * locale's in the rendered item.
 *
 * A record has one length as a varint for each localized attribute, 0 of one that the default locale has the same, then
 * the others as `"name":value`, joined by commas.
 */
import type { Records } from '../../format/index.js';

export class LocalDocuments {
  readonly records: Records;
  /** Per doc: 0 where it has what the default locale has, otherwise the place of its record, plus 1. */
  readonly places: Uint8Array | Uint16Array | Uint32Array;
  /** Places of the localized attributes among the type's. */
  readonly attributes: readonly number[];

  constructor(records: Records, places: LocalDocuments['places'], attributes: readonly number[]) {
    this.records = records;
    this.places = places;
    this.attributes = attributes;
  }

  /** Reads where the docs' records are, as DocumentStore.fetchPlaces. */
  fetchPlaces(docs: Uint32Array): number {
    const { offsets } = this.records;
    let read = 0;
    for (let i = 0; i < docs.length; i += 1) {
      const place = this.places[docs[i]!]!;
      read += place === 0 ? 0 : offsets.at(place - 1);
    }
    return read;
  }
}
