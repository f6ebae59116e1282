/**
 * The positions of several batches' suffixes, and where these carry them their codes, kept until a batch is gathered: in
 * memory while they are few, else in a scratch file.
 */
import type { Scratch } from '../scratch/scratch.js';
import { Spool } from '../scratch/spool.js';
import type { BatchBytes, Distributed } from './distribute.js';

/** Positions of one batch within a part of the terms. */
export interface PositionPart {
  /** The part's first term: gaps count from where it begins. */
  readonly from: number;
  /** Each a LEB128 varint. */
  readonly gaps: Uint8Array;
  /** CARRIED_CODES of each, or undefined. */
  readonly codes: Uint8Array | undefined;
}

/** Where the bytes of a part stand in the spool. */
interface KeptBytes {
  readonly at: number;
  readonly starts: Uint32Array;
}

interface KeptPart {
  readonly from: number;
  readonly gaps: KeptBytes;
  readonly codes: KeptBytes | undefined;
}

export class Positions {
  readonly #spool: Spool;
  readonly #parts: KeptPart[] = [];

  constructor(scratch: Scratch) {
    this.#spool = new Spool(scratch);
  }

  /** Parts come in the order of their terms, and never before the last has been added. */
  async add({ from, gaps, codes }: Distributed): Promise<void> {
    this.#parts.push({ from, gaps: await this.#keep(gaps), codes: codes && (await this.#keep(codes)) });
  }

  /** @returns what the batch has in each part, in buffers of its own */
  async of(batch: number): Promise<PositionPart[]> {
    const parts: PositionPart[] = [];
    for (const { from, gaps, codes } of this.#parts) {
      const found = await this.#bytesOf(gaps, batch);
      if (found.length > 0) parts.push({ from, gaps: found, codes: codes && (await this.#bytesOf(codes, batch)) });
    }
    return parts;
  }

  /** Removes them from the disk. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }

  async #keep({ bytes, starts }: BatchBytes): Promise<KeptBytes> {
    const at = this.#spool.byteLength;
    await this.#spool.write(bytes);
    return { at, starts };
  }

  #bytesOf({ at, starts }: KeptBytes, batch: number): Promise<Uint8Array> {
    return this.#spool.between(at + starts[batch]!, at + starts[batch + 1]!);
  }
}
