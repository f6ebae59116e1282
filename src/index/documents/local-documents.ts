/**
 * Local documents: the localized attributes of one locale that differ from the default locale's.
 *
 * A record, for a type with L localized attributes; a length is 0 if the attribute is the same as in the default locale:
 *
 *     ┌──────────────────────────────┬────────────────┬───┬────────────────┐
 *     │ L lengths of "name":value,   │ "name":value   │ , │ "name":value … │   only those with a length above 0
 *     │ LEB128 varints               │                │   │                │
 *     └──────────────────────────────┴────────────────┴───┴────────────────┘
 */
import type { Records } from '../../format/index.js';
import type { RecordPlaces } from './record-places.js';

export class LocalDocuments {
  readonly records: Records;
  /** Doc → index of its record plus 1; 0 if it has the attributes of the default locale. */
  readonly places: Uint8Array | Uint16Array | Uint32Array;
  /** Indexes of the localized attributes among the type's attributes. */
  readonly attributes: readonly number[];

  constructor(records: Records, places: LocalDocuments['places'], attributes: readonly number[]) {
    this.records = records;
    this.places = places;
    this.attributes = attributes;
  }

  /** Reads the offsets of the docs' records ahead of their use. @returns a meaningless sum */
  prefetchOffsets(docs: Uint32Array): number {
    const { offsets } = this.records;
    let sum = 0;
    for (let i = 0; i < docs.length; i += 1) {
      const place = this.places[docs[i]!]!;
      sum += place === 0 ? 0 : offsets.at(place - 1);
    }
    return sum;
  }
}

/**
 * Does the work of DocumentStore.locatePieces: alternates between the record of the default locale and the record of this locale.
 *
 *     default locale   | a0 | a1 | a2 | a3 | a4 |
 *     this locale           | b1 | b2 |                pieces: a0 │ b1,b2 │ a3,a4
 *
 * Reads lengths up to the last attribute that differs in the locale, no further.
 */
export function locateLocalPieces({ records, attributes }: LocalDocuments, recordPlaces: RecordPlaces): void {
  const { lengths, pieceStarts, pieceEnds, chunk } = recordPlaces;
  const offset = records.offsets.at(recordPlaces.localRecord - 1);
  recordPlaces.localChunk = records.blob.recordAt(offset, records.offsets.at(recordPlaces.localRecord));
  recordPlaces.at = records.blob.placeAt(offset);
  for (let i = 0; i < attributes.length; i += 1) lengths[i] = recordPlaces.varint(recordPlaces.localChunk.bytes);
  let localStart = recordPlaces.at;
  recordPlaces.at = recordPlaces.lengthsStart;
  recordPlaces.isFirstLocal = false;
  let pieceCount = 0;
  /** The next attribute of the default locale. */
  let attribute = 0;
  /** Attributes of the default locale that are in no piece yet: `[start, end)`, with the comma after them. */
  let start = recordPlaces.attributesStart;
  let end = start;
  for (let i = 0; i < attributes.length; i += 1) {
    const length = lengths[i]!;
    if (length === 0) continue;
    for (; attribute < attributes[i]!; attribute += 1) end += recordPlaces.varint(chunk.bytes) + 1;
    if (pieceCount === 0) recordPlaces.isFirstLocal = end === start;
    if (end > start) {
      pieceStarts[pieceCount] = start;
      pieceEnds[pieceCount] = end - 1;
      pieceCount += 1;
    }
    // Neighbouring localized attributes are one piece.
    if (end > start || pieceCount === 0) {
      pieceStarts[pieceCount] = localStart;
      pieceCount += 1;
    }
    pieceEnds[pieceCount - 1] = localStart + length;
    localStart += length + 1;
    // Skip the attribute of the default locale.
    end += recordPlaces.varint(chunk.bytes) + 1;
    attribute += 1;
    start = end;
  }
  if (start < recordPlaces.attributesEnd) {
    pieceStarts[pieceCount] = start;
    pieceEnds[pieceCount] = recordPlaces.attributesEnd;
    pieceCount += 1;
  }
  recordPlaces.pieceCount = pieceCount;
}

/** Fills in the places of the locale's own attributes; all other places stay in the record of the default locale. */
export function locateLocalAttributes({ records, attributes }: LocalDocuments, recordPlaces: RecordPlaces): void {
  const offset = records.offsets.at(recordPlaces.localRecord - 1);
  recordPlaces.localChunk = records.blob.recordAt(offset, records.offsets.at(recordPlaces.localRecord));
  const { bytes } = recordPlaces.localChunk;
  recordPlaces.at = records.blob.placeAt(offset);
  for (let i = 0; i < attributes.length; i += 1) {
    const attribute = attributes[i]!;
    const length = recordPlaces.varint(bytes);
    recordPlaces.isLocal[attribute] = length > 0 ? 1 : 0;
    if (length > 0) recordPlaces.lengths[attribute] = length;
  }
  let start = recordPlaces.at;
  for (let i = 0; i < attributes.length; i += 1) {
    const attribute = attributes[i]!;
    if (recordPlaces.isLocal[attribute] === 0) continue;
    recordPlaces.starts[attribute] = start;
    start += recordPlaces.lengths[attribute]! + 1;
  }
}
