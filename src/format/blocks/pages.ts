/**
 * What stays in the files of one snapshot, for one thread: the files, open for as long as anybody answers from them, and
 * work that waits for blocks of them.
 */
import { InvariantError } from '../../content/errors/index.js';
import type { Files } from '../files/index.js';
import type { BlockCache } from './block-cache.js';
import { type LeftChunk, PagedBlob } from './paged-blob.js';
import { type BlockFile, readRun, runsOf, UnreadableBlock } from './read-blocks.js';
import { BlocksAbsent, WantedBlocks, type Wanted as WantedOf } from './wanted.js';

/** A file of which some stays where it is. */
export interface LeftFile {
  /** How errors call it. */
  readonly label: string;
  /** Where it is, in the order in which it is to be tried: its folder may be gone while it is served. */
  readonly paths: readonly [string, ...string[]];
}

type Wanted = WantedOf<PagedBlob>;

export class Pages {
  readonly #cache: BlockCache;
  readonly #wanted: WantedBlocks<PagedBlob>;
  readonly #blobs: PagedBlob[] = [];
  #files: readonly (BlockFile | undefined)[] = [];
  /** Blocks on their way. */
  readonly #reading = new Map<PagedBlob, Map<number, Promise<unknown>>>();
  /** Whoever serves the snapshot, and the answers that wait. */
  #users = 1;
  /** Blocks that could not be read when they were asked for last, by file, section and number. */
  readonly #unreadable = new Map<string, UnreadableBlock>();
  /** Is told of each block that cannot be read, once until it can. */
  onUnreadable: (block: UnreadableBlock) => void = () => undefined;
  /** Is told whenever `unreadableCount` changes. */
  onUnreadableCount: (count: number) => void = () => undefined;

  /** @param cache that may have blocks of other snapshots too */
  constructor(cache: BlockCache) {
    this.#cache = cache;
    this.#wanted = new WantedBlocks<PagedBlob>(() => {
      cache.found += 1;
    });
  }

  /** Where its blocks are kept. */
  get cache(): BlockCache {
    return this.#cache;
  }

  /** How many blocks could not be read when they were asked for last. */
  get unreadableCount(): number {
    return this.#unreadable.size;
  }

  /** @param file place among the files that `open` is given. @returns what these parts of it are together */
  blobOf(left: readonly LeftChunk[], file: number): PagedBlob {
    const blob = new PagedBlob(left, file, this.#cache, this.#wanted);
    this.#blobs.push(blob);
    return blob;
  }

  /**
   * Opens the files, before anything is asked of them.
   *
   * @param files undefined where nothing of the file stays in it
   * @throws what the disk throws; none is open then
   */
  async open(disk: Files, files: readonly (LeftFile | undefined)[]): Promise<void> {
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
   * Does work that may come to blocks that are not in memory. It is done again from its beginning until all it needs
   * are, so it must change nothing that another attempt would meet.
   *
   * @returns what it gives; a promise of it where blocks have to be read
   * @throws what it throws; the promise also UnreadableBlock
   */
  run<Result>(work: () => Result): Result | Promise<Result> {
    const done = this.#attempt(work, 0);
    return done === undefined ? this.#later(work, this.#wanted.take()) : done.result;
  }

  /** @returns undefined where it has come to blocks that are not in memory */
  #attempt<Result>(work: () => Result, round: number): { readonly result: Result } | undefined {
    this.#wanted.begin(round);
    try {
      const result = work();
      this.settle();
      return { result };
    } catch (error) {
      // Of what was worked out with guesses, mistakes are none either.
      if (!(error instanceof BlocksAbsent) && this.#wanted.isEmpty) throw error;
      return undefined;
    }
  }

  /** To be called by work before it gives away what it has worked out. @throws BlocksAbsent where that was with guesses */
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
        if (wanted.size === 0) throw new InvariantError('work was broken off for no block');
      }
    } finally {
      for (const slot of held) this.#cache.letGo(slot);
      this.leave();
    }
  }

  /** Reads what is wanted and holds it. @param held is told of it, also where some cannot be read */
  async #read(wanted: Wanted, held: number[]): Promise<void> {
    const reads: Promise<unknown>[] = [];
    for (const [blob, blocks] of wanted) {
      const reading = this.#readingOf(blob);
      const missing: number[] = [];
      for (const block of blocks) {
        const underway = reading.get(block);
        if (underway === undefined) missing.push(block);
        // Whoever has it read holds it until all that wait for it have been told.
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
    // All have ended before anything is let go of.
    const ended = await Promise.allSettled(reads);
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  #hold(slot: number, held: number[]): void {
    this.#cache.hold(slot);
    held.push(slot);
  }

  #fileOf(place: number): BlockFile {
    const file = this.#files[place];
    if (file === undefined) throw new InvariantError('something is asked for of a file that is not open');
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

  /** To be called once by whoever has made it, when it serves no more: the files are closed after the last answer. */
  leave(): void {
    this.#users -= 1;
    if (this.#users === 0) void this.#close();
  }

  /** Closes the files and forgets their blocks. */
  async #close(): Promise<void> {
    for (const blob of this.#blobs) this.#cache.forget(blob);
    const files = this.#files;
    this.#files = [];
    // A file that was only read loses nothing when closing it fails.
    await Promise.all(files.map((one) => one?.file.close().catch(() => undefined)));
  }
}

const keyOf = (file: string, section: string, block: number): string => `${file} ${section} ${block}`;

async function openFirst(disk: Files, paths: LeftFile['paths']): Promise<BlockFile['file']> {
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
