/**
 * Places of one item's parts within its rendered record: reusable objects that the document store fills for each item.
 */
import { type Chunk, chunkOf, VarintCursor } from '../../format/index.js';

const emptyChunk = chunkOf(new Uint8Array(0));

/** Places of one record's parts within its chunk. */
export class RecordPlaces extends VarintCursor {
  chunk: Chunk = emptyChunk;
  idStart = 0;
  idEnd = 0;
  urlStart = 0;
  urlEnd = 0;
  /** Start of the attributes' lengths. */
  lengthsStart = 0;
  /** Attribute a is `[starts[a], starts[a] + lengths[a])`; filled by `locateAttributes`. */
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  /** Index of the locale's own record plus 1; 0 if the locale has no own attributes of this item. */
  localRecord = 0;
  /** Attribute → 1 if it is in the locale's record; meaningless if there is none. Filled by `locateAttributes`. */
  readonly isLocal: Uint8Array;
  localChunk: Chunk = emptyChunk;
  /** Number of ranges that make up the locale's attributes: alternately of the two chunks, joined by commas. Filled by `locatePieces`. */
  pieceCount = 0;
  readonly pieceStarts: Uint32Array;
  readonly pieceEnds: Uint32Array;
  /** Whether the first range is in the locale's record. */
  isFirstLocal = false;
  /** All attributes of the default locale, with the commas between them. */
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

  /** @returns the chunk with an attribute; after `locateAttributes` */
  chunkOf(attribute: number): Chunk {
    return this.localRecord > 0 && this.isLocal[attribute] === 1 ? this.localChunk : this.chunk;
  }
}

/** A range of bytes. */
export class RecordRange {
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
}
