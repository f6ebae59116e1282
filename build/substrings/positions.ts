/**
 * The distributed suffixes of all parts, by destination: in memory if they are few, else in a scratch file.
 *
 * Parts are added in the order of their terms. Elsewhere: making their records (substrings/distribute).
 */
import { discard, type ScratchFolder, Spool } from '../work/index.js';
import type { Distributed } from './distribute.js';
import { LOOK_AHEAD } from './text/index.js';

/** Suffixes of one destination. */
export interface DestinationSuffixes {
  /** What each part has, its records; and LOOK_AHEAD bytes behind all. */
  readonly bytes: Uint8Array;
  readonly parts: readonly PositionPart[];
}

/** Those within a part of the terms. */
interface PositionPart {
  /** The part's first term: gaps count from where it begins. */
  readonly from: number;
  /** Its records are `bytes[start, end)`. */
  readonly start: number;
  readonly end: number;
}

/** Parts whose bytes lie together, so that a destination's are read at once: destination by destination, each part's in turn. */
interface KeptParts {
  /** The first of them among all. */
  readonly first: number;
  /** Where their bytes begin in the spool. */
  readonly at: number;
  readonly parts: readonly Omit<Distributed, 'bytes'>[];
}

export class Positions {
  readonly #spool: Spool;
  readonly #gatheredMaximum: number;
  readonly #kept: KeptParts[] = [];
  /** Parts that wait to be written, and how many bytes they have. */
  #gathered: Distributed[] = [];
  #gatheredBytes = 0;
  #count = 0;

  /** @param gatheredMaximum parts of so many bytes lie together, where they are shorter */
  constructor(scratch: ScratchFolder, gatheredMaximum: number) {
    this.#spool = new Spool(scratch);
    this.#gatheredMaximum = gatheredMaximum;
  }

  /** Parts come in the order of their terms, and never before the last has been added; their bytes are given up. */
  async add(part: Distributed): Promise<void> {
    if (this.#gatheredBytes + part.bytes.byteLength > this.#gatheredMaximum) await this.finish();
    this.#gathered.push(part);
    this.#gatheredBytes += part.bytes.byteLength;
  }

  /** To be called when all parts are added. */
  async finish(): Promise<void> {
    const gathered = this.#gathered;
    if (gathered.length === 0) return;
    const at = this.#spool.byteLength;
    for (let destination = 0; destination + 1 < gathered[0]!.starts.length; destination += 1) {
      for (const { bytes, starts } of gathered) {
        await this.#spool.write(bytes.subarray(starts[destination]!, starts[destination + 1]!));
      }
    }
    for (const { bytes } of gathered) discard(bytes);
    const parts = gathered.map(({ from, starts }) => ({ from, starts }));
    this.#kept.push({ first: this.#count, at, parts });
    this.#count += parts.length;
    this.#gathered = [];
    this.#gatheredBytes = 0;
  }

  /** @returns what the destination has in all parts, in a buffer of its own */
  async of(destination: number): Promise<DestinationSuffixes> {
    const ofAll = (each: Kept): number => lengthOf(each, destination);
    const bytes = new Uint8Array(sum(this.#kept, (kept) => sum(kept.parts, ofAll)) + LOOK_AHEAD);
    const parts: PositionPart[] = [];
    let end = 0;
    for (const kept of this.#kept) {
      const first = end;
      for (const part of kept.parts) {
        const start = end;
        end += lengthOf(part, destination);
        if (end > start) parts.push({ from: part.from, start, end });
      }
      if (end > first) await this.#spool.read(startOf(kept, destination), bytes.subarray(first, end));
    }
    return { bytes, parts };
  }

  /** @returns the records that the destination has in one part, in a buffer of their own */
  recordsOf(destination: number, part: number): Promise<Uint8Array> {
    const kept = this.#kept.find(({ first, parts }) => part < first + parts.length)!;
    const before = kept.parts.slice(0, part - kept.first);
    const start = startOf(kept, destination) + sum(before, (each) => lengthOf(each, destination));
    return this.#spool.slice(start, start + lengthOf(kept.parts[part - kept.first]!, destination));
  }

  /** Removes them from the disk. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}

type Kept = KeptParts['parts'][number];

const sum = <One>(all: readonly One[], of: (one: One) => number): number => all.reduce((end, one) => end + of(one), 0);

/** @returns how many bytes a part has of the destination */
const lengthOf = ({ starts }: Kept, destination: number): number => starts[destination + 1]! - starts[destination]!;

/** @returns where the destination's bytes of all these parts begin in the spool */
const startOf = ({ at, parts }: KeptParts, destination: number): number =>
  at + sum(parts, ({ starts }) => starts[destination]!);
