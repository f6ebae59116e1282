/**
 * The blocks that one thread keeps of what stays in files: slots of one size, in slabs that are used over and over, so
 * that a block that is read makes no garbage outside of the heap.
 *
 * A block that is needed again soon stays: which goes next is found by a clock hand that passes over blocks used since
 * it came by last. Blocks that answers under way need are held and stay in any case. Where all are held there are more
 * slabs than the maximum for a while; they go when nobody holds anything in them.
 *
 * Invariants: what nobody holds may be overwritten whenever something is read, which never happens while a caller works
 * without waiting; a slot has an owner if and only if the owner's table leads to it.
 */
import { type Chunk, chunkOf } from '../blob.js';
import { BLOCK_BYTES } from './block-sums.js';

/** Of a megabyte. */
const SLAB_SLOTS = 256;
/** Behind the last slot, for copies of whole groups (jsonapi/document/pieces). */
const slackBytes = 64;

/** What has blocks: knows in which slot each is. */
export interface BlockOwner {
  /** Block → slot, −1 where it is not in memory. */
  readonly slots: Int32Array;
}

interface Slab {
  readonly chunk: Chunk;
  /** Slots that are held, by how many holders. */
  held: number;
}

export class BlockCache {
  readonly #slabSlots: number;
  readonly #slabsMaximum: number;
  /** Undefined where a surplus one has gone. */
  readonly #slabs: (Slab | undefined)[] = [];
  readonly #owners: (BlockOwner | undefined)[] = [];
  #blocks = new Int32Array(0);
  #isUsed = new Uint8Array(0);
  #holders = new Uint32Array(0);
  readonly #free: number[] = [];
  #live = 0;
  #hand = 0;
  /** Blocks removed to make room, since the start. */
  evictions = 0;
  /** Blocks read from files, since the start. */
  read = 0;
  /** Blocks that were in memory when an answer came to need them, since the start. */
  found = 0;

  /**
   * @param byteLength what blocks may take, in bytes; at least one slab is used
   * @param slabSlots blocks of a slab
   */
  constructor(byteLength: number, slabSlots = SLAB_SLOTS) {
    this.#slabSlots = slabSlots;
    this.#slabsMaximum = Math.max(1, Math.floor(byteLength / (slabSlots * BLOCK_BYTES)));
  }

  /** What the blocks take now, in bytes. */
  get byteLength(): number {
    return this.#live * this.#slabSlots * BLOCK_BYTES;
  }

  chunkOf(slot: number): Chunk {
    return this.#slabs[Math.floor(slot / this.#slabSlots)]!.chunk;
  }

  /** Where the slot begins in its chunk. */
  placeOf(slot: number): number {
    return (slot % this.#slabSlots) * BLOCK_BYTES;
  }

  /** The slot's own bytes. */
  bytesOf(slot: number): Uint8Array {
    const place = this.placeOf(slot);
    return this.chunkOf(slot).bytes.subarray(place, place + BLOCK_BYTES);
  }

  /** Notes that somebody looks at the block. */
  touch(slot: number): void {
    this.#isUsed[slot] = 1;
  }

  /** Takes a slot for a block that is about to be read, and holds it. Nobody finds it before `settle`. Cost: O(1) mostly. */
  take(): number {
    const slot = this.#free.pop() ?? this.#evicted() ?? this.#added();
    this.hold(slot);
    return slot;
  }

  /** The block is read: from now on its owner has it. */
  settle(slot: number, owner: BlockOwner, block: number): void {
    this.#owners[slot] = owner;
    this.#blocks[slot] = block;
    this.#isUsed[slot] = 1;
    owner.slots[block] = slot;
  }

  /** Keeps the block where it is until it is let go as often. */
  hold(slot: number): void {
    this.#holders[slot]! += 1;
    this.#slabOf(slot).held += 1;
  }

  letGo(slot: number): void {
    this.#holders[slot]! -= 1;
    const slab = this.#slabOf(slot);
    slab.held -= 1;
    if (this.#holders[slot] === 0 && this.#owners[slot] === undefined) this.#free.push(slot);
    if (slab.held === 0 && this.#live > this.#slabsMaximum) this.#drop(Math.floor(slot / this.#slabSlots));
  }

  /** Forgets all blocks of an owner that nobody reads any more. Cost: O(slots). */
  forget(owner: BlockOwner): void {
    for (let slot = 0; slot < this.#owners.length; slot += 1) {
      if (this.#owners[slot] !== owner) continue;
      this.#leave(slot);
      if (this.#holders[slot] === 0) this.#free.push(slot);
    }
  }

  #slabOf(slot: number): Slab {
    return this.#slabs[Math.floor(slot / this.#slabSlots)]!;
  }

  #leave(slot: number): void {
    const owner = this.#owners[slot];
    if (owner !== undefined) owner.slots[this.#blocks[slot]!] = -1;
    this.#owners[slot] = undefined;
    this.#isUsed[slot] = 0;
  }

  /** @returns a slot whose block has gone; undefined where there is room for a further slab, or all are held */
  #evicted(): number | undefined {
    if (this.#live < this.#slabsMaximum) return undefined;
    for (let steps = 2 * this.#owners.length; steps > 0; steps -= 1) {
      const slot = this.#hand;
      this.#hand = (this.#hand + 1) % this.#owners.length;
      if (this.#holders[slot]! > 0 || this.#owners[slot] === undefined) continue;
      if (this.#isUsed[slot] === 1) this.#isUsed[slot] = 0;
      else {
        this.#leave(slot);
        this.evictions += 1;
        return slot;
      }
    }
    return undefined;
  }

  /** Adds a slab. @returns one of its slots */
  #added(): number {
    const gone = this.#slabs.indexOf(undefined);
    const place = gone < 0 ? this.#slabs.length : gone;
    const byteLength = this.#slabSlots * BLOCK_BYTES + slackBytes;
    // V8 counts memory that is shared for no thread, so a cache that fills does not make it mark the whole heap over and
    // over. A surplus slab is to be counted, or it would be collected late.
    const isSurplus = this.#live >= this.#slabsMaximum;
    const bytes = new Uint8Array(isSurplus ? new ArrayBuffer(byteLength) : new SharedArrayBuffer(byteLength));
    this.#slabs[place] = { chunk: chunkOf(bytes), held: 0 };
    this.#live += 1;
    const first = place * this.#slabSlots;
    if (gone < 0) {
      const slots = first + this.#slabSlots;
      this.#blocks = grown(this.#blocks, new Int32Array(slots));
      this.#isUsed = grown(this.#isUsed, new Uint8Array(slots));
      this.#holders = grown(this.#holders, new Uint32Array(slots));
      for (let slot = first; slot < slots; slot += 1) this.#owners.push(undefined);
    }
    for (let slot = first + this.#slabSlots - 1; slot > first; slot -= 1) this.#free.push(slot);
    return first;
  }

  /** Gives up a slab in which nothing is held. Cost: O(free slots). */
  #drop(place: number): void {
    const first = place * this.#slabSlots;
    for (let slot = first; slot < first + this.#slabSlots; slot += 1) this.#leave(slot);
    let kept = 0;
    for (const slot of this.#free) {
      if (Math.floor(slot / this.#slabSlots) === place) continue;
      this.#free[kept] = slot;
      kept += 1;
    }
    this.#free.length = kept;
    this.#slabs[place] = undefined;
    this.#live -= 1;
  }
}

function grown<Data extends Int32Array | Uint8Array | Uint32Array>(before: Data, larger: Data): Data {
  larger.set(before);
  return larger;
}
