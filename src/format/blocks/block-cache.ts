/**
 * The block cache of one thread: blocks of files in slots of equal size, evicted by the clock algorithm.
 *
 *     slab 0   | slot 0 | slot 1 | … | slot 255 | slack |        1 MiB, reused for ever: reading makes no garbage
 *     slab 1   | slot 256 | …
 *     owner.slots   block → slot, −1 if the block is not in memory
 *
 * Running answers hold the blocks that they need. If all slots are held, surplus slabs are added, and dropped once nothing in
 * them is held. Invariants: a slot that nobody holds may be overwritten by any read, but never during synchronous work; a slot
 * has an owner exactly if the table of the owner points to it.
 */
import { type Chunk, chunkOf } from '../blob.js';
import { BLOCK_BYTES } from './block-sums.js';

/** Slots of a slab: 1 MiB. */
const SLAB_SLOTS = 256;
/** Readable bytes after the last slot, for copies in groups (jsonapi/document/pieces). */
const slackBytes = 64;

/** The owner of blocks, with the slot of each. */
export interface BlockOwner {
  /** Block → slot; −1 if the block is not in memory. */
  readonly slots: Int32Array;
}

interface Slab {
  readonly chunk: Chunk;
  /** Holders of slots of this slab. */
  held: number;
}

export class BlockCache {
  readonly #slabSlots: number;
  #slabsMaximum: number;
  /** Undefined at the index of a dropped surplus slab. */
  readonly #slabs: (Slab | undefined)[] = [];
  readonly #owners: (BlockOwner | undefined)[] = [];
  #blocks = new Int32Array(0);
  #isUsed = new Uint8Array(0);
  #holders = new Uint32Array(0);
  readonly #freeSlots: number[] = [];
  /** Number of slabs in use. */
  #slabCount = 0;
  /** The slot at which the clock hand stands. */
  #hand = 0;
  /** Evicted blocks since the start. */
  evictions = 0;
  /** Blocks read from files since the start. */
  blocksRead = 0;
  /** Cache hits since the start. */
  hits = 0;

  /**
   * @param byteLength maximum of all slabs, in bytes; at least one slab is used
   * @param slabSlots blocks of a slab
   */
  constructor(byteLength: number, slabSlots = SLAB_SLOTS) {
    this.#slabSlots = slabSlots;
    this.#slabsMaximum = this.#countSlabs(byteLength);
  }

