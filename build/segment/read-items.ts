/**
 * Reads a content type's items into its builder: block by block on several threads, added in the order of the file.
 *
 * A block that the block reader does not accept, such as one with an error, is read again line by line, which reports problems.
 */
import { choose } from '../../src/content/choices/index.js';
import type { ContentType } from '../../src/content/model/index.js';
import {
  type Block,
  type BlockColumns,
  BlockReader,
  type ExportItem,
  type IdTable,
  type ItemColumns,
  type ItemsReader,
} from '../read/index.js';
import { type Job, type Pool, READING, type WorkClock } from '../work/index.js';
import type { TypeBlockCache } from './block-cache.js';

/** Blocks in progress per thread, so that no thread waits for its next block. */
const blocksPerThread = 2;

interface BlockInput {
  readonly type: ContentType;
  readonly bytes: Uint8Array;
}

/** Returns undefined if the block must be read line by line. The caller needs the input then, so it is not moved. */
export const readJob: Job<BlockInput, BlockColumns | undefined> = {
  name: 'read',
  structure: READING,
  work: ({ type, bytes }) => new BlockReader(type).read(bytes),
  owned: () => undefined,
};

/** Receives the items of a type while they are read. */
export interface ItemsBuilder {
  readonly type: ContentType;
  /** Receives the ids of the items from the reader. */
  readonly ids: IdTable;
  /** Measures reading. */
  readonly clock: WorkClock;
  /** @param columns columns of the items whose ids were added to `ids` last */
  append(columns: ItemColumns): void;
  /** Called regularly, between blocks. */
  settle(): Promise<void>;
  /** Called once, after the last item. */
  finishReading(): Promise<void>;
}

/**
 * @param blockCache has the blocks of earlier builds, and receives the blocks of this one
 * @throws errors of the disk; problems of the export are reported by `items`
 */
export async function readItems(
  items: ItemsReader,
  builder: ItemsBuilder,
  pool: Pool,
  blockCache?: TypeBlockCache,
): Promise<void> {
  const blockAdder = new BlockAdder(items, builder, pool, blockCache);
  const pendingMaximum = pool.threads * blocksPerThread;
  const pendingBlocks: PendingBlock[] = [];
  for await (const block of items.blocks()) {
    pendingBlocks.push(blockAdder.begin(block));
    if (pendingBlocks.length >= pendingMaximum) await blockAdder.add(pendingBlocks.shift()!);
  }
  for (const pendingBlock of pendingBlocks) await blockAdder.add(pendingBlock);
  await blockAdder.addLineItems(items.end());
  items.release();
  await builder.finishReading();
}

/** A block that a thread is reading. */
interface PendingBlock {
  readonly block: Block;
  /** Undefined if the block must be read line by line. */
  readonly columns: Promise<BlockColumns | undefined>;
}

/** Reads blocks on threads, and adds them to the builder in the order of the file. */
class BlockAdder {
  readonly #items: ItemsReader;
  readonly #builder: ItemsBuilder;
  readonly #pool: Pool;
  readonly #blockCache: TypeBlockCache | undefined;
  /** Whether no line has crossed the end of a block so far. */
  #areBlocksWhole = true;

  constructor(items: ItemsReader, builder: ItemsBuilder, pool: Pool, blockCache: TypeBlockCache | undefined) {
    this.#items = items;
    this.#builder = builder;
    this.#pool = pool;
    this.#blockCache = blockCache;
  }

  /** Begins to read a block on a thread. */
  begin(block: Block): PendingBlock {
    // After a line that crosses blocks, all blocks are read line by line, because lines may cross their ends too.
    this.#areBlocksWhole &&= block.isWhole;
    const isReadAsBlock = this.#areBlocksWhole && choose('read.block', 'bytes') === 'bytes';
    const columns = isReadAsBlock ? this.#readColumns(block.bytes) : Promise.resolve(undefined);
    // A failure is thrown where the result is awaited.
    columns.catch(() => undefined);
    return { block, columns };
  }

  async #readColumns(bytes: Uint8Array): Promise<BlockColumns | undefined> {
    const { type, clock } = this.#builder;
    const read = () => this.#pool.run(readJob, { type, bytes }, clock);
    return this.#blockCache === undefined ? read() : this.#blockCache.readOrReuse(bytes, read);
  }

  /** Adds the items of the next block. */
  async add({ block, columns: pendingColumns }: PendingBlock): Promise<void> {
    const columns = await pendingColumns;
    const { clock, ids } = this.#builder;
    clock.on(READING);
    if (columns !== undefined && ids.addBlock(columns.ids, columns.lines, this.#items.lineCount + 1)) {
      this.#items.skip(columns);
      clock.off();
      this.#append(columns);
    } else {
      const lineItems = this.#items.items(block);
      clock.off();
      await this.addLineItems(lineItems);
    }
    await this.#builder.settle();
  }

  /** Adds items that were read line by line. */
  async addLineItems(items: readonly ExportItem[]): Promise<void> {
    const columns = new BlockReader(this.#builder.type).toColumns(items);
    this.#append(this.#blockCache === undefined ? columns : await this.#blockCache.write(columns));
  }

  #append(columns: ItemColumns): void {
    this.#builder.clock.on(READING);
    this.#items.checkUnique(columns);
    this.#builder.append(columns);
    this.#builder.clock.off();
  }
}
