/**
 * Document store: doc id → the rendered bytes of its id and attributes, ready to be copied into a document.
 *
 * A record, for a type with A attributes; lengths are LEB128 varints, and the id in a URL has length 0 if it is the id itself:
 *
 *     ┌────────────┬───────────┬────────────────────┬─────────┬───────────┬────────────────┬───┬────────────────┐
 *     │ length of  │ length of │ A lengths of       │ id as   │ id in a   │ "name":value   │ , │ "name":value … │
 *     │ id         │ id in URL │ "name":value       │ JSON    │ URL       │                │   │                │
 *     └────────────┴───────────┴────────────────────┴─────────┴───────────┴────────────────┴───┴────────────────┘
 *
 * The id has no quotes. All attributes are one range, and any subset of them is a few ranges. Elsewhere: the attributes of
 * other locales (local-documents), writing records (build).
 */
import type { DocId } from '../../content/model/index.js';
import type { Records } from '../../format/index.js';
import { type LocalDocuments, locateLocalAttributes, locateLocalPieces } from './local-documents.js';
import { RecordPlaces, type RecordRange } from './record-places.js';

/** Size of a cache line on most processors that Node runs on; some have longer ones. */
const cacheLineBytes = 64;
const prefetchMaximumBytes = 4096;

export class DocumentStore {
  readonly records: Records;
  /** Undefined for the default locale, and if all locales have the same attributes. */
  readonly local: LocalDocuments | undefined;
  readonly attributeCount: number;

  constructor(records: Records, attributeCount: number, local?: LocalDocuments) {
    this.records = records;
    this.local = local;
    this.attributeCount = attributeCount;
  }

  newPlaces(): RecordPlaces {
    return new RecordPlaces(this.attributeCount);
  }

  /** Average byte length of a record. */
  get meanBytes(): number {
    return this.records.blob.end / Math.max(1, this.records.count);
  }

  /** @returns the byte length of the doc's record, and of the locale's own. Cost: O(1). */
  byteLengthOf(doc: DocId): number {
    const localPlace = this.local === undefined ? 0 : this.local.places[doc]!;
    const localBytes = localPlace === 0 ? 0 : (this.local?.records.lengthOf(localPlace - 1) ?? 0);
    return this.records.lengthOf(doc) + localBytes;
  }

  /** Reads the offsets of the docs' records ahead of their use (jsonapi/respond/prefetch-items). @returns a meaningless sum */
  prefetchOffsets(docs: Uint32Array): number {
    let sum = 0;
    for (let i = 0; i < docs.length; i += 1) sum += this.records.offsets.at(docs[i]!);
    if (this.local !== undefined) sum += this.local.prefetchOffsets(docs);
    return sum;
  }

  /** Whether the records are in a file. */
  get isPaged(): boolean {
    return this.records.blob.isPaged;
  }

  /** Requests the doc's records for the next round of reads. @returns whether they are in memory already. Cost: O(1). */
  request(doc: DocId): boolean {
    const isInMemory = requestRecord(this.records, doc);
    const localPlace = this.local === undefined ? 0 : this.local.places[doc]!;
    if (localPlace === 0 || this.local === undefined) return isInMemory;
    const isLocalInMemory = requestRecord(this.local.records, localPlace - 1);
    return isInMemory && isLocalInMemory;
  }

  /**
   * Reads a byte of each cache line of the docs' records ahead of their use, up to 4 KiB each; nothing if they are in a file.
   *
   * @returns a meaningless sum
   */
  prefetchRecords(docs: Uint32Array): number {
    if (this.isPaged) return 0;
    let sum = 0;
    for (let i = 0; i < docs.length; i += 1) sum += prefetchRecord(this.records, docs[i]!);
    if (this.local !== undefined) {
      const { records, places } = this.local;
      for (let i = 0; i < docs.length; i += 1) {
        const place = places[docs[i]!]!;
        if (place > 0) sum += prefetchRecord(records, place - 1);
      }
    }
    return sum;
  }

  /** Fills `places` with the places of the doc's ids and of the range of all its attributes. Cost: O(attributes); allocates nothing. */
  locate(doc: DocId, places: RecordPlaces): void {
    const { blob, offsets } = this.records;
    const offset = offsets.at(doc);
    const nextOffset = offsets.at(doc + 1);
    const chunk = blob.recordAt(offset, nextOffset);
    const { bytes } = chunk;
    const recordStart = blob.placeAt(offset);
    places.chunk = chunk;
    places.attributesEnd = recordStart + blob.lengthOf(offset, nextOffset);
    places.at = recordStart;
    const idLength = places.varint(bytes);
    const urlLength = places.varint(bytes);
    places.lengthsStart = places.at;
    let lengthsEnd = places.at;
    // A byte after the last one is undefined, and not >= 0x80: the loop ends even in damaged bytes.
    for (let remaining = this.attributeCount; remaining > 0; lengthsEnd += 1)
      if (!(bytes[lengthsEnd]! >= 0x80)) remaining -= 1;
    places.idStart = lengthsEnd;
    places.idEnd = lengthsEnd + idLength;
    places.urlStart = urlLength === 0 ? lengthsEnd : places.idEnd;
    places.urlEnd = places.idEnd + urlLength;
    places.attributesStart = places.urlEnd;
    places.localRecord = this.local === undefined ? 0 : this.local.places[doc]!;
  }

  /** Fills in the places of each attribute, after `locate`. Cost: O(attributes). */
  locateAttributes(places: RecordPlaces): void {
    const { bytes } = places.chunk;
    places.at = places.lengthsStart;
    let start = places.attributesStart;
    for (let attribute = 0; attribute < this.attributeCount; attribute += 1) {
      const length = places.varint(bytes);
      places.starts[attribute] = start;
      places.lengths[attribute] = length;
      start += length + 1;
    }
    if (places.localRecord > 0 && this.local !== undefined) locateLocalAttributes(this.local, places);
  }

  /** Fills in the ranges of all attributes, if the locale has a record; after `locate`. Cost: O(localized attributes). */
  locatePieces(places: RecordPlaces): void {
    if (this.local !== undefined) locateLocalPieces(this.local, places);
  }

  /** Fills `range` with the range of one attribute, `"name":value`. Cost: O(attributes); allocates nothing. */
  attribute(doc: DocId, attribute: number, scratch: RecordPlaces, range: RecordRange): void {
    this.locate(doc, scratch);
    this.locateAttributes(scratch);
    range.bytes = scratch.chunkOf(attribute).bytes;
    range.start = scratch.starts[attribute]!;
    range.end = range.start + scratch.lengths[attribute]!;
  }
}

function requestRecord({ blob, offsets }: Records, record: number): boolean {
  return blob.want(offsets.at(record), offsets.at(record + 1));
}

function prefetchRecord({ blob, offsets }: Records, record: number): number {
  const offset = offsets.at(record);
  const bytes = blob.chunkAt(offset);
  const recordStart = blob.placeAt(offset);
  const end = recordStart + Math.min(prefetchMaximumBytes, blob.lengthOf(offset, offsets.at(record + 1)));
  let sum = 0;
  for (let position = recordStart; position < end; position += cacheLineBytes) sum += bytes[position]!;
  return sum;
}
