/**
 * A cache of read blocks for consecutive builds in one process: a block with the same bytes, of a type with the same model,
 * is not parsed again, and its texts and rendered items are not written again.
 *
 * The cache is an unlinked temporary file, which the system frees when the process ends. Memory: some hundred bytes per block
 * of 256 KB.
 */
import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { bytesOf } from '../../src/format/index.js';
import type { BlockColumn, BlockColumns, ByteColumn, ItemColumns } from '../read/index.js';
import type { ScratchFile, ScratchFolder, StoredRecords } from '../work/index.js';

/**
 * The place of a block in the file:
 *
 *     start ┌──────────────────────────┬──────────────────────┬────────────────────┐
 *           │ columns without records, │ lengths of records   │ bytes of records   │
 *           │ v8.serialize, padded to 4│ u32, column by column│ column by column   │
 *           └──────────────────────────┴──────────────────────┴────────────────────┘
 */
interface CachedBlock {
  readonly start: number;
  /** Length of the first part, with its padding. */
  readonly headBytes: number;
  /** Record count and bytes of each column of records, in the order of `mapRecords`. */
  readonly parts: readonly { readonly count: number; readonly byteLength: number }[];
}

interface CachedType {
  readonly model: string;
  /** Hash of a block's bytes → the block. */
  readonly blocks: Map<string, CachedBlock>;
}

const lengthBytes = Uint32Array.BYTES_PER_ELEMENT;
/** The file may hold as many unused bytes as used ones, plus this many, before the cache is emptied. */
const unusedBytesMaximum = 2 ** 28;
const emptyColumn: ByteColumn = { bytes: new Uint8Array(0), lengths: new Uint32Array(0) };

/**
 * Replaces all records of a block, in a fixed order: ids, texts and folded texts of each text column, rendered items.
 *
 * @param replace called once for each column of records
 * @returns a copy of the columns with the replaced records
 */
function mapRecords<Columns extends ItemColumns>(
  columns: Columns,
  replace: (records: ByteColumn) => ByteColumn,
): Columns {
  const replaceTexts = (column: BlockColumn): BlockColumn => {
    if (column.kind !== 'text') return column;
    const texts = replace(column.texts);
    const folded = column.folded && replace(column.folded);
    return { ...column, texts, folded };
  };
  const ids = replace(columns.ids);
  const replacedColumns = columns.columns.map(replaceTexts);
  return { ...columns, ids, columns: replacedColumns, records: replace(columns.records) };
}

/** @returns the length of a block in the file */
function blockLength({ headBytes, parts }: CachedBlock): number {
  let length = headBytes;
  for (const { count, byteLength } of parts) length += count * lengthBytes + byteLength;
  return length;
}

export class BlockCache {
  readonly #types = new Map<string, CachedType>();
  #file: Promise<ScratchFile> | undefined;
  #writtenBytes = 0;

