/**
 * The paged files of one snapshot, for one thread: they stay open while answers need them, and work waits for their blocks.
 *
 * Elsewhere: the blocks in memory (block-cache), reading them (read-blocks), missing blocks (missing-blocks).
 */
import { InvariantError } from '../../content/errors/index.js';
import type { Files } from '../files/index.js';
import type { BlockCache } from './block-cache.js';
import { BlocksAbsent, type MissingBlockSets, MissingBlocks } from './missing-blocks.js';
import { PagedBlob, type PagedChunk } from './paged-blob.js';
import { type BlockFile, divideIntoRuns, readRun, UnreadableBlock } from './read-blocks.js';

/** A file with paged sections. */
export interface PagedFile {
  /** Its name in errors. */
  readonly label: string;
  /** Paths to try in order: its folder may be removed while it is served. */
  readonly paths: readonly [string, ...string[]];
}

type PagedBlocks = MissingBlockSets<PagedBlob>;

/** Opens the files, runs work, and reads its missing blocks. */
export class Pages {
  readonly #cache: BlockCache;
  readonly #missing: MissingBlocks<PagedBlob>;
  readonly #blobs: PagedBlob[] = [];
  #files: readonly (BlockFile | undefined)[] = [];
  /** Blocks that are being read. */
  readonly #reading = new Map<PagedBlob, Map<number, Promise<unknown>>>();
  /** Number of users: the server of the snapshot, and each answer that waits. */
  #users = 1;
  /** Blocks whose last read failed, by file, section and number. */
  readonly #unreadable = new Map<string, UnreadableBlock>();
  /** Called once for each block that cannot be read, until it can be read again. */
  onUnreadable: (block: UnreadableBlock) => void = () => undefined;
  /** Called whenever `unreadableCount` changes. */
  onUnreadableCount: (count: number) => void = () => undefined;

  /** @param cache may hold blocks of other snapshots too */
  constructor(cache: BlockCache) {
    this.#cache = cache;
    this.#missing = new MissingBlocks<PagedBlob>(() => {
      cache.found += 1;
    });
  }

  /** The cache of its blocks. */
  get cache(): BlockCache {
    return this.#cache;
  }

  /** Number of blocks whose last read failed. */
  get unreadableCount(): number {
    return this.#unreadable.size;
  }

  /** @param file index among the files given to `open`. @returns one blob of these chunks */
  blobOf(chunks: readonly PagedChunk[], file: number): PagedBlob {
    const blob = new PagedBlob(chunks, file, this.#cache, this.#missing);
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
    const done = this.#attempt(work, 0);
    return done === undefined ? this.#runAfterReading(work, this.#missing.take()) : done.result;
  }

  /** @returns undefined if blocks are missing */
  #attempt<Result>(work: () => Result, round: number): { readonly result: Result } | undefined {
    this.#missing.begin(round);
    try {
      const result = work();
      this.settle();
      return { result };
    } catch (error) {
      // An error of work with guesses is ignored: the guesses may be wrong.
      if (!(error instanceof BlocksAbsent) && this.#missing.isEmpty) throw error;
      return undefined;
    }
  }

  /** Work calls it before it hands out its result. @throws BlocksAbsent if the result contains guesses */
  settle(): void {
    this.#missing.settle();
  }

  async #runAfterReading<Result>(work: () => Result, first: PagedBlocks): Promise<Result> {
    this.#users += 1;
    /** Slots that the answer keeps in memory. */
    const heldSlots: number[] = [];
    try {
      let missing = first;
      for (let round = 1; ; round += 1) {
        await this.#read(missing, heldSlots);
        const done = this.#attempt(work, round);
        if (done !== undefined) return done.result;
        missing = this.#missing.take();
        if (missing.size === 0) throw new InvariantError('work was interrupted without a missing block');
      }
    } finally {
      for (const slot of heldSlots) this.#cache.letGo(slot);
      this.leave();
    }
  }

  /** Reads and holds the missing blocks. @param heldSlots receives their slots, even if some blocks cannot be read */
  async #read(missing: PagedBlocks, heldSlots: number[]): Promise<void> {
    const reads: Promise<unknown>[] = [];
    for (const [blob, blocks] of missing) {
      const reading = this.#openReads(blob);
      const unreadBlocks: number[] = [];
      for (const block of blocks) {
        const underway = reading.get(block);
        if (underway === undefined) unreadBlocks.push(block);
        // The answer that reads the block holds it until all other answers that wait for it hold it too.
        else reads.push(underway.then(() => this.#hold(blob.slots[block]!, heldSlots)));
      }
      for (const run of divideIntoRuns(blob.pagedChunks, unreadBlocks)) {
        const read = this.#readRun(blob, run, heldSlots);
        for (const block of run.blocks) reading.set(block, read);
        const done = (): void => {
          for (const block of run.blocks) reading.delete(block);
        };
        reads.push(read.finally(done));
      }
    }
    // No slot is released before all reads have ended.
    const settledReads = await Promise.allSettled(reads);
    for (const read of settledReads) if (read.status === 'rejected') throw read.reason;
  }

  #hold(slot: number, heldSlots: number[]): void {
    this.#cache.hold(slot);
    heldSlots.push(slot);
  }

  #findFile(index: number): BlockFile {
    const file = this.#files[index];
    if (file === undefined) throw new InvariantError('a block is read from a file that is not open');
    return file;
  }

  #openReads(blob: PagedBlob): Map<number, Promise<unknown>> {
    let reading = this.#reading.get(blob);
    if (reading === undefined) {
      reading = new Map();
      this.#reading.set(blob, reading);
    }
    return reading;
  }

  async #readRun(blob: PagedBlob, run: ReturnType<typeof divideIntoRuns>[number], heldSlots: number[]): Promise<void> {
    const file = this.#findFile(blob.file);
    try {
      heldSlots.push(...(await readRun(file, blob, run, this.#cache)));
    } catch (error) {
      if (error instanceof UnreadableBlock) this.#recordFailure(error);
      throw error;
    }
    this.#cache.read += run.blocks.length;
    if (this.#unreadable.size === 0) return;
    this.#recordSuccess(run.blocks.map((block) => keyOf(file.label, run.chunk.section, block - run.base)));
  }

  #recordSuccess(keys: readonly string[]): void {
    const previousCount = this.#unreadable.size;
    for (const key of keys) this.#unreadable.delete(key);
    if (this.#unreadable.size < previousCount) this.onUnreadableCount(this.#unreadable.size);
  }

  #recordFailure(block: UnreadableBlock): void {
    const key = keyOf(block.file, block.section, block.block);
    const isKnown = this.#unreadable.has(key);
    this.#unreadable.set(key, block);
    if (isKnown) return;
    this.onUnreadable(block);
    this.onUnreadableCount(this.#unreadable.size);
  }

  /** Call it once when the snapshot is no longer served: the files are closed after the last answer. */
  leave(): void {
    this.#users -= 1;
    if (this.#users === 0) void this.#close();
  }

  /** Closes the files and removes their blocks from the cache. */
  async #close(): Promise<void> {
    for (const blob of this.#blobs) this.#cache.forget(blob);
    const files = this.#files;
    this.#files = [];
    // A file that was only read loses nothing if closing fails.
    await Promise.all(files.map((opened) => opened?.file.close().catch(() => undefined)));
  }
}

const keyOf = (file: string, section: string, block: number): string => `${file} ${section} ${block}`;

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
