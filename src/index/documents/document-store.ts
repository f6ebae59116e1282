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
    const place = this.local === undefined ? 0 : this.local.places[doc]!;
    const local = place === 0 ? 0 : (this.local?.records.lengthOf(place - 1) ?? 0);
    return this.records.lengthOf(doc) + local;
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
    const isHere = requestRecord(this.records, doc);
    const place = this.local === undefined ? 0 : this.local.places[doc]!;
    return place === 0 || this.local === undefined ? isHere : requestRecord(this.local.records, place - 1) && isHere;
  }

  /** Reads a byte of each cache line of the docs' records ahead of their use, up to 4 KiB each; nothing if they are in a file. @returns a meaningless sum */
  prefetchRecords(docs: Uint32Array): number {
    if (this.isPaged) return 0;
    let sum = 0;
    for (let i = 0; i < docs.length; i += 1) sum += prefetchRecord(this.records, docs[i]!);
    if (this.local !== undefined) {
      const { records, places: newPlaces } = this.local;
      for (let i = 0; i < docs.length; i += 1) {
        const place = newPlaces[docs[i]!]!;
        if (place > 0) sum += prefetchRecord(records, place - 1);
      }
    }
    return sum;
  }

  /** Fills `into` with the places of the doc's ids and of the range of all its attributes. Cost: O(attributes); allocates nothing. */
  locate(doc: DocId, into: RecordPlaces): void {
    const { blob, offsets } = this.records;
    const offset = offsets.at(doc);
    const next = offsets.at(doc + 1);
    const chunk = blob.recordAt(offset, next);
    const { bytes } = chunk;
    const place = blob.placeAt(offset);
    into.chunk = chunk;
    into.attributesEnd = place + blob.lengthOf(offset, next);
    into.at = place;
    const idLength = into.varint(bytes);
    const urlLength = into.varint(bytes);
    into.lengthsStart = into.at;
    let at = into.at;
    // A byte after the last one is undefined, and not >= 0x80: the loop ends even in damaged bytes.
    for (let remaining = this.attributeCount; remaining > 0; at += 1) if (!(bytes[at]! >= 0x80)) remaining -= 1;
    into.idStart = at;
    into.idEnd = at + idLength;
    into.urlStart = urlLength === 0 ? at : into.idEnd;
    into.urlEnd = into.idEnd + urlLength;
    into.attributesStart = into.urlEnd;
    into.localRecord = this.local === undefined ? 0 : this.local.places[doc]!;
  }

  /** Fills in the places of each attribute, after `locate`. Cost: O(attributes). */
  locateAttributes(into: RecordPlaces): void {
    const { bytes } = into.chunk;
    into.at = into.lengthsStart;
    let start = into.attributesStart;
    for (let attribute = 0; attribute < this.attributeCount; attribute += 1) {
      const length = into.varint(bytes);
      into.starts[attribute] = start;
      into.lengths[attribute] = length;
      start += length + 1;
    }
    if (into.localRecord > 0 && this.local !== undefined) locateLocalAttributes(this.local, into);
  }

  /** Fills in the ranges of all attributes, if the locale has a record; after `locate`. Cost: O(localized attributes). */
  locatePieces(into: RecordPlaces): void {
    if (this.local !== undefined) locateLocalPieces(this.local, into);
  }

  /** Fills `into` with the range of one attribute, `"name":value`. Cost: O(attributes); allocates nothing. */
  attribute(doc: DocId, attribute: number, scratch: RecordPlaces, into: RecordRange): void {
    this.locate(doc, scratch);
    this.locateAttributes(scratch);
    into.bytes = scratch.chunkOf(attribute).bytes;
    into.start = scratch.starts[attribute]!;
    into.end = into.start + scratch.lengths[attribute]!;
  }
}

function requestRecord({ blob, offsets }: Records, record: number): boolean {
  return blob.want(offsets.at(record), offsets.at(record + 1));
}

function prefetchRecord({ blob, offsets }: Records, record: number): number {
  const offset = offsets.at(record);
  const bytes = blob.chunkAt(offset);
  const place = blob.placeAt(offset);
  const end = place + Math.min(prefetchMaximumBytes, blob.lengthOf(offset, offsets.at(record + 1)));
  let sum = 0;
  for (let at = place; at < end; at += cacheLineBytes) sum += bytes[at]!;
  return sum;
}
