/**
 * Whole items of one type, up to 64 at a time: a compiled loop (src/kernels) joins their bytes in the segment's own memory.
 *
 * An item is whole if it shows all attributes and all links. The bytes are the same as those of resource-object, which
 * writes all other items, and all items of segments outside of that memory. Elsewhere: the steps of the loop (program).
 */
import type { DocId } from '../../../content/model/index.js';
import type { Arena } from '../../../index/docset/index.js';
import type { RecordPlaces } from '../../../index/documents/index.js';
import {
  COPIED_BYTES,
  ITEM_ATTRIBUTES,
  ITEM_BYTES,
  ITEM_ID,
  ITEM_URL,
  type Kernels,
  kernelsIn,
} from '../../../kernels/index.js';
import type { ByteWriter } from '../byte-writer.js';
import type { CompleteRelationship, TypeBytes } from '../constants.js';
import { isWholeItemVisible } from '../resource-object.js';
import type { Resource } from '../resources.js';
import { type Program, programOf, type RelationshipAddresses } from './program.js';

const itemWords = ITEM_BYTES / 4;
/** Fewer items are written one by one: a call of the loop costs about as much as one item. */
export const ITEMS_MINIMUM = 4;
/** Maximum number of items per call, so that their bytes stay in the processor's cache. */
const itemsMaximum = 64;
/** Room for one link; if links need more on average, the items are written one by one. */
const bytesPerLink = 96;
/** Maximum memory for the bytes of one call. */
const textBytesMaximum = 2 ** 18;

const SEPARATOR = ',';

/** The compiled writer of one type. */
export class CompiledItems {
  readonly #bytes: TypeBytes;
  readonly #arena: Arena;
  readonly #program: Program;
  readonly #kernels: Kernels;

  private constructor(bytes: TypeBytes, arena: Arena, program: Program, kernels: Kernels) {
    this.#bytes = bytes;
    this.#arena = arena;
    this.#program = program;
    this.#kernels = kernels;
  }

  /**
   * @returns undefined if some bytes of the type's items are outside of the segment's memory
   * Cost: O(model).
   */
  static of(bytes: TypeBytes): CompiledItems | undefined {
    const { own, documents, arena, file } = bytes.type.segment;
    if (own !== undefined || documents.isPaged || arena === undefined || file?.memory === undefined) return undefined;
    const { chunks } = documents.records.blob;
    if (chunks.some(({ buffer }) => !arena.ownsBuffer(buffer))) return undefined;
    const relationships = bytes.complete.relationships.map((relationship) => addressesOf(relationship, arena));
    const addresses = relationships.filter((numbers) => numbers !== undefined);
    if (addresses.length < relationships.length) return undefined;
    return new CompiledItems(bytes, arena, programOf(bytes, SEPARATOR, addresses), kernelsIn(file.memory));
  }

  /**
   * Writes the longest run of whole items of the type that begins at `from`, at most 64, with a comma before each except
   * the first resource of the list.
   *
   * @returns the number of items written; or a negative number `-n`, if the next n items have to be written one by one
   * Cost: O(bytes), a fraction of writing them one by one.
   */
  write(out: ByteWriter, resources: readonly Resource[], from: number): number {
    const arena = this.#arena;
    const mark = arena.mark();
    const numbers = arena.list(Math.min(itemsMaximum, resources.length - from) * itemWords);
    const { count, bound: bytesMaximum } = this.#describeItems(resources, from, numbers);
    const skipped = from === 0 ? SEPARATOR.length : 0;
    const place = out.offsetInEight + 8 - skipped;
    const bytes = count < ITEMS_MINIMUM ? undefined : this.#writeTogether(numbers, count, bytesMaximum, place, skipped);
    if (bytes !== undefined) out.bytes(bytes);
    arena.release(mark);
    return bytes === undefined ? Math.min(-count, -1) : count;
  }

