/**
 * What the blocks of an export were read to, for builds that follow one another in one process: a block with the bytes of
 * an earlier one, of a type with the same model, is not read again, and its texts and rendered items are not written again.
 *
 * All is in a temporary file without a name, so nothing is left when the process is gone. In memory are some hundred bytes for
 * each block of 256 KB.
 */
import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { bytesOf } from '../../src/format/index.js';
import type { BlockColumns, ByteColumn, ItemColumns } from '../read/index.js';
import type { Scratch, ScratchFile, StoredRecords } from '../work/index.js';

/** Where a block stands in the file: what is no records, then the lengths of all records, then their bytes. */
interface KnownBlock {
  readonly start: number;
  readonly restBytes: number;
  /** Of each column of records, in the order of `eachRecords`. */
  readonly parts: readonly { readonly count: number; readonly byteLength: number }[];
}

interface KnownType {
  readonly model: string;
  /** By the hash of their bytes. */
  readonly blocks: Map<string, KnownBlock>;
}

const lengthBytes = Uint32Array.BYTES_PER_ELEMENT;
/** Of blocks that nobody asks for any more so much is kept, beside as many bytes as there are of the others. */
const forgottenMaximum = 2 ** 28;
const none: ByteColumn = { bytes: new Uint8Array(0), lengths: new Uint32Array(0) };

/** @returns the columns with other records, those of rendered items last */
const eachRecords = <Columns extends ItemColumns>(columns: Columns, map: (of: ByteColumn) => ByteColumn): Columns => ({
  ...columns,
  ids: map(columns.ids),
  columns: columns.columns.map((column) =>
    column.kind === 'text'
      ? { ...column, texts: map(column.texts), folded: column.folded && map(column.folded) }
      : column,
  ),
  records: map(columns.records),
});

const bytesIn = ({ restBytes, parts }: KnownBlock): number =>
  parts.reduce((sum, { count, byteLength }) => sum + count * lengthBytes + byteLength, restBytes);

export class KnownBlocks {
  readonly #types = new Map<string, KnownType>();
  #file: Promise<ScratchFile> | undefined;
  #written = 0;

  /** To be called before a build: what only earlier ones had is forgotten once it is much. */
  async begin(): Promise<void> {
    const known = [...this.#types.values()].flatMap(({ blocks }) => [...blocks.values()]);
    const knownBytes = known.reduce((sum, block) => sum + bytesIn(block), 0);
    if (this.#written > 2 * knownBytes + forgottenMaximum) await this.close();
  }

  /**
   * The blocks of a type that is about to be read; those that it does not have any more are forgotten.
   *
   * @param model what of the model reading depends on
   */
  of(type: string, model: string, scratch: Scratch): TypeBlocks {
    const before = this.#types.get(type);
    const now: KnownType = { model, blocks: new Map() };
    this.#types.set(type, now);
    const file = (): Promise<ScratchFile> => {
      this.#file ??= scratch.createNameless();
      return this.#file;
    };
    const onWritten = (byteLength: number): void => {
      this.#written += byteLength;
    };
    return new TypeBlocks(before?.model === model ? before.blocks : new Map(), now.blocks, file, onWritten);
  }

  /** Forgets all. To be called behind a build. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#written = 0;
    this.#types.clear();
    await (await file?.catch(() => undefined))?.close();
  }
}

export class TypeBlocks {
  readonly #before: ReadonlyMap<string, KnownBlock>;
  readonly #now: Map<string, KnownBlock>;
  readonly #file: () => Promise<ScratchFile>;
  readonly #onWritten: (byteLength: number) => void;

  constructor(
    before: ReadonlyMap<string, KnownBlock>,
    now: Map<string, KnownBlock>,
    file: () => Promise<ScratchFile>,
    onWritten: (byteLength: number) => void,
  ) {
    this.#before = before;
    this.#now = now;
    this.#file = file;
    this.#onWritten = onWritten;
  }

  /** @param read reads the block, where it is not known. @returns its columns; undefined where it is unusual */
  async columnsOf(bytes: Uint8Array, read: () => Promise<BlockColumns | undefined>): Promise<BlockColumns | undefined> {
    const key = hash('sha256', bytes);
    const known = this.#before.get(key);
    if (known !== undefined) {
      this.#now.set(key, known);
      return this.#load(known);
    }
    const columns = await read();
    return columns && this.keep(columns, key);
  }

  /** @returns the same, whose records are in the file. @param key by which it is found later */
  async keep<Columns extends ItemColumns>(columns: Columns, key?: string): Promise<Columns> {
    const parts: ByteColumn[] = [];
    const rest = serialize(
      eachRecords(columns, (part) => {
        parts.push(part);
        return none;
      }),
    );
    const padding = new Uint8Array(-rest.byteLength & (lengthBytes - 1));
    const all = [rest, padding, ...parts.map(({ lengths }) => bytesOf(lengths)), ...parts.map(({ bytes }) => bytes)];
    const block = Buffer.concat(all);
    const file = await this.#file();
    const known = {
      start: await file.append(block),
      restBytes: rest.byteLength + padding.byteLength,
      parts: parts.map(({ lengths, bytes }) => ({ count: lengths.length, byteLength: bytes.byteLength })),
    };
    this.#onWritten(block.byteLength);
    if (key !== undefined) this.#now.set(key, known);
    const stored = storedParts(known, file);
    return eachRecords(columns, (part) => ({ ...part, stored: stored.next().value }));
  }

  /** Of rendered items without their bytes, which nobody looks at. */
  async #load(known: KnownBlock): Promise<BlockColumns> {
    const file = await this.#file();
    const { start, restBytes, parts } = known;
    const head = new Uint8Array(bytesIn(known) - (parts.at(-1)?.byteLength ?? 0));
    await file.read(start, head);
    const columns: BlockColumns = deserialize(head.subarray(0, restBytes));
    const stored = storedParts(known, file);
    return eachRecords(columns, () => {
      const place = stored.next().value;
      if (place === undefined) return none;
      const [bytesAt, lengthsAt] = [place.bytesAt - start, place.lengthsAt - start];
      const bytes = head.subarray(bytesAt, bytesAt + place.byteLength);
      return { bytes, lengths: new Uint32Array(head.buffer, lengthsAt, place.count), stored: place };
    });
  }
}

/** Where the records of a block stand, one column after the other. */
function* storedParts({ start, restBytes, parts }: KnownBlock, file: ScratchFile): Generator<StoredPart, undefined> {
  let lengthsAt = start + restBytes;
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
