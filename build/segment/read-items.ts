/**
 * Reading a content type's items into its builder: block by block, as many at once as there are threads, and added in
 * the file's order. A block that is unusual is read line by line, which says what is wrong with it.
 */

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

/** @throws what the disk throws; mistakes of the export are told where it is read */
export async function readItems(items: ItemsReading, builder: ItemsTaker, pool: Pool): Promise<void> {
  const columnsOf = (read: readonly ExportItem[]): ItemColumns => new BlockReader(builder.type).columnsOf(read);
  const reading: Reading[] = [];
  const addNext = async (): Promise<void> => {
    const next = reading.shift();
    if (next === undefined) return;
    const columns = await next.columns;
    builder.clock.on(READING);
    const isRead = columns !== undefined && builder.ids.addBlock(columns.ids, columns.lines, items.lineCount + 1);
    if (isRead) items.passOver(columns);
    builder.append(isRead ? columns : columnsOf(items.items(next.block)));
    builder.clock.off();
    await builder.settle();
  };
  let isWhole = true;
  for await (const block of items.blocks()) {
    // Behind a line that crosses blocks, only who reads all lines knows where the next begins.
    isWhole &&= block.isWhole;
    const columns = isWhole
      ? pool.run(readJob, { type: builder.type, bytes: block.bytes }, builder.clock)
      : Promise.resolve(undefined);
    // Where one fails, the one that is waited for says so.
    columns.catch(() => undefined);
    reading.push({ block, columns });
    if (reading.length >= pool.threads * blocksAhead) await addNext();
  }
  while (reading.length > 0) await addNext();
  builder.clock.on(READING);
  builder.append(columnsOf(items.end()));
  builder.clock.off();
  await builder.finishReading();
}
