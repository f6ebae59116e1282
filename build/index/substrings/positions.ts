/**
 * The positions of all batches' suffixes, kept until a batch is gathered: in memory while they are few, else in a
 * scratch file.
 */
import type { Scratch, ScratchFile } from '../scratch/scratch.js';
import type { Distributed } from './distribute.js';

/** So many bytes stay in memory. */
const keptBytes = 2 ** 20;

/** Positions of one batch within a part of the terms. */
export interface PositionPart {
  /** The part's first term: gaps count from where it begins. */
  readonly from: number;
  /** Each a LEB128 varint. */
  readonly gaps: Uint8Array;
}

interface KeptPart extends Omit<Distributed, 'bytes'> {
  /** Where they stand in the file, or the bytes themselves. */
  readonly bytes: Uint8Array | number;
}

export class Positions {
  readonly #scratch: Scratch;
  readonly #parts: KeptPart[] = [];
  #file: ScratchFile | undefined;
  #kept = 0;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  /** Parts come in the order of their terms, and never before the last has been added. */
  async add({ from, bytes, starts }: Distributed): Promise<void> {
    this.#kept += bytes.byteLength;
    if (this.#kept <= keptBytes) {
      this.#parts.push({ from, bytes, starts });
      return;
    }
    this.#file ??= await this.#scratch.create();
    this.#parts.push({ from, bytes: await this.#file.append(bytes), starts });
  }

  /** @returns what the batch has in each part, in buffers of its own */
  async of(batch: number): Promise<PositionPart[]> {
    const parts: PositionPart[] = [];
    for (const { from, bytes, starts } of this.#parts) {
      const [start, end] = [starts[batch]!, starts[batch + 1]!];
      if (start === end) continue;
      let gaps: Uint8Array;
      if (typeof bytes === 'number') {
        gaps = new Uint8Array(end - start);
        await this.#file?.read(bytes + start, gaps);
      } else gaps = bytes.slice(start, end);
      parts.push({ from, gaps });
    }
    return parts;
  }

  /** Removes them from the disk. */
  async remove(): Promise<void> {
    await this.#file?.remove();
  }
}
