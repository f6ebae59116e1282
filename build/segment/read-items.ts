/**
 * Reading a content type's items into its builder: block by block, as many at once as there are threads, and added in
 * the file's order. A block that is unusual is read line by line, which says what is wrong with it.
 */

import { choose } from '../../src/content/choices/index.js';
import type { ContentType } from '../../src/content/model/index.js';
import {
  type Block,
  type BlockColumns,
  BlockReader,
  type ExportItem,
  type ItemColumns,
  type ItemsReading,
  type SeenIds,
} from '../read/index.js';
import { type Job, type Pool, READING, type WorkClock } from '../work/index.js';
import type { TypeBlocks } from './known-blocks.js';

/** So that no thread waits for its next block. */
const blocksAhead = 2;

interface BlockInput {
  readonly type: ContentType;
  readonly bytes: Uint8Array;
}

/** Gives undefined where the block is unusual: whoever gave it reads it again, so nothing of it moves. */
export const readJob: Job<BlockInput, BlockColumns | undefined> = {
  name: 'read',
  structure: READING,
  work: ({ type, bytes }) => new BlockReader(type).read(bytes),
  owned: () => undefined,
};

interface Reading {
  readonly block: Block;
  /** Undefined where it is not read by a thread, or found unusual. */
  readonly columns: Promise<BlockColumns | undefined>;
}

/** What items are read into. */
export interface ItemsTaker {
  readonly type: ContentType;
  /** Of the items; whoever reads them adds theirs. */
  readonly ids: SeenIds;
  /** What reading takes. */
  readonly clock: WorkClock;
  /** @param columns of items whose ids were added to `ids` last */
  append(columns: ItemColumns): void;
  /** Called now and then, between items. */
  settle(): Promise<void>;
  /** Called once, when every item is added. */
  finishReading(): Promise<void>;
}

/**
 * @param known blocks that were read before, and is given those that are read
 * @throws what the disk throws; mistakes of the export are told where it is read
 */
export async function readItems(
  items: ItemsReading,
  builder: ItemsTaker,
  pool: Pool,
  known?: TypeBlocks,
): Promise<void> {
  const readBlock = async (bytes: Uint8Array): Promise<BlockColumns | undefined> => {
    const read = () => pool.run(readJob, { type: builder.type, bytes }, builder.clock);
    return known === undefined ? read() : known.columnsOf(bytes, read);
  };
  const append = (columns: ItemColumns): void => {
    builder.clock.on(READING);
    builder.append(columns);
    builder.clock.off();
  };
  const appendItems = async (read: readonly ExportItem[]): Promise<void> => {
    const columns = new BlockReader(builder.type).columnsOf(read);
    append(known === undefined ? columns : await known.keep(columns));
  };
  const reading: Reading[] = [];
  const addNext = async (): Promise<void> => {
    const next = reading.shift();
    if (next === undefined) return;
    const columns = await next.columns;
    builder.clock.on(READING);
    const isRead = columns !== undefined && builder.ids.addBlock(columns.ids, columns.lines, items.lineCount + 1);
    if (isRead) items.passOver(columns);
    const others = isRead ? [] : items.items(next.block);
    builder.clock.off();
    if (isRead) append(columns);
    else await appendItems(others);
    await builder.settle();
  };
  let isWhole = true;
  for await (const block of items.blocks()) {
    // Behind a line that crosses blocks, only who reads all lines knows where the next begins.
    isWhole &&= block.isWhole;
    const isRead = isWhole && choose('read.block', 'bytes') === 'bytes';
    const columns = isRead ? readBlock(block.bytes) : Promise.resolve(undefined);
    // Where one fails, the one that is waited for says so.
    columns.catch(() => undefined);
    reading.push({ block, columns });
    if (reading.length >= pool.threads * blocksAhead) await addNext();
  }
  while (reading.length > 0) await addNext();
  await appendItems(items.end());
  await builder.finishReading();
}
