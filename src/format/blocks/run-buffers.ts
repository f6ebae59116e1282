/**
 * Buffers for reads of several neighbouring blocks, kept for the next read: every new buffer is work for the collector.
 */
import { BLOCK_BYTES } from './block-sums.js';

/** A pool of buffers of one size. */
export class RunBuffers {
  readonly blocks: number;
  readonly #most: number;
  readonly #spare: Uint8Array[] = [];

  constructor(blocks: number, most: number) {
    this.blocks = blocks;
    this.#most = most;
  }

  take(): Uint8Array {
    return this.#spare.pop() ?? new Uint8Array(this.blocks * BLOCK_BYTES);
  }

  giveBack(buffer: Uint8Array): void {
    if (this.#spare.length < this.#most) this.#spare.push(buffer);
  }
}
