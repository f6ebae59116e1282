/**
 * Whole items of one type, many at once: what shows all attributes and all links is put together by one compiled loop, in
 * the segment's own memory, and copied from there at once.
 *
 * It writes the same bytes as resource-object, which writes whatever is not whole, and all of it where a segment is in no such
 * memory.
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
/** Fewer are written one by one: handing them over costs about as much as an item does. */
export const ITEMS_MINIMUM = 4;
/** So many at once: what they are put together in stays in the processor's cache. */
const itemsMaximum = 64;
/** Of a link; where links take more on average, the items are written one by one. */
const bytesPerLink = 96;
/** What is put together at once takes no more than this of the memory. */
const textBytesMaximum = 2 ** 18;

const SEPARATOR = ',';

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
   * @returns undefined where the type's items cannot be written so: what they are put together from lies elsewhere.
   * Cost: O(model).
   */
  static of(bytes: TypeBytes): CompiledItems | undefined {
    const { own, documents, arena, file } = bytes.type.segment;
    if (own !== undefined || documents.isPaged || arena === undefined || file?.memory === undefined) return undefined;
    const { chunks } = documents.records.blob;
    if (chunks.some(({ buffer }) => !arena.isHome(buffer))) return undefined;
    const relationships = bytes.complete.relationships.map((relationship) => addressesOf(relationship, arena));
    const known = relationships.filter((numbers) => numbers !== undefined);
    if (known.length < relationships.length) return undefined;
    return new CompiledItems(bytes, arena, programOf(bytes, SEPARATOR, known), kernelsIn(file.memory));
  }

  /**
   * Writes those of the resources from `from` on that follow each other, are whole, and of the type; up to 64, with commas
   * between them, and before the first one but where it is the first of all.
   *
   * @returns how many it has written; or less than 0, where so many are to be written one by one, at least one
   * Cost: O(bytes), a fraction of writing them one by one.
   */
  write(out: ByteWriter, resources: readonly Resource[], from: number): number {
    const arena = this.#arena;
    const mark = arena.mark();
    const numbers = arena.list(Math.min(itemsMaximum, resources.length - from) * itemWords);
    const { count, bound } = this.#describeItems(resources, from, numbers);
    const skipped = from === 0 ? SEPARATOR.length : 0;
    const place = out.offsetInEight + 8 - skipped;
    const bytes = count < ITEMS_MINIMUM ? undefined : this.#writeTogether(numbers, count, bound, place, skipped);
    if (bytes !== undefined) out.bytes(bytes);
    arena.release(mark);
    return bytes === undefined ? Math.min(-count, -1) : count;
  }

  /** Fills in the numbers of the items. @returns how many they are, and how many bytes they hardly take more than */
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
   * @param place   in the memory they are put together in, where the first separator stands. Shared memory is copied eight
   *                bytes at a time where both sides begin alike, and byte by byte elsewhere.
   * @param skipped bytes that are left out at the beginning
   * @returns the items, with a separator before each; undefined where there is no room
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
    if (![numbers, program, text].every(({ buffer }) => arena.isHome(buffer))) return undefined;
    const { byteOffset: start } = program;
    new Uint8Array(program.buffer, start, image.byteLength).set(image);
    const { byteOffset: first } = numbers;
    const out = text.byteOffset + place;
    const limit = text.byteOffset + text.byteLength;
    const end = first + count * ITEM_BYTES;
    const written = this.#kernels.writeItems(first, end, start, start + stepsBytes, out, limit);
    return written === 0 ? undefined : new Uint8Array(text.buffer, out + skipped, written - skipped);
  }

  /** With room for the digits of their numbers. */
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

/** @returns undefined where not all of it is in the segment's memory, or linkage is in several pieces */
function addressesOf({ index }: CompleteRelationship, arena: Arena): RelationshipAddresses | undefined {
  const { starts, targets } = index.links;
  const { blob, offsets } = index.linkage.rendered;
  const { bases, relative } = offsets.tables;
  const [linkage, ...more] = blob.chunks;
  if (starts === undefined || targets === undefined || linkage === undefined || more.length > 0) return undefined;
  const all = [starts, targets, bases, relative, linkage];
  if (!all.every(({ buffer }) => arena.isHome(buffer))) return undefined;
  return {
    starts: starts.byteOffset,
    targets: targets.byteOffset,
    bases: bases.byteOffset,
    relative: relative.byteOffset,
    linkage: linkage.byteOffset,
  };
}
