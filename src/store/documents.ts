/**
 * Rendered items: doc id → the bytes of its id and attributes, ready to be copied into a document.
 *
 * A record has 2 + A lengths as LEB128 varints (A the type's attributes): of the id in JSON (without quotes), of the
 * id in a URL (0 where it is the same), and of each attribute as `"name":value`; then those bytes, the attributes
 * joined by commas. So all attributes are one range, and any subset is a few.
 */
import { type Chunk, chunkOf, type Records } from '../format/index.js';

const nothing = chunkOf(new Uint8Array(0));

/** Places of one record within its chunk; an object that is filled again for each item. */
export class RecordPlaces {
  chunk: Chunk = nothing;
  idStart = 0;
  idEnd = 0;
  urlStart = 0;
  urlEnd = 0;
  /** Attribute a is `[attributes[a], attributes[a] + lengths[a])`. */
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  /** All attributes with their commas. */
  attributesStart = 0;
  attributesEnd = 0;

  constructor(attributeCount: number) {
    this.starts = new Uint32Array(attributeCount);
    this.lengths = new Uint32Array(attributeCount);
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
  readonly #attributeCount: number;

  constructor(records: Records, attributeCount: number) {
    this.records = records;
    this.#attributeCount = attributeCount;
  }

  places(): RecordPlaces {
    return new RecordPlaces(this.#attributeCount);
  }

  /** Fills `into` with the places of the doc's record. Cost: O(attributes); allocates nothing. */
  locate(doc: number, into: RecordPlaces): void {
    const { blob, offsets } = this.records;
    const offset = offsets.at(doc);
    const chunk = blob.pairAt(offset);
    const { bytes } = chunk;
    let at = blob.placeAt(offset);
    let value = 0;
    let idLength = 0;
    let urlLength = 0;
    for (let piece = 0; piece < this.#attributeCount + 2; piece += 1) {
      value = bytes[at++]!;
      if (value >= 0x80) {
        value &= 0x7f;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[at++]!;
          value += (byte & 0x7f) << shift;
          if (byte < 0x80) break;
        }
      }
      if (piece === 0) idLength = value;
      else if (piece === 1) urlLength = value;
      else into.lengths[piece - 2] = value;
    }
    into.chunk = chunk;
    into.idStart = at;
    at += idLength;
    into.idEnd = at;
    into.urlStart = urlLength === 0 ? into.idStart : at;
    at += urlLength;
    into.urlEnd = at;
    into.attributesStart = at;
    for (let attribute = 0; attribute < this.#attributeCount; attribute += 1) {
      into.starts[attribute] = at;
      at += into.lengths[attribute]! + 1;
    }
    into.attributesEnd = this.#attributeCount === 0 ? at : at - 1;
  }

  /** Finds one attribute of the doc: `"name":value`. Cost: O(attributes); allocates nothing. */
  attribute(doc: number, attribute: number, scratch: RecordPlaces, into: RecordRange): void {
    this.locate(doc, scratch);
    into.bytes = scratch.chunk.bytes;
    into.start = scratch.starts[attribute]!;
    into.end = into.start + scratch.lengths[attribute]!;
  }
}
