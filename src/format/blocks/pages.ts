/**
 * The paged files of one snapshot, for one thread: they stay open while answers need them.
 *
 * An answer is computed by synchronous *work*. If work needs a block that is not in memory, it stops, or continues with a guess to
 * find out which other blocks it needs; then these blocks are read and the work starts again, until it needs no further block.
 * Elsewhere: collecting missing blocks and counting guesses (missing-blocks), reading (read-blocks), the cache (block-cache).
 */
import { InvariantError } from '../../content/errors/index.js';
import type { Files } from '../files/index.js';
import type { BlockCache } from './block-cache.js';
import { BlocksAbsent, type MissingBlockSets, MissingBlocks } from './missing-blocks.js';
import { PagedBlob, type PagedChunk } from './paged-blob.js';
import { type BlockFile, type BlockRun, divideIntoRuns, readRun, UnreadableBlock } from './read-blocks.js';
import { UnreadableBlocks } from './unreadable-blocks.js';

/** A file with paged sections. */
export interface PagedFile {
  /** Its name in errors. */
  readonly label: string;
  /** Paths to try in order: its folder may be removed while it is served. */
  readonly paths: readonly [string, ...string[]];
}

/** The result of work that needed no further block. */
interface Completed<Result> {
  readonly result: Result;
}

/** Opens the files, runs work, and reads its missing blocks. */
export class Pages {
  /** May hold blocks of other snapshots too. */
  readonly cache: BlockCache;
  readonly unreadable = new UnreadableBlocks();
  readonly #missing: MissingBlocks<PagedBlob>;
  readonly #blobs: PagedBlob[] = [];
  #files: readonly (BlockFile | undefined)[] = [];
  /** Reads in progress, by blob and block. */
  readonly #pendingReads = new Map<PagedBlob, Map<number, Promise<unknown>>>();
  /** Number of users: the server of the snapshot, and each answer that waits. */
  #users = 1;