  /**
   * Sets another maximum. Surplus slabs are dropped at once, those with held blocks as soon as nothing in them is held.
   *
   * @param byteLength as in the constructor
   * Not to be called during the synchronous work of an answer. Cost: O(free slots) for each dropped slab.
   */
  resize(byteLength: number): void {
    this.#slabsMaximum = this.#countSlabs(byteLength);
    for (let slabIndex = this.#slabs.length - 1; slabIndex >= 0; slabIndex -= 1) {
      if (this.#slabCount <= this.#slabsMaximum) return;
      if (this.#slabs[slabIndex]?.held === 0) this.#drop(slabIndex);
    }
  }

  /** Bytes of all slabs. */
  get byteLength(): number {
    return this.#slabCount * this.#slabSlots * BLOCK_BYTES;
  }

  chunkOf(slot: number): Chunk {
    return this.#slabs[Math.floor(slot / this.#slabSlots)]!.chunk;
  }

  /** Position of the slot in its chunk. */
  placeOf(slot: number): number {
    return (slot % this.#slabSlots) * BLOCK_BYTES;
  }

  /** The bytes of the slot. */
  bytesOf(slot: number): Uint8Array {
    const place = this.placeOf(slot);
    return this.chunkOf(slot).bytes.subarray(place, place + BLOCK_BYTES);
  }

  /** Marks the block as used, for the clock hand. */
  touch(slot: number): void {
    this.#isUsed[slot] = 1;
  }

  /** Reserves and holds a slot for a block that is about to be read. No owner finds it before `settle`. Cost: mostly O(1). */
  take(): number {
    const slot = this.#freeSlots.pop() ?? this.#evict() ?? this.#addSlab();
    this.hold(slot);
    return slot;
  }

  /** Enters the block, now read, into the table of its owner. */
  settle(slot: number, owner: BlockOwner, block: number): void {
    this.#owners[slot] = owner;
    this.#blocks[slot] = block;
    this.#isUsed[slot] = 1;
    owner.slots[block] = slot;
  }

  /** Keeps the block in its slot until `release` was called as often. */
  hold(slot: number): void {
    this.#holders[slot]! += 1;
    this.#slabOf(slot).held += 1;
  }

  release(slot: number): void {
    this.#holders[slot]! -= 1;
    const slab = this.#slabOf(slot);
    slab.held -= 1;
    if (this.#holders[slot] === 0 && this.#owners[slot] === undefined) this.#freeSlots.push(slot);
    if (slab.held === 0 && this.#slabCount > this.#slabsMaximum) this.#drop(Math.floor(slot / this.#slabSlots));
  }

  /** Removes all blocks of an owner that is no longer in use. Cost: O(slots). */
  removeOwner(owner: BlockOwner): void {
    for (let slot = 0; slot < this.#owners.length; slot += 1) {
      if (this.#owners[slot] !== owner) continue;
      this.#detach(slot);
      if (this.#holders[slot] === 0) this.#freeSlots.push(slot);
    }
  }

  #countSlabs(byteLength: number): number {
    return Math.max(1, Math.floor(byteLength / (this.#slabSlots * BLOCK_BYTES)));
  }

  #slabOf(slot: number): Slab {
    return this.#slabs[Math.floor(slot / this.#slabSlots)]!;
  }

  /** Separates the slot from its owner, so that no read of the owner finds it. */
  #detach(slot: number): void {
    const owner = this.#owners[slot];
    if (owner !== undefined) owner.slots[this.#blocks[slot]!] = -1;
    this.#owners[slot] = undefined;
    this.#isUsed[slot] = 0;
  }

  /** Evicts a block. @returns its slot; undefined if another slab is allowed, or all slots are held */
  #evict(): number | undefined {
    if (this.#slabCount < this.#slabsMaximum) return undefined;
    for (let steps = 2 * this.#owners.length; steps > 0; steps -= 1) {
      const slot = this.#hand;
      this.#hand = (this.#hand + 1) % this.#owners.length;
      if (this.#holders[slot]! > 0 || this.#owners[slot] === undefined) continue;
      if (this.#isUsed[slot] === 1) this.#isUsed[slot] = 0;
      else {
        this.#detach(slot);
        this.evictions += 1;
        return slot;
      }
    }
    return undefined;
  }

  /** Adds a slab. @returns its first slot */
  #addSlab(): number {
    const droppedIndex = this.#slabs.indexOf(undefined);
    const isNewIndex = droppedIndex < 0;
    const slabIndex = isNewIndex ? this.#slabs.length : droppedIndex;
    const byteLength = this.#slabSlots * BLOCK_BYTES + slackBytes;
    // V8 does not count shared memory, so a growing cache does not cause collections of the heap. A surplus slab is counted, because
    // it would be collected late otherwise.
    const isSurplus = this.#slabCount >= this.#slabsMaximum;
    const bytes = new Uint8Array(isSurplus ? new ArrayBuffer(byteLength) : new SharedArrayBuffer(byteLength));
    this.#slabs[slabIndex] = { chunk: chunkOf(bytes), held: 0 };
    this.#slabCount += 1;
    const first = slabIndex * this.#slabSlots;
    if (isNewIndex) {
      const slots = first + this.#slabSlots;
      this.#blocks = copyInto(this.#blocks, new Int32Array(slots));
      this.#isUsed = copyInto(this.#isUsed, new Uint8Array(slots));
      this.#holders = copyInto(this.#holders, new Uint32Array(slots));
      for (let slot = first; slot < slots; slot += 1) this.#owners.push(undefined);
    }
    for (let slot = first + this.#slabSlots - 1; slot > first; slot -= 1) this.#freeSlots.push(slot);
    return first;
  }

  /** Drops a slab in which nothing is held. Cost: O(free slots). */
  #drop(slabIndex: number): void {
    const first = slabIndex * this.#slabSlots;
    for (let slot = first; slot < first + this.#slabSlots; slot += 1) this.#detach(slot);
    let remaining = 0;
    for (const slot of this.#freeSlots) {
      if (Math.floor(slot / this.#slabSlots) === slabIndex) continue;
      this.#freeSlots[remaining] = slot;
      remaining += 1;
    }
    this.#freeSlots.length = remaining;
    this.#slabs[slabIndex] = undefined;
    this.#slabCount -= 1;
  }
}

function copyInto<Data extends Int32Array | Uint8Array | Uint32Array>(values: Data, larger: Data): Data {
  larger.set(values);
  return larger;
}
