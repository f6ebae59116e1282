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

interface PendingBlock {
  readonly block: Block;
  /** Undefined if the block must be read line by line. */
  readonly columns: Promise<BlockColumns | undefined>;
}

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
  const readBlock = async (bytes: Uint8Array): Promise<BlockColumns | undefined> => {
    const read = () => pool.run(readJob, { type: builder.type, bytes }, builder.clock);
    return blockCache === undefined ? read() : blockCache.readOrReuse(bytes, read);
  };
  const append = (columns: ItemColumns): void => {
    builder.clock.on(READING);
    builder.append(columns);
    builder.clock.off();
  };
  const appendItems = async (read: readonly ExportItem[]): Promise<void> => {
    const columns = new BlockReader(builder.type).toColumns(read);
    append(blockCache === undefined ? columns : await blockCache.write(columns));
  };
  const pendingBlocks: PendingBlock[] = [];
  const addNext = async (): Promise<void> => {
    const next = pendingBlocks.shift();
    if (next === undefined) return;
    const columns = await next.columns;
    builder.clock.on(READING);
    const isBlockRead = columns !== undefined && builder.ids.addBlock(columns.ids, columns.lines, items.lineCount + 1);
    if (isBlockRead) items.skip(columns);
    const lineItems = isBlockRead ? [] : items.items(next.block);
    builder.clock.off();
    if (isBlockRead) append(columns);
    else await appendItems(lineItems);
    await builder.settle();
  };
  let isWhole = true;
  for await (const block of items.blocks()) {
    // After a line that crosses blocks, all blocks are read line by line, because lines may cross their ends too.
    isWhole &&= block.isWhole;
    const isBlockRead = isWhole && choose('read.block', 'bytes') === 'bytes';
    const columns = isBlockRead ? readBlock(block.bytes) : Promise.resolve(undefined);
    // A failure is thrown where the result is awaited.
    columns.catch(() => undefined);
    pendingBlocks.push({ block, columns });
    if (pendingBlocks.length >= pool.threads * blocksPerThread) await addNext();
  }
  while (pendingBlocks.length > 0) await addNext();
  await appendItems(items.end());
  await builder.finishReading();
}
