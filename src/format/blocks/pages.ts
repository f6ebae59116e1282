/**
 * The paged files of one snapshot, for one thread: they stay open while answers need them, and work waits for their blocks.
 *
 * Elsewhere: the blocks in memory (block-cache), reading them (read-blocks), missing blocks (wanted).
 */
import { InvariantError } from '../../content/errors/index.js';
import type { Files } from '../files/index.js';
import type { BlockCache } from './block-cache.js';
import { PagedBlob, type PagedChunk } from './paged-blob.js';
import { type BlockFile, readRun, runsOf, UnreadableBlock } from './read-blocks.js';
import { BlocksAbsent, MissingBlocks, type MissingBlockSets as WantedOf } from './wanted.js';

/** A file with sections that stay in it. */
export interface PagedFile {
  /** Its name in errors. */
  readonly label: string;
  /** Paths to try in order: its folder may be removed while it is served. */
  readonly paths: readonly [string, ...string[]];
}

type Wanted = WantedOf<PagedBlob>;

export class Pages {
  readonly #cache: BlockCache;
  readonly #wanted: MissingBlocks<PagedBlob>;
  readonly #blobs: PagedBlob[] = [];
  #files: readonly (BlockFile | undefined)[] = [];
  /** Blocks that are being read. */
  readonly #reading = new Map<PagedBlob, Map<number, Promise<unknown>>>();
  /** The server of the snapshot, and the answers that wait. */
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
    this.#wanted = new MissingBlocks<PagedBlob>(() => {
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
  blobOf(left: readonly PagedChunk[], file: number): PagedBlob {
    const blob = new PagedBlob(left, file, this.#cache, this.#wanted);
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
    return done === undefined ? this.#later(work, this.#wanted.take()) : done.result;
  }

  /** @returns undefined if blocks are missing */
  #attempt<Result>(work: () => Result, round: number): { readonly result: Result } | undefined {
    this.#wanted.begin(round);
    try {
      const result = work();
      this.settle();
      return { result };
    } catch (error) {
      // An error of work with guesses means nothing: the guesses may be wrong.
      if (!(error instanceof BlocksAbsent) && this.#wanted.isEmpty) throw error;
      return undefined;
    }
  }

  /** Work calls it before it hands out its result. @throws BlocksAbsent if the result contains guesses */
  settle(): void {
    this.#wanted.settle();
  }

  async #later<Result>(work: () => Result, first: Wanted): Promise<Result> {
    this.#users += 1;
    /** Slots that the answer keeps in memory. */
    const held: number[] = [];
    try {
      let wanted = first;
      for (let round = 1; ; round += 1) {
        await this.#read(wanted, held);
        const done = this.#attempt(work, round);
        if (done !== undefined) return done.result;
        wanted = this.#wanted.take();
        if (wanted.size === 0) throw new InvariantError('work was interrupted without a missing block');
      }
    } finally {
      for (const slot of held) this.#cache.letGo(slot);
      this.leave();
    }
  }

  /** Reads and holds the missing blocks. @param held receives their slots, even if some blocks cannot be read */
  async #read(wanted: Wanted, held: number[]): Promise<void> {
    const reads: Promise<unknown>[] = [];
    for (const [blob, blocks] of wanted) {
      const reading = this.#readingOf(blob);
      const missing: number[] = [];
      for (const block of blocks) {
        const underway = reading.get(block);
        if (underway === undefined) missing.push(block);
        // The answer that reads the block holds it until all others that wait for it hold it too.
        else reads.push(underway.then(() => this.#hold(blob.slots[block]!, held)));
      }
      for (const run of runsOf(blob.left, missing)) {
        const read = this.#readRun(blob, run, held);
        for (const block of run.blocks) reading.set(block, read);
        const done = (): void => {
          for (const block of run.blocks) reading.delete(block);
        };
        reads.push(read.finally(done));
      }
    }
    // No slot is released before all reads have ended.
    const ended = await Promise.allSettled(reads);
    for (const read of ended) if (read.status === 'rejected') throw read.reason;
  }

  #hold(slot: number, held: number[]): void {
    this.#cache.hold(slot);
    held.push(slot);
  }

  #fileOf(place: number): BlockFile {
    const file = this.#files[place];
    if (file === undefined) throw new InvariantError('a block is read from a file that is not open');
    return file;
  }

  #readingOf(blob: PagedBlob): Map<number, Promise<unknown>> {
    let reading = this.#reading.get(blob);
    if (reading === undefined) {
      reading = new Map();
      this.#reading.set(blob, reading);
    }
    return reading;
  }

  async #readRun(blob: PagedBlob, run: ReturnType<typeof runsOf>[number], held: number[]): Promise<void> {
    const file = this.#fileOf(blob.file);
    try {
      held.push(...(await readRun(file, blob, run, this.#cache)));
    } catch (error) {
      if (error instanceof UnreadableBlock) this.#note(error);
      throw error;
    }
    this.#cache.read += run.blocks.length;
    if (this.#unreadable.size === 0) return;
    this.#noteRead(run.blocks.map((block) => keyOf(file.label, run.chunk.section, block - run.base)));
  }

  #noteRead(keys: readonly string[]): void {
    const before = this.#unreadable.size;
    for (const key of keys) this.#unreadable.delete(key);
    if (this.#unreadable.size < before) this.onUnreadableCount(this.#unreadable.size);
  }

  #note(block: UnreadableBlock): void {
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
