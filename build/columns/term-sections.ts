/**
 * The data of a dictionary that one pass over its terms yields: heads for binary search in both orders, hashes of ids, and
 * the codes that substrings are sorted by.
 *
 * A head is the first (or last) bytes of every HEAD_EVERY-th term, as a number. Threads scan ranges of terms.
 *
 * Elsewhere: sorting the terms (build/sorting), the substring tree (build/substrings).
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
import { divideRecords, type RecordRange } from '../sorting/index.js';
import { type Encoding, encode, type TextCodes } from '../substrings/index.js';
import {
  type BuildContext,
  discard,
  type Job,
  processInOrder,
  type RecordSpool,
  type ScratchFolder,
  Spool,
  type WorkClock,
} from '../work/index.js';

/** Bytes of a hash, little-endian. */
const bytesPerHash = 4;

/** Consecutive terms, as the input of a job. */
export interface TermsInput {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Index of the first term in the dictionary. */
  readonly first: number;
  /** Term → position in the reversed order; undefined if there is no reversed order. */
  readonly ranks: Uint32Array | undefined;
  /** Whether terms are looked up by hash. */
  readonly hashed: boolean;
  /** Undefined if there is no substring tree. */
  readonly encoding: Encoding | undefined;
}

/** The heads in a range of terms, and the hash of each term if hashes are needed. */
export interface ScannedTerms {
  /** Index of each head among all heads; and the same for tails, the heads of the reversed order. */
  readonly headIndexes: Uint32Array;
  readonly heads: Float64Array;
  readonly tailIndexes: Uint32Array;
  readonly tails: Float64Array;
  readonly hashes: Uint32Array;
  /** Undefined if the codes were written to shared memory. */
  readonly codes: Uint8Array | undefined;
}

/** Cost: O(bytes). */
function scanTerms({ bytes, lengths, first, ranks, hashed, encoding }: TermsInput, clock: WorkClock): ScannedTerms {
  const heads: number[] = [];
  const tails: number[] = [];
  const headIndexes: number[] = [];
  const tailIndexes: number[] = [];
  const hashes = new Uint32Array(hashed ? lengths.length : 0);
  let start = 0;
  for (const [index, length] of lengths.entries()) {
    const end = start + length;
    const term = first + index;
    if (term % HEAD_EVERY === 0) {
      headIndexes.push(term / HEAD_EVERY);
      heads.push(prefixNumber(bytes.subarray(start, end), 0));
    }
    const rank = ranks?.[index];
    if (rank !== undefined && rank % HEAD_EVERY === 0) {
      tailIndexes.push(rank / HEAD_EVERY);
      tails.push(suffixNumber(bytes.subarray(start, end), 0));
    }
    start = end;
  }
  if (hashed) {
    clock.on('hash');
    hashAll(bytes, lengths, hashes);
  }
  clock.on('substrings');
  return {
    headIndexes: Uint32Array.from(headIndexes),
    heads: Float64Array.from(heads),
    tailIndexes: Uint32Array.from(tailIndexes),
    tails: Float64Array.from(tails),
    hashes,
    codes: encoding && encode(bytes, lengths, encoding),
  };
}

function hashAll(bytes: Uint8Array, lengths: Uint32Array, out: Uint32Array): void {
  let start = 0;
  for (const [index, length] of lengths.entries()) {
    out[index] = hashBytes(bytes, start, start + length);
    start += length;
  }
}

/** Combines the results of all ranges. */
export class TermScan {
  readonly heads: Float64Array;
  /** Undefined if there is no reversed order. */
  readonly tails: Float64Array | undefined;
  readonly #count: number;
  /** Hash of each term, if hashes are needed. */
  readonly #hashes: Spool;

  /** @param reversed whether there is a reversed order */
  constructor(count: number, scratch: ScratchFolder, reversed: boolean) {
    this.#count = count;
    this.heads = new Float64Array(headCount(count));
    this.tails = reversed ? new Float64Array(headCount(count)) : undefined;
    this.#hashes = new Spool(scratch);
  }

  /** Adds the heads of a range, in any order. */
  add({ headIndexes, heads, tailIndexes, tails }: ScannedTerms): void {
    for (const [index, headIndex] of headIndexes.entries()) this.heads[headIndex] = heads[index]!;
    if (this.tails === undefined) return;
    for (const [index, headIndex] of tailIndexes.entries()) this.tails[headIndex] = tails[index]!;
  }

  /** Call for one range at a time, in the order of the dictionary. */
  addHashes({ hashes }: ScannedTerms): Promise<void> {
    return this.#hashes.write(bytesOf(hashes));
  }

  /**
   * Builds the hash table of the terms. Call once, when all ranges and their hashes are added.
   *
   * @returns slot → ordinal of its term; 0 if the slot is free. Memory: 8 to 16 bytes per term.
   */
  async buildSlots(clock: WorkClock): Promise<Uint32Array> {
    const slots = new Uint32Array(slotCount(this.#count));
    const mask = slots.length - 1;
    let term = 0;
    for await (const piece of this.#hashes.pieces(0, this.#hashes.byteLength)) {
      const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
      clock.on('hash');
      for (let offset = 0; offset < piece.byteLength; offset += bytesPerHash) {
        let slot = view.getUint32(offset, true) & mask;
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

export const termsJob: Job<TermsInput, ScannedTerms> = { name: 'terms', structure: 'heads', work: scanTerms };

/** A dictionary, and the data to derive from it. */
interface ScanInput {
  readonly terms: RecordSpool;
  readonly rank: Uint32Array | undefined;
  readonly hashed: boolean;
  readonly codes: TextCodes | undefined;
}

/** Scans all terms, range by range, and writes their codes. */
export async function scanAllTerms(
  { terms, rank, hashed, codes }: ScanInput,
  scan: TermScan,
  { pool, runBytes }: BuildContext,
  clock: WorkClock,
): Promise<void> {
  const scanRange = async ({ from, to, start, end }: RecordRange): Promise<ScannedTerms> => {
    const bytes = await terms.sliceBytes(start, end);
    const lengths = await terms.sliceLengths(from, to);
    const ranks = rank?.slice(from, to);
    const encoding = codes?.encodingFrom(from);
    return pool.run(termsJob, { bytes, lengths, first: from, ranks, hashed, encoding }, clock);
  };
  const addScanned = async (scanned: ScannedTerms): Promise<void> => {
    clock.on('heads');
    scan.add(scanned);
    clock.off();
    await scan.addHashes(scanned);
    await codes?.add(scanned.codes);
    discard(scanned);
  };
  const ranges = await divideRecords(terms.lengthPieces(), runBytes);
  await processInOrder(ranges, pool.threads, scanRange, addScanned);
}