  /** Call before a build: empties the cache if most of it belongs to blocks of earlier builds. */
  async begin(): Promise<void> {
    let cachedBytes = 0;
    for (const { blocks } of this.#types.values()) {
      for (const block of blocks.values()) cachedBytes += blockLength(block);
    }
    if (this.#writtenBytes > 2 * cachedBytes + unusedBytesMaximum) await this.close();
  }

  /**
   * Begins to read a type. Cached blocks that are not read again are dropped.
   *
   * @param model the part of the model that reading depends on
   * @returns the cached blocks of the type
   */
  openType(type: string, model: string, scratch: ScratchFolder): TypeBlockCache {
    const previous = this.#types.get(type);
    const current: CachedType = { model, blocks: new Map() };
    this.#types.set(type, current);
    const openFile = (): Promise<ScratchFile> => {
      this.#file ??= scratch.createNameless();
      return this.#file;
    };
    const onWritten = (byteLength: number): void => {
      this.#writtenBytes += byteLength;
    };
    const previousBlocks = previous?.model === model ? previous.blocks : new Map<string, CachedBlock>();
    return new TypeBlockCache(previousBlocks, current.blocks, openFile, onWritten);
  }

  /** Empties the cache. Call after a build. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#writtenBytes = 0;
    this.#types.clear();
    // A file that could not be created needs no closing; the build has failed for that reason already.
    const openedFile = await file?.catch(() => undefined);
    await openedFile?.close();
  }
}

export class TypeBlockCache {
  readonly #previous: ReadonlyMap<string, CachedBlock>;
  readonly #current: Map<string, CachedBlock>;
  readonly #openFile: () => Promise<ScratchFile>;
  readonly #onWritten: (byteLength: number) => void;

  /**
   * @param previous  blocks of the earlier builds, by the hash of their bytes
   * @param current   receives the blocks of this build
   * @param openFile  opens the file of all types, with the first call
   * @param onWritten called with the length of each block that was written
   */
  constructor(
    previous: ReadonlyMap<string, CachedBlock>,
    current: Map<string, CachedBlock>,
    openFile: () => Promise<ScratchFile>,
    onWritten: (byteLength: number) => void,
  ) {
    this.#previous = previous;
    this.#current = current;
    this.#openFile = openFile;
    this.#onWritten = onWritten;
  }

  /** @param read parses a block that is not cached. @returns its columns; undefined if the block is unusual */
  async readOrReuse(
    bytes: Uint8Array,
    read: () => Promise<BlockColumns | undefined>,
  ): Promise<BlockColumns | undefined> {
    const key = hash('sha256', bytes);
    const cached = this.#previous.get(key);
    if (cached !== undefined) {
      this.#current.set(key, cached);
      return this.#load(cached);
    }
    const columns = await read();
    return columns && this.write(columns, key);
  }

  /** @returns the same columns, with records in the file. @param key hash under which the block is cached; undefined: not cached */
  async write<Columns extends ItemColumns>(columns: Columns, key?: string): Promise<Columns> {
    const parts: ByteColumn[] = [];
    const columnsWithoutRecords = mapRecords(columns, (records) => {
      parts.push(records);
      return emptyColumn;
    });
    const head = serialize(columnsWithoutRecords);
    // Pads to a multiple of lengthBytes, a power of two.
    const padding = new Uint8Array(-head.byteLength & (lengthBytes - 1));
    const lengthsOfParts = parts.map(({ lengths }) => bytesOf(lengths));
    const bytesOfParts = parts.map(({ bytes }) => bytes);
    const block = Buffer.concat([head, padding, ...lengthsOfParts, ...bytesOfParts]);
    const file = await this.#openFile();
    const cached: CachedBlock = {
      start: await file.append(block),
      headBytes: head.byteLength + padding.byteLength,
      parts: parts.map(({ lengths, bytes }) => ({ count: lengths.length, byteLength: bytes.byteLength })),
    };
    this.#onWritten(block.byteLength);
    if (key !== undefined) this.#current.set(key, cached);
    const storedParts = listStoredParts(cached, file);
    return mapRecords(columns, (records) => ({ ...records, stored: storedParts.shift() }));
  }

  /** Loads a block, without the bytes of rendered items, which are copied from file to file. */
  async #load(cached: CachedBlock): Promise<BlockColumns> {
    const file = await this.#openFile();
    const { start, headBytes, parts } = cached;
    const renderedBytes = parts.at(-1)?.byteLength ?? 0;
    const loaded = new Uint8Array(blockLength(cached) - renderedBytes);
    await file.read(start, loaded);
    const columns: BlockColumns = deserialize(loaded.subarray(0, headBytes));
    const storedParts = listStoredParts(cached, file);
    return mapRecords(columns, () => {
      const stored = storedParts.shift();
      if (stored === undefined) return emptyColumn;
      const bytesStart = stored.bytesAt - start;
      const bytes = loaded.subarray(bytesStart, bytesStart + stored.byteLength);
      const lengths = new Uint32Array(loaded.buffer, stored.lengthsAt - start, stored.count);
      return { bytes, lengths, stored };
    });
  }
}

/** The place of a column of records in the file. */
interface StoredPart extends StoredRecords {
  /** Number of records. */
  readonly count: number;
}

/** @returns the places of a block's columns of records, in the order of `mapRecords` */
function listStoredParts({ start, headBytes, parts }: CachedBlock, file: ScratchFile): StoredPart[] {
  let lengthsAt = start + headBytes;
  let bytesAt = lengthsAt;
  for (const { count } of parts) bytesAt += count * lengthBytes;
  const storedParts: StoredPart[] = [];
  for (const { count, byteLength } of parts) {
    storedParts.push({ file, lengthsAt, bytesAt, byteLength, count });
    lengthsAt += count * lengthBytes;
    bytesAt += byteLength;
  }
  return storedParts;
}
