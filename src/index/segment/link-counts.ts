/**
 * Link counts: the number of links of each doc by a to-many relationship, as the index of an integer field.
 *
 * A snapshot stores the starts of the links, which define the counts, and nothing else for them. The first request that asks
 * for a count derives its column, posting lists and quantiles; a thread keeps them as long as the segment. No request is charged
 * for that: it happens once, and a request that were refused for it would be refused every time. Every doc has a value, at
 * least 0. Elsewhere: names of counts (content/model/link-counts), reasons and figures
 * (docs/decisions/0038-link-counts.md).
 */
import { threshold } from '../../content/choices/index.js';
import { DEFAULT_CHOICES, linkCountField, type RelationshipField } from '../../content/model/index.js';
import type { LinkColumn, OrdinalColumn } from '../columns/index.js';
import type { Arena } from '../docset/index.js';
import { Quantiles, quantilePlaces, RunPostings, writeQuantileBits } from '../postings/index.js';
import { NumberTerms } from '../termdict/index.js';
import type { DerivedCounts, NumberIndex } from './fields.js';

/** Parts of the quantiles, each a bit per doc of the memory of a thread; up to twice as many counts have one each. */
const quantileParts = 16;

/** Every part begins on a cache line. */
const lineBytes = 64;

export class LinkCounts implements DerivedCounts {
  readonly #field: RelationshipField;
  readonly #links: LinkColumn;
  #index: NumberIndex | undefined;

  constructor(field: RelationshipField, links: LinkColumn) {
    this.#field = field;
    this.#links = links;
  }

  /**
   * @param arena of the segment; its memory holds the index
   * @returns the index of the counts
   * Cost: O(docs) in the first call, about 20 ns per doc; keeps 5 to 8 bytes per doc, and up to 4 more for the quantiles of a large segment.
   */
  open(arena: Arena): NumberIndex {
    this.#index ??= this.#derive(arena);
    return this.#index;
  }

  #derive(arena: Arena): NumberIndex {
    const { starts } = this.#links;
    const size = starts.length - 1;
    const histogram = countDocsByCount(this.#links);
    // A count that some doc has → its ordinal.
    const ordinalOf = new Uint32Array(histogram.length);
    const counts: number[] = [];
    const runStarts = [0];
    for (const [count, docCount] of histogram.entries()) {
      if (docCount === 0) continue;
      counts.push(count);
      ordinalOf[count] = counts.length;
      runStarts.push(runStarts.at(-1)! + docCount);
    }
    const places = placesOf(Uint32Array.from(runStarts), size);
    const memory = takeMemory(arena, size, counts.length, places.length);
    memory.starts.set(runStarts);
    fillColumns(this.#links, ordinalOf, memory);
    writeQuantileBits(memory.docs, places, memory.quantileBits);
    return {
      kind: 'numbers',
      field: linkCountField(this.#field),
      column: memory.column,
      postings: new RunPostings(memory.docs, memory.starts),
      quantiles: places.length === 0 ? undefined : new Quantiles(places, memory.quantileBits, memory.docs),
      terms: new NumberTerms(Float64Array.from(counts)),
    };
  }
}

/** @returns the places of the quantiles; none for a small segment, as a build stores none */
function placesOf(starts: Uint32Array, size: number): Uint32Array {
  const isSmall = size < threshold('counts.quantiles', DEFAULT_CHOICES.quantilesFrom);
  return isSmall ? new Uint32Array(0) : quantilePlaces(starts, quantileParts, 2 * quantileParts + 1);
}

/** The arrays of an index. Their content is undefined until they are filled. */
interface CountMemory {
  readonly docs: Uint32Array;
  readonly starts: Uint32Array;
  readonly column: OrdinalColumn;
  readonly quantileBits: Uint32Array;
}

/** @returns arrays in memory that compiled loops reach, taken in one piece */
function takeMemory(arena: Arena, size: number, terms: number, places: number): CountMemory {
  const columnWidth = terms < 2 ** 8 ? 1 : terms < 2 ** 16 ? 2 : 4;
  const bitsLength = Math.ceil(size / 32) * places;
  const byteLengths = [size * 4, (terms + 1) * 4, bitsLength * 4, size * columnWidth].map(
    (byteLength) => Math.ceil(byteLength / lineBytes) * lineBytes,
  );
  const [docsBytes = 0, startsBytes = 0, bitsBytes = 0, columnBytes = 0] = byteLengths;
  const { buffer, byteOffset } = arena.keep(docsBytes + startsBytes + bitsBytes + columnBytes);
  const bitsOffset = byteOffset + docsBytes + startsBytes;
  const columnOffset = bitsOffset + bitsBytes;
  return {
    docs: new Uint32Array(buffer, byteOffset, size),
    starts: new Uint32Array(buffer, byteOffset + docsBytes, terms + 1),
    quantileBits: new Uint32Array(buffer, bitsOffset, bitsLength),
    column: createColumn(buffer, columnOffset, size, columnWidth),
  };
}

function createColumn(buffer: ArrayBufferLike, offset: number, size: number, width: 1 | 2 | 4): OrdinalColumn {
  switch (width) {
    case 1:
      return new Uint8Array(buffer, offset, size);
    case 2:
      return new Uint16Array(buffer, offset, size);
    case 4:
      return new Uint32Array(buffer, offset, size);
  }
}

/** @returns the number of links of a doc; between 0 and the number of all links, also if the starts are damaged */
const linksBetween = (start: number, end: number, allLinks: number): number =>
  Math.max(0, Math.min(end, allLinks) - start);

/** @returns count → number of docs that have it */
function countDocsByCount({ starts, targets }: LinkColumn): Uint32Array {
  const size = starts.length - 1;
  let greatest = 0;
  for (let doc = 0; doc < size; doc += 1) {
    const count = linksBetween(starts[doc]!, starts[doc + 1]!, targets.length);
    if (count > greatest) greatest = count;
  }
  const histogram = new Uint32Array(size === 0 ? 0 : greatest + 1);
  for (let doc = 0; doc < size; doc += 1) histogram[linksBetween(starts[doc]!, starts[doc + 1]!, targets.length)]! += 1;
  return histogram;
}

/** Writes the ordinal of each doc, and the docs by count: a counting sort, so docs with equal counts ascend. */
function fillColumns({ starts, targets }: LinkColumn, ordinalOf: Uint32Array, memory: CountMemory): void {
  const { docs, column } = memory;
  const nextPlaces = memory.starts.slice();
  for (let doc = 0; doc < docs.length; doc += 1) {
    const ordinal = ordinalOf[linksBetween(starts[doc]!, starts[doc + 1]!, targets.length)]!;
    column[doc] = ordinal;
    docs[nextPlaces[ordinal - 1]!] = doc;
    nextPlaces[ordinal - 1]! += 1;
  }
}
