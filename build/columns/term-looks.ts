/**
 * What is found by looking at every term once, range by range: where binary searches begin in both orders, where ids are
 * found by hash, and the text that substrings are sorted from.
 */

import { bytesOf } from '../../src/format/index.js';
import {
  HEAD_EVERY,
  hashBytes,
  headCount,
  prefixNumber,
  slotCount,
  suffixNumber,
} from '../../src/index/termdict/index.js';
import { type Encoding, encode } from '../substrings/index.js';
import { type Job, type Scratch, Spool, type WorkClock } from '../work/index.js';

/** A hash, little-endian. */
const hashBytesEach = 4;

/** Neighbouring terms. */
export interface TermsInput {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** The first one's place in the dictionary. */
  readonly first: number;
  /** Each one's place in the reversed order; undefined where there is none. */
  readonly ranks: Uint32Array | undefined;
  /** Whether they are looked up by hash. */
  readonly hashed: boolean;
  /** Undefined where there is no tree. */
  readonly encoding: Encoding | undefined;
}

/** What a range has of the heads, and the hash of each term where these are asked for. */
export interface TermsFound {
  readonly headPlaces: Uint32Array;
  readonly heads: Float64Array;
  readonly tailPlaces: Uint32Array;
  readonly tails: Float64Array;
  readonly hashes: Uint32Array;
  /** Undefined where they are written. */
  readonly codes: Uint8Array | undefined;
}

/** Cost: O(bytes). */
function lookAtTerms({ bytes, lengths, first, ranks, hashed, encoding }: TermsInput, clock: WorkClock): TermsFound {
  const [heads, tails]: [number[], number[]] = [[], []];
  const [headPlaces, tailPlaces]: [number[], number[]] = [[], []];
  const hashes = new Uint32Array(hashed ? lengths.length : 0);
  let at = 0;
  for (const [index, length] of lengths.entries()) {
    const end = at + length;
    if ((first + index) % HEAD_EVERY === 0) {
      headPlaces.push((first + index) / HEAD_EVERY);
      heads.push(prefixNumber(bytes.subarray(at, end), 0));
    }
    const rank = ranks?.[index];
    if (rank !== undefined && rank % HEAD_EVERY === 0) {
      tailPlaces.push(rank / HEAD_EVERY);
      tails.push(suffixNumber(bytes.subarray(at, end), 0));
    }
    at = end;
  }
  if (hashed) {
    clock.on('hash');
    hashAll(bytes, lengths, hashes);
  }
  clock.on('substrings');
  return {
    headPlaces: Uint32Array.from(headPlaces),
    heads: Float64Array.from(heads),
    tailPlaces: Uint32Array.from(tailPlaces),
    tails: Float64Array.from(tails),
    hashes,
    codes: encoding && encode(bytes, lengths, encoding),
  };
}

function hashAll(bytes: Uint8Array, lengths: Uint32Array, out: Uint32Array): void {
  let at = 0;
  for (const [index, length] of lengths.entries()) {
    out[index] = hashBytes(bytes, at, at + length);
    at += length;
  }
}

/** Puts together what the ranges have, which come in the order of the dictionary. */
export class TermLooks {
  readonly heads: Float64Array;
  /** Undefined where there is no reversed order. */
  readonly tails: Float64Array | undefined;
  readonly #count: number;
  /** Of each term, where these are asked for. */
  readonly #hashes: Spool;

  /** @param reversed whether there is a reversed order */
  constructor(count: number, scratch: Scratch, reversed: boolean) {
    this.#count = count;
    this.heads = new Float64Array(headCount(count));
    this.tails = reversed ? new Float64Array(headCount(count)) : undefined;
    this.#hashes = new Spool(scratch);
  }

  add({ headPlaces, heads, tailPlaces, tails }: TermsFound): void {
    for (const [index, place] of headPlaces.entries()) this.heads[place] = heads[index]!;
    if (this.tails === undefined) return;
    for (const [index, place] of tailPlaces.entries()) this.tails[place] = tails[index]!;
  }

  /** To be called never before the last range's have been added. */
  addHashes({ hashes }: TermsFound): Promise<void> {
    return this.#hashes.write(bytesOf(hashes));
  }

  /**
   * To be called once, when all ranges are added, with hashes.
   *
   * @returns slot → term, plus 1; 0 where the slot is free. Memory: 8 to 16 bytes a term.
   */
  async slots(clock: WorkClock): Promise<Uint32Array> {
    const slots = new Uint32Array(slotCount(this.#count));
    const mask = slots.length - 1;
    let term = 0;
    for await (const piece of this.#hashes.pieces(0, this.#hashes.byteLength)) {
      const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
      clock.on('hash');
      for (let at = 0; at < piece.byteLength; at += hashBytesEach) {
        let slot = view.getUint32(at, true) & mask;
        while (slots[slot] !== 0) slot = (slot + 1) & mask;
        term += 1;
        slots[slot] = term;
      }
      clock.off();
    }
    await this.#hashes.remove();
    return slots;
  }
}

export const termsJob: Job<TermsInput, TermsFound> = { name: 'terms', structure: 'heads', work: lookAtTerms };
