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
import type { BlockColumns, ByteColumn, ItemColumns } from '../read/index.js';
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

/** @returns a copy of the columns with all records replaced, those of rendered items last */
const mapRecords = <Columns extends ItemColumns>(columns: Columns, map: (of: ByteColumn) => ByteColumn): Columns => ({
  ...columns,
  ids: map(columns.ids),
  columns: columns.columns.map((column) =>
    column.kind === 'text'
      ? { ...column, texts: map(column.texts), folded: column.folded && map(column.folded) }
      : column,
  ),
  records: map(columns.records),
});

const blockBytes = ({ headBytes, parts }: CachedBlock): number =>
  parts.reduce((sum, { count, byteLength }) => sum + count * lengthBytes + byteLength, headBytes);

export class BlockCache {
  readonly #types = new Map<string, CachedType>();
  #file: Promise<ScratchFile> | undefined;
  #written = 0;

  /** Call before a build: empties the cache if most of it belongs to blocks of earlier builds. */
  async begin(): Promise<void> {
    const cached = [...this.#types.values()].flatMap(({ blocks }) => [...blocks.values()]);
    const cachedBytes = cached.reduce((sum, block) => sum + blockBytes(block), 0);
    if (this.#written > 2 * cachedBytes + unusedBytesMaximum) await this.close();
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
    const file = (): Promise<ScratchFile> => {
      this.#file ??= scratch.createNameless();
      return this.#file;
    };
    const onWritten = (byteLength: number): void => {
      this.#written += byteLength;
    };
    return new TypeBlockCache(previous?.model === model ? previous.blocks : new Map(), current.blocks, file, onWritten);
  }

  /** Empties the cache. Call after a build. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#written = 0;
    this.#types.clear();
    await (await file?.catch(() => undefined))?.close();
  }
}

export class TypeBlockCache {
  readonly #previous: ReadonlyMap<string, CachedBlock>;
  readonly #current: Map<string, CachedBlock>;
  readonly #file: () => Promise<ScratchFile>;
  readonly #onWritten: (byteLength: number) => void;

  constructor(
    previous: ReadonlyMap<string, CachedBlock>,
    current: Map<string, CachedBlock>,
    file: () => Promise<ScratchFile>,
    onWritten: (byteLength: number) => void,
  ) {
    this.#previous = previous;
    this.#current = current;
    this.#file = file;
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
    const head = serialize(
      mapRecords(columns, (part) => {
        parts.push(part);
        return emptyColumn;
      }),
    );
    // Pads to a multiple of lengthBytes, a power of two.
    const padding = new Uint8Array(-head.byteLength & (lengthBytes - 1));
    const all = [head, padding, ...parts.map(({ lengths }) => bytesOf(lengths)), ...parts.map(({ bytes }) => bytes)];
    const block = Buffer.concat(all);
    const file = await this.#file();
    const cached = {
      start: await file.append(block),
      headBytes: head.byteLength + padding.byteLength,
      parts: parts.map(({ lengths, bytes }) => ({ count: lengths.length, byteLength: bytes.byteLength })),
    };
    this.#onWritten(block.byteLength);
    if (key !== undefined) this.#current.set(key, cached);
    const stored = storedParts(cached, file);
    return mapRecords(columns, (part) => ({ ...part, stored: stored.next().value }));
  }

  /** Loads a block, without the bytes of rendered items, which are copied from file to file. */
  async #load(cached: CachedBlock): Promise<BlockColumns> {
    const file = await this.#file();
    const { start, headBytes, parts } = cached;
    const head = new Uint8Array(blockBytes(cached) - (parts.at(-1)?.byteLength ?? 0));
    await file.read(start, head);
    const columns: BlockColumns = deserialize(head.subarray(0, headBytes));
    const stored = storedParts(cached, file);
    return mapRecords(columns, () => {
      const place = stored.next().value;
      if (place === undefined) return emptyColumn;
      const [bytesAt, lengthsAt] = [place.bytesAt - start, place.lengthsAt - start];
      const bytes = head.subarray(bytesAt, bytesAt + place.byteLength);
      return { bytes, lengths: new Uint32Array(head.buffer, lengthsAt, place.count), stored: place };
    });
  }
}

/** The places of a block's records, column by column. */
function* storedParts({ start, headBytes, parts }: CachedBlock, file: ScratchFile): Generator<StoredPart, undefined> {
  let lengthsAt = start + headBytes;
  let bytesAt = parts.reduce((at, { count }) => at + count * lengthBytes, lengthsAt);
  for (const { count, byteLength } of parts) {
    yield { file, lengthsAt, bytesAt, byteLength, count };
    lengthsAt += count * lengthBytes;
    bytesAt += byteLength;
  }
  return undefined;
}

interface StoredPart extends StoredRecords {
  readonly count: number;
}
