/**
 * Rendered items: doc id → the bytes of its id and attributes, ready to be copied into a document.
 *
 * A record has 2 + A lengths as LEB128 varints (A the type's attributes): of the id in JSON (without quotes), of the
 * id in a URL (0 where it is the same), and of each attribute as `"name":value`; then those bytes, the attributes
 * joined by commas. So all attributes are one range, and any subset is a few.
 */
import type { DocId, TermId } from '../../content/model/index.js';
import { type Chunk, chunkOf, type Records, VarintCursor } from '../../format/index.js';
import type { LocalDocuments } from './local-documents.js';

/** Of all processors Node runs on but a few, where it is more. */
const cacheLineBytes = 64;
const fetchedMaximum = 4096;

const nothing = chunkOf(new Uint8Array(0));

/** Places of one record within its chunk; an object that is filled again for each item. */
export class RecordPlaces extends VarintCursor {
  chunk: Chunk = nothing;
  idStart = 0;
  idEnd = 0;
  urlStart = 0;
  urlEnd = 0;
  /** Where the attributes' lengths begin. */
  lengthsStart = 0;
  /** Attribute a is `[starts[a], starts[a] + lengths[a])`, once located. */
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  /** Of a locale that has localized attributes of its own, the place of their record, plus 1; 0 where it has none. */
  local = 0;
  /** Attribute → 1 where it stands in the locale's record, once located; of no meaning where there is none. */
  readonly isLocal: Uint8Array;
  localChunk: Chunk = nothing;
  /** What a locale shows of the attributes, once located: ranges of the two chunks in turns, with commas between them. */
  pieces = 0;
  readonly pieceStarts: Uint32Array;
  readonly pieceEnds: Uint32Array;
  /** Whether the first one stands in the locale's record. */
  isFirstLocal = false;
  /** All attributes with their commas, of the default locale. */
  attributesStart = 0;
  attributesEnd = 0;

  constructor(attributeCount: number) {
    super();
    this.starts = new Uint32Array(attributeCount);
    this.lengths = new Uint32Array(attributeCount);
    this.isLocal = new Uint8Array(attributeCount);
    this.pieceStarts = new Uint32Array(attributeCount * 2 + 1);
    this.pieceEnds = new Uint32Array(attributeCount * 2 + 1);
  }

  /** The chunk in which an attribute stands, once located. */
  chunkOf(attribute: number): Chunk {
    return this.local > 0 && this.isLocal[attribute] === 1 ? this.localChunk : this.chunk;
  }
}

/** A range of bytes; an object that is filled again. */
export class RecordRange {
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
}

export class DocumentStore {
  readonly records: Records;
  /** Undefined of the default locale, and where all locales have the same. */
  readonly local: LocalDocuments | undefined;
  readonly attributeCount: number;

  constructor(records: Records, attributeCount: number, local?: LocalDocuments) {
    this.records = records;
    this.local = local;
    this.attributeCount = attributeCount;
  }

  places(): RecordPlaces {
    return new RecordPlaces(this.attributeCount);
  }

  /** How long a record is on average, in bytes. */
  get meanBytes(): number {
    return this.records.blob.end / Math.max(1, this.records.count);
  }

  /** How long the doc's record is, with the locale's own. Cost: O(1). */
  byteLengthOf(doc: DocId): number {
    const place = this.local === undefined ? 0 : this.local.places[doc]!;
    const local = place === 0 ? 0 : (this.local?.records.lengthOf(place - 1) ?? 0);
    return this.records.lengthOf(doc) + local;
  }

  /** Reads where the docs' records are (fetchAhead in jsonapi/document/responder). */
  fetchPlaces(docs: Uint32Array): number {
    let read = 0;
    for (let i = 0; i < docs.length; i += 1) read += this.records.offsets.at(docs[i]!);
    if (this.local !== undefined) read += this.local.fetchPlaces(docs);
    return read;
  }

  /** Whether the records stay in a file. */
  get isPaged(): boolean {
    return this.records.blob.isPaged;
  }

  /** Says that the doc will be looked at. @returns whether its records are in memory. Cost: O(1). */
  want(doc: DocId): boolean {
    const isHere = wantRecord(this.records, doc);
    const place = this.local === undefined ? 0 : this.local.places[doc]!;
    return place === 0 || this.local === undefined ? isHere : wantRecord(this.local.records, place - 1) && isHere;
  }

  /** Reads a byte of each cache line of the docs' records, up to 4 KiB of each; nothing where they stay in a file. */
  fetchRecords(docs: Uint32Array): number {
    if (this.isPaged) return 0;
    let read = 0;
    for (let i = 0; i < docs.length; i += 1) read += fetchRecord(this.records, docs[i]!);
    if (this.local !== undefined) {
      const { records, places } = this.local;
      for (let i = 0; i < docs.length; i += 1) {
        const place = places[docs[i]!]!;
        if (place > 0) read += fetchRecord(records, place - 1);
      }
    }
    return read;
  }

