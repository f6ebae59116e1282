/**
 * The suffixes of several destinations, with their codes where they carry them, kept until they are asked for: in memory
 * while they are few, else in a scratch file.
 */
import { type Scratch, Spool } from '../work/index.js';
import type { Distributed } from './distribute.js';
import { LOOK_AHEAD } from './text/text.js';

/** Suffixes of one destination. */
export interface DestinationSuffixes {
  /** What each part has: gaps, and behind them codes, if they are carried; and LOOK_AHEAD bytes behind all. */
  readonly bytes: Uint8Array;
  readonly parts: readonly PositionPart[];
}

/** Those within a part of the terms. */
export interface PositionPart {
  /** The part's first term: gaps count from where it begins. */
  readonly from: number;
  /** Its gaps are `bytes[start, gapEnd)`. */
  readonly start: number;
  readonly gapEnd: number;
}

interface KeptPart extends Omit<Distributed, 'bytes'> {
  /** Where its bytes begin in the spool. */
  readonly at: number;
}

export class Positions {
  readonly #spool: Spool;
  readonly #parts: KeptPart[] = [];

  constructor(scratch: Scratch) {
    this.#spool = new Spool(scratch);
  }

  /** Parts come in the order of their terms, and never before the last has been added. */
  async add({ from, bytes, starts, gapEnds }: Distributed): Promise<void> {
    const at = this.#spool.byteLength;
    await this.#spool.write(bytes);
    this.#parts.push({ from, starts, gapEnds, at });
  }

  /** @returns what the destination has in all parts, in a buffer of its own */
  async of(destination: number): Promise<DestinationSuffixes> {
    const parts: PositionPart[] = [];
    let end = 0;
    for (const { from, starts, gapEnds } of this.#parts) {
      const start = end;
      end += starts[destination + 1]! - starts[destination]!;
      if (end > start) parts.push({ from, start, gapEnd: start + gapEnds[destination]! - starts[destination]! });
    }
    const bytes = new Uint8Array(end + LOOK_AHEAD);
    let to = 0;
    for (const { starts, at } of this.#parts) {
      const length = starts[destination + 1]! - starts[destination]!;
      if (length > 0) await this.#spool.read(at + starts[destination]!, bytes.subarray(to, to + length));
      to += length;
    }
    return { bytes, parts };
  }

  /** @returns the gaps that the destination has in one part, in a buffer of their own */
  gapsOf(destination: number, part: number): Promise<Uint8Array> {
    const { starts, gapEnds, at } = this.#parts[part]!;
    return this.#spool.between(at + starts[destination]!, at + gapEnds[destination]!);
  }

  /** Removes them from the disk. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}