  constructor(cache: BlockCache) {
    this.cache = cache;
    this.#missing = new MissingBlocks<PagedBlob>(() => {
      cache.hits += 1;
    });
  }

  /** @param file index among the files given to `open`. @returns one blob of these chunks */
  createBlob(chunks: readonly PagedChunk[], file: number): PagedBlob {
    const blob = new PagedBlob(chunks, file, this.cache, this.#missing);
    this.#blobs.push(blob);
    return blob;
  }

  /**
   * Opens the files. Call it before the first read.
   *
   * @param files undefined for a file without paged sections
   * @throws errors of the disk; all files are closed then
   */
  async open(disk: Files, files: readonly (PagedFile | undefined)[]): Promise<void> {
    const opened: (BlockFile | undefined)[] = [];
    this.#files = opened;
    try {
      for (const file of files) {
        opened.push(file === undefined ? undefined : { label: file.label, file: await openFirst(disk, file.paths) });
      }
    } catch (error) {
      await this.#close();
      throw error;
    }
  }

  /**
   * Runs work that may need blocks that are not in memory. The work is repeated from its start until all blocks are there, so
   * it must have no side effects.
   *
   * @returns the result; a promise of it if blocks have to be read
   * @throws errors of the work; the promise also rejects with UnreadableBlock
   */
  run<Result>(work: () => Result): Result | Promise<Result> {
    const completed = this.#attempt(work, 0);
    return completed === undefined ? this.#runAfterReading(work, this.#missing.take()) : completed.result;
  }

  /** @param round number of earlier attempts. @returns undefined if blocks are missing */
  #attempt<Result>(work: () => Result, round: number): Completed<Result> | undefined {
    this.#missing.begin(round);
    try {
      const result = work();
      this.settle();
      return { result };
    } catch (error) {
      // An error of work with guesses is ignored: the guesses may be wrong.
      const isInterrupted = error instanceof BlocksAbsent || !this.#missing.isEmpty;
      if (!isInterrupted) throw error;
      return undefined;
    }
  }

  /** Work calls it before it hands out its result. @throws BlocksAbsent if the result contains guesses */
  settle(): void {
    this.#missing.settle();
  }

  async #runAfterReading<Result>(work: () => Result, firstMissing: MissingBlockSets<PagedBlob>): Promise<Result> {
    this.#users += 1;
    /** Slots that the answer keeps in memory. */
    const heldSlots: number[] = [];
    try {
      let missing = firstMissing;
      for (let round = 1; ; round += 1) {
        await this.#read(missing, heldSlots);
        const completed = this.#attempt(work, round);
        if (completed !== undefined) return completed.result;
        missing = this.#missing.take();
        if (missing.size === 0) throw new InvariantError('work was interrupted without a missing block');
      }
    } finally {
      for (const slot of heldSlots) this.cache.release(slot);
      this.leave();
    }
  }

  /** Reads and holds the missing blocks. @param heldSlots receives their slots, even if some blocks cannot be read */
  async #read(missing: MissingBlockSets<PagedBlob>, heldSlots: number[]): Promise<void> {
    const reads: Promise<unknown>[] = [];
    for (const [blob, blocks] of missing) {
      const pendingReads = this.#pendingReadsOf(blob);
      const unreadBlocks: number[] = [];
      for (const block of blocks) {
        const pendingRead = pendingReads.get(block);
        if (pendingRead === undefined) unreadBlocks.push(block);
        // The answer that reads the block holds it until all other answers that wait for it hold it too.
        else reads.push(pendingRead.then(() => this.#hold(blob.slots[block]!, heldSlots)));
      }
      for (const run of divideIntoRuns(blob.pagedChunks, unreadBlocks)) {
        const read = this.#readRun(blob, run, heldSlots);
        for (const block of run.blocks) pendingReads.set(block, read);
        const removePending = (): void => {
          for (const block of run.blocks) pendingReads.delete(block);
        };
        reads.push(read.finally(removePending));
      }
    }
    // No slot is released before all reads have ended.
    const outcomes = await Promise.allSettled(reads);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  #hold(slot: number, heldSlots: number[]): void {
    this.cache.hold(slot);
    heldSlots.push(slot);
  }

  #pendingReadsOf(blob: PagedBlob): Map<number, Promise<unknown>> {
    let pendingReads = this.#pendingReads.get(blob);
    if (pendingReads === undefined) {
      pendingReads = new Map();
      this.#pendingReads.set(blob, pendingReads);
    }
    return pendingReads;
  }

  async #readRun(blob: PagedBlob, run: BlockRun, heldSlots: number[]): Promise<void> {
    const file = this.#files[blob.file];
    if (file === undefined) throw new InvariantError('a block is read from a file that is not open');
    try {
      heldSlots.push(...(await readRun(file, blob, run, this.cache)));
    } catch (error) {
      if (error instanceof UnreadableBlock) this.unreadable.addFailure(error);
      throw error;
    }
    this.cache.blocksRead += run.blocks.length;
    const blocksOfSection = run.blocks.map((block) => block - run.base);
    this.unreadable.removeRead(file.label, run.chunk.section, blocksOfSection);
  }

  /** Call it once when the snapshot is no longer served: the files are closed after the last answer. */
  leave(): void {
    this.#users -= 1;
    if (this.#users === 0) void this.#close();
  }

  /** Closes the files and removes their blocks from the cache. */
  async #close(): Promise<void> {
    for (const blob of this.#blobs) this.cache.removeOwner(blob);
    const files = this.#files;
    this.#files = [];
    // A file that was only read loses nothing if closing fails.
    await Promise.all(files.map((opened) => opened?.file.close().catch(() => undefined)));
  }
}

async function openFirst(disk: Files, paths: PagedFile['paths']): Promise<BlockFile['file']> {
  let failure: unknown;
  for (const path of paths) {
    try {
      return await disk.open(path, 'read');
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