  /** Writes the addresses of the run's items into `numbers`. @returns their count, and an upper bound of their bytes */
  #describeItems(resources: readonly Resource[], from: number, numbers: Uint32Array): { count: number; bound: number } {
    const { type, places } = this.#bytes;
    const { constantBytes, parts } = this.#program;
    let [count, bound] = [0, 0];
    for (let at = 0; at < numbers.length; at += itemWords) {
      const resource = resources[from + count]!;
      if (resource.type.number !== type.number || !isWholeItemVisible(this.#bytes, resource)) break;
      type.segment.documents.locate(resource.doc, places);
      if (places.attributesStart === places.attributesEnd) break;
      const longest = Math.max(places.idEnd - places.idStart, places.urlEnd - places.urlStart);
      bound += places.attributesEnd - places.attributesStart + constantBytes + parts * longest;
      bound += this.#linkCountOf(resource.doc) * bytesPerLink;
      if (bound > textBytesMaximum) break;
      describeItem(numbers, at, resource.doc, places);
      count += 1;
    }
    return { count, bound: Math.min(bound, textBytesMaximum) };
  }

  /**
   * @param place   offset of the first separator in the text's memory, chosen so that the text and the document have the
   *                same offset modulo 8: shared memory is then copied eight bytes at a time, otherwise byte by byte
   * @param skipped bytes to leave out at the beginning
   * @returns the items, with a separator before each; undefined if there is not enough room
   */
  #writeTogether(
    numbers: Uint32Array,
    count: number,
    bound: number,
    place: number,
    skipped: number,
  ): Uint8Array | undefined {
    const arena = this.#arena;
    const { image, stepsBytes } = this.#program;
    const program = arena.list(Math.ceil(image.byteLength / 4));
    const text = arena.list(Math.ceil((place + bound) / 4) + COPIED_BYTES);
    if (![numbers, program, text].every(({ buffer }) => arena.ownsBuffer(buffer))) return undefined;
    const { byteOffset: start } = program;
    new Uint8Array(program.buffer, start, image.byteLength).set(image);
    const { byteOffset: first } = numbers;
    const out = text.byteOffset + place;
    const limit = text.byteOffset + text.byteLength;
    const end = first + count * ITEM_BYTES;
    const written = this.#kernels.writeItems(first, end, start, start + stepsBytes, out, limit);
    return written === 0 ? undefined : new Uint8Array(text.buffer, out + skipped, written - skipped);
  }

  /** @returns the number of links of an item, plus one per relationship for the digits of its total */
  #linkCountOf(doc: DocId): number {
    const { relationships } = this.#bytes.complete;
    let count = 0;
    for (let i = 0; i < relationships.length; i += 1) count += 1 + relationships[i]!.index.links.countOf(doc);
    return count;
  }
}

function describeItem(numbers: Uint32Array, at: number, doc: DocId, places: RecordPlaces): void {
  const { byteOffset } = places.chunk.bytes;
  numbers[at] = doc;
  numbers[at + ITEM_ID / 4] = byteOffset + places.idStart;
  numbers[at + ITEM_ID / 4 + 1] = places.idEnd - places.idStart;
  numbers[at + ITEM_URL / 4] = byteOffset + places.urlStart;
  numbers[at + ITEM_URL / 4 + 1] = places.urlEnd - places.urlStart;
  numbers[at + ITEM_ATTRIBUTES / 4] = byteOffset + places.attributesStart;
  numbers[at + ITEM_ATTRIBUTES / 4 + 1] = places.attributesEnd - places.attributesStart;
}

/** @returns undefined if a column is outside of the segment's memory, or the linkage has several chunks */
function addressesOf({ index }: CompleteRelationship, arena: Arena): RelationshipAddresses | undefined {
  const { starts, targets } = index.links;
  const { blob, offsets } = index.linkage.rendered;
  const { bases, relative } = offsets.tables;
  const [linkage, ...more] = blob.chunks;
  if (starts === undefined || targets === undefined || linkage === undefined || more.length > 0) return undefined;
  const all = [starts, targets, bases, relative, linkage];
  if (!all.every(({ buffer }) => arena.ownsBuffer(buffer))) return undefined;
  return {
    starts: starts.byteOffset,
    targets: targets.byteOffset,
    bases: bases.byteOffset,
    relative: relative.byteOffset,
    linkage: linkage.byteOffset,
  };
}
