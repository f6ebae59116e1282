/**
 * Buffers for reads of several neighbouring blocks, kept for the next read: every new buffer is work for the collector.
 */
import { BLOCK_BYTES } from './block-sums.js';

/** A pool of buffers of one size. */
export class RunBuffers {
  /** Length of a buffer, in blocks. */
  readonly blocks: number;
  readonly #spareMaximum: number;
  readonly #spare: Uint8Array[] = [];

  /** @param blocks length of a buffer. @param spareMaximum number of unused buffers to keep */
  constructor(blocks: number, spareMaximum: number) {
    this.blocks = blocks;
    this.#spareMaximum = spareMaximum;
  }

  take(): Uint8Array {
    return this.#spare.pop() ?? new Uint8Array(this.blocks * BLOCK_BYTES);
  }

  /** Keeps the buffer for the next `take`, unless there are enough. */
  release(buffer: Uint8Array): void {
    if (this.#spare.length < this.#spareMaximum) this.#spare.push(buffer);
  }
}
