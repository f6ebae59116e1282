/**
 * Unreadable blocks of one snapshot: the blocks whose last read failed, until they can be read again.
 */
import type { UnreadableBlock } from './read-blocks.js';

const keyOf = (file: string, section: string, block: number): string => `${file} ${section} ${block}`;

export class UnreadableBlocks {
  /** By file, section and number of the block. */
  readonly #blocks = new Map<string, UnreadableBlock>();
  /** Called once for each block that cannot be read, until it can be read again. */
  onUnreadable: (block: UnreadableBlock) => void = () => undefined;
  /** Called whenever `count` changes. */
  onCount: (count: number) => void = () => undefined;

  get count(): number {
    return this.#blocks.size;
  }

  addFailure(block: UnreadableBlock): void {
    const key = keyOf(block.file, block.section, block.block);
    const isRecorded = this.#blocks.has(key);
    this.#blocks.set(key, block);
    if (isRecorded) return;
    this.onUnreadable(block);
    this.onCount(this.count);
  }

  /** Removes blocks that were read. @param blocks numbers in the section. Cost: O(1) if all blocks are readable. */
  removeRead(file: string, section: string, blocks: readonly number[]): void {
    if (this.count === 0) return;
    const previousCount = this.count;
    for (const block of blocks) this.#blocks.delete(keyOf(file, section, block));
    if (this.count < previousCount) this.onCount(this.count);
  }
}