  /** Fills `into` with the places of the doc's ids and of its attributes as a whole. Cost: O(attributes); allocates nothing. */
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
    // Behind the last byte there is none that is not below: whatever the bytes are, this ends with them.
    for (let rest = this.attributeCount; rest > 0; at += 1) if (!(bytes[at]! >= 0x80)) rest -= 1;
    into.idStart = at;
    into.idEnd = at + idLength;
    into.urlStart = urlLength === 0 ? at : into.idEnd;
    into.urlEnd = into.idEnd + urlLength;
    into.attributesStart = into.urlEnd;
    into.local = this.local === undefined ? 0 : this.local.places[doc]!;
  }

  /** Fills in the places of each attribute of the record that `into` was located at. Cost: O(attributes). */
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
    if (into.local > 0 && this.local !== undefined) locateLocal(this.local, into);
  }

  /** As `locateAttributes`, where the locale has a record and all attributes are wanted. Cost: O(localized attributes). */
  locatePieces(into: RecordPlaces): void {
    if (this.local !== undefined) locatePieces(this.local, into);
  }

  /** Finds one attribute of the doc: `"name":value`. Cost: O(attributes); allocates nothing. */
  attribute(doc: DocId, attribute: number, scratch: RecordPlaces, into: RecordRange): void {
    this.locate(doc, scratch);
    this.locateAttributes(scratch);
    into.bytes = scratch.chunkOf(attribute).bytes;
    into.start = scratch.starts[attribute]!;
    into.end = into.start + scratch.lengths[attribute]!;
  }
}

function wantRecord({ blob, offsets }: Records, record: number): boolean {
  return blob.want(offsets.at(record), offsets.at(record + 1));
}

function fetchRecord({ blob, offsets }: Records, record: number): number {
  const offset = offsets.at(record);
  const bytes = blob.chunkAt(offset);
  const place = blob.placeAt(offset);
  const end = place + Math.min(fetchedMaximum, blob.lengthOf(offset, offsets.at(record + 1)));
  let read = 0;
  for (let at = place; at < end; at += cacheLineBytes) read += bytes[at]!;
  return read;
}

/** Looks no further into the lengths of a record than to the last attribute that the locale has otherwise. */
function locatePieces({ records, attributes }: LocalDocuments, into: RecordPlaces): void {
  const { lengths, pieceStarts, pieceEnds, chunk } = into;
  const offset = records.offsets.at(into.local - 1);
  into.localChunk = records.blob.recordAt(offset, records.offsets.at(into.local));
  into.at = records.blob.placeAt(offset);
  for (let i = 0; i < attributes.length; i += 1) lengths[i] = into.varint(into.localChunk.bytes);
  let own = into.at;
  into.at = into.lengthsStart;
  into.isFirstLocal = false;
  let pieces = 0;
  let attribute = 0;
  let start = into.attributesStart;
  let end = start;
  for (let i = 0; i < attributes.length; i += 1) {
    const length = lengths[i]!;
    if (length === 0) continue;
    for (; attribute < attributes[i]!; attribute += 1) end += into.varint(chunk.bytes) + 1;
    if (pieces === 0) into.isFirstLocal = end === start;
    if (end > start) {
      pieceStarts[pieces] = start;
      pieceEnds[pieces] = end - 1;
      pieces += 1;
    }
    if (end > start || pieces === 0) {
      pieceStarts[pieces] = own;
      pieces += 1;
    }
    pieceEnds[pieces - 1] = own + length;
    own += length + 1;
    end += into.varint(chunk.bytes) + 1;
    attribute += 1;
    start = end;
  }
  if (start < into.attributesEnd) {
    pieceStarts[pieces] = start;
    pieceEnds[pieces] = into.attributesEnd;
    pieces += 1;
  }
  into.pieces = pieces;
}

/** Fills in the places of a locale's own attributes; the others stay where the default locale has them. */
function locateLocal({ records, attributes }: LocalDocuments, into: RecordPlaces): void {
  const offset = records.offsets.at(into.local - 1);
  into.localChunk = records.blob.recordAt(offset, records.offsets.at(into.local));
  const { bytes } = into.localChunk;
  into.at = records.blob.placeAt(offset);
  for (let i = 0; i < attributes.length; i += 1) {
    const attribute = attributes[i]!;
    const length = into.varint(bytes);
    into.isLocal[attribute] = length > 0 ? 1 : 0;
    if (length > 0) into.lengths[attribute] = length;
  }
  let start = into.at;
  for (let i = 0; i < attributes.length; i += 1) {
    const attribute = attributes[i]!;
    if (into.isLocal[attribute] === 0) continue;
    into.starts[attribute] = start;
    start += into.lengths[attribute]! + 1;
  }
}

// Rendered linkage of one relationship: target → `{"type":"…","id":"…"},`, so that any window of an item's links is
// these bytes, one target's behind the other's.

/** Where a target's bytes stand, with the comma; an object that is filled again. */
export class LinkageRange {
  chunk: Chunk = chunkOf(new Uint8Array(0));
  start = 0;
  end = 0;
}

export class LinkageStore {
  /** A record a target. */
  readonly rendered: Records;

  constructor(rendered: Records) {
    this.rendered = rendered;
  }

  /** Fills `into` with the place of the target's bytes. Cost: O(1); allocates nothing. */
  locate(target: TermId, into: LinkageRange): void {
    const { blob, offsets } = this.rendered;
    const offset = offsets.at(target);
    into.chunk = blob.pairAt(offset);
    into.start = blob.placeAt(offset);
    into.end = into.start + blob.lengthOf(offset, offsets.at(target + 1));
  }
}

// In which locales items have values of their own.

export class OwnLocales {
  /** Sets of locales as JSON arrays of their codes. */
  readonly sets: Records;
  /** Doc → set. */
  readonly docs: Uint8Array | Uint16Array | Uint32Array;

  constructor(sets: Records, docs: Uint8Array | Uint16Array | Uint32Array) {
    this.sets = sets;
    this.docs = docs;
  }
}
