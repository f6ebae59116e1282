/**
 * Rendered items, compressed: each by itself with a dictionary, or in blocks of whole items.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import zlib, { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Records } from '../../../src/format/index.js';
import { BENCH_FOLDER } from '../../harness/root.js';

/** Copies items one behind the other. */
export interface Items {
  readonly byteLength: number;
  /** @returns how many bytes were written to `out`, which has room for all */
  copy(docs: Uint32Array, out: Uint8Array): number;
}

/** As they are stored. */
export class PlainItems implements Items {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  get byteLength(): number {
    return this.#records.blob.end;
  }

  copy(docs: Uint32Array, out: Uint8Array): number {
    let end = 0;
    for (const doc of docs) {
      const bytes = this.#records.view(doc);
      out.set(bytes, end);
      end += bytes.byteLength;
    }
    return end;
  }
}

/** Compresses and decompresses some bytes. */
export interface Codec {
  readonly name: string;
  readonly pack: (bytes: Uint8Array) => Uint8Array;
  readonly unpack: (bytes: Uint8Array, byteLength: number) => Uint8Array;
}

const dictionaryBytes = 32_768;

/** @returns deflate that begins with what items of the middle look like */
export function deflateWith(records: Records): Codec {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let doc = Math.floor(records.count / 2); doc < records.count && length < dictionaryBytes; doc += 1) {
    parts.push(records.view(doc));
    length += records.lengthOf(doc);
  }
  const dictionary = Buffer.concat(parts).subarray(-dictionaryBytes);
  return {
    name: 'deflate, with a dictionary',
    pack: (bytes) => deflateRawSync(bytes, { dictionary, level: 6 }),
    unpack: (bytes) => inflateRawSync(bytes, { dictionary }),
  };
}

export const deflate: Codec = {
  name: 'deflate',
  pack: (bytes) => deflateRawSync(bytes, { level: 6 }),
  unpack: (bytes) => inflateRawSync(bytes),
};

type Conversion = (bytes: Buffer) => Uint8Array;

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function isConversion(value: unknown): value is Conversion {
  return typeof value === 'function';
}

/** @returns a codec where both are there */
function codecOf(name: string, pack: unknown, unpack: unknown): Codec | undefined {
  if (!isConversion(pack) || !isConversion(unpack)) return undefined;
  return { name, pack: (bytes) => pack(bufferOf(bytes)), unpack: (bytes) => unpack(bufferOf(bytes)) };
}

/** By Node itself, from Node 22.15 on; undefined before. */
export const zstd = codecOf('zstd', Reflect.get(zlib, 'zstdCompressSync'), Reflect.get(zlib, 'zstdDecompressSync'));

/** Undefined where the packages of the benchmarks are not installed. */
export const lz4 = lz4Codec();

function lz4Codec(): Codec | undefined {
  const require = createRequire(join(BENCH_FOLDER, 'package.json'));
  try {
    const loaded: unknown = require('lz4-napi');
    if (typeof loaded !== 'object' || loaded === null) return undefined;
    return codecOf('lz4', Reflect.get(loaded, 'compressSync'), Reflect.get(loaded, 'uncompressSync'));
  } catch {
    return undefined;
  }
}

/** Bytes that the place of a block takes. */
const placeBytes = 4;

/** Blocks of whole items, each compressed; the one that was unpacked last is kept. */
export class PackedItems implements Items {
  readonly byteLength: number;
  readonly #records: Records;
  readonly #codec: Codec;
  readonly #blocks: Uint8Array[] = [];
  readonly #blockBytes: number[] = [];
  /** Item → block, and → place in it. */
  readonly #blockOf: Uint32Array;
  readonly #placeOf: Uint32Array;

  /** @param blockBytes items are added to a block until it has so many; 0 for each item by itself */
  constructor(records: Records, codec: Codec, blockBytes: number) {
    this.#records = records;
    this.#codec = codec;
    this.#blockOf = new Uint32Array(records.count);
    this.#placeOf = new Uint32Array(records.count);
    let open: Uint8Array[] = [];
    let length = 0;
    const close = (): void => {
      if (open.length === 0) return;
      this.#blocks.push(Uint8Array.from(codec.pack(Buffer.concat(open))));
      this.#blockBytes.push(length);
      open = [];
      length = 0;
    };
    for (let doc = 0; doc < records.count; doc += 1) {
      this.#blockOf[doc] = this.#blocks.length;
      this.#placeOf[doc] = length;
      open.push(records.view(doc));
      length += records.lengthOf(doc);
      if (length >= blockBytes) close();
    }
    close();
    const packed = this.#blocks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    // The items' own places are needed plain, too, so they do not count.
    this.byteLength = packed + (blockBytes === 0 ? 0 : this.#blocks.length * placeBytes);
  }

  copy(docs: Uint32Array, out: Uint8Array): number {
    let end = 0;
    let known = -1;
    let bytes: Uint8Array = new Uint8Array(0);
    for (const doc of docs) {
      const block = this.#blockOf[doc]!;
      if (block !== known) {
        bytes = this.#codec.unpack(this.#blocks[block]!, this.#blockBytes[block]!);
        known = block;
      }
      const place = this.#placeOf[doc]!;
      const length = this.#records.lengthOf(doc);
      out.set(bytes.subarray(place, place + length), end);
      end += length;
    }
    return end;
  }
}
