/**
 * The named sections of an open segment, as typed views. A missing section or one of the wrong form is an IntegrityError.
 */
import { IntegrityError, InvariantError } from '../content/errors/index.js';
import { Blob, OFFSET_BLOCK, Offsets, Records } from './blob.js';
import type { PagedChunk } from './blocks/paged-blob.js';
import { blobChunkName, ELEMENT_BYTES, type Element, type SectionEntry } from './layout.js';

interface Held {
  readonly entry: SectionEntry;
  readonly bytes: Uint8Array;
}

/** The bytes in memory of a section that stays in its file. */
const noBytes = new Uint8Array(0);

/** Makes a blob of these chunks, whose bytes stay in the file. */
export type OpenPagedBlob = (chunks: readonly PagedChunk[]) => Blob;

const withoutReader: OpenPagedBlob = (chunks) => {
  throw new InvariantError(`${chunks[0]?.section} stays in the file, and was opened without a reader`);
};

export class SectionMap {
  readonly #label: string;
  readonly #held: ReadonlyMap<string, Held>;
  /** By name. */
  readonly #left: ReadonlyMap<string, PagedChunk>;
  readonly #leftBlob: OpenPagedBlob;
  readonly #leftBlobs = new Map<string, Blob>();

  /**
   * @param payloads one for each entry, aligned to its element; undefined for a section that stays in the file
   * @param left     the sections that stay in the file
   */
  constructor(
    label: string,
    entries: readonly SectionEntry[],
    payloads: readonly (Uint8Array | undefined)[],
    left: readonly PagedChunk[] = [],
    leftBlob = withoutReader,
  ) {
    this.#label = label;
    this.#held = new Map(entries.map((entry, index) => [entry.name, { entry, bytes: payloads[index] ?? noBytes }]));
    this.#left = new Map(left.map((chunk) => [chunk.section, chunk]));
    this.#leftBlob = leftBlob;
    if (this.#held.size !== entries.length) throw this.damage('header', 'distinct section names', 'a name twice');
  }

  damage(section: string, expected: string, found: string): IntegrityError {
    return new IntegrityError({ file: this.#label, section, expected, found });
  }

  /** Bytes of the sections that stay in the file. */
  get pagedByteLength(): number {
    let sum = 0;
    for (const { byteLength } of this.#left.values()) sum += byteLength;
    return sum;
  }

  has(name: string): boolean {
    return this.#held.has(name);
  }

  /** Names and lengths, in file order. */
  *entries(): Generator<SectionEntry> {
    for (const { entry } of this.#held.values()) yield entry;
  }

  /** The bytes of a section in memory, of any element type. */
  bytes(name: string): Uint8Array {
    const held = this.#held.get(name);
    if (held === undefined || this.#left.has(name)) throw this.damage(name, 'a section in memory', 'none');
    return held.bytes;
  }

  u8(name: string, length?: number): Uint8Array {
    const { bytes } = this.#get(name, ['u8'], length);
    return bytes;
  }

  u32(name: string, length?: number): Uint32Array {
    const { bytes } = this.#get(name, ['u32'], length);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }

  f64(name: string, length?: number): Float64Array {
    const { bytes } = this.#get(name, ['f64'], length);
    return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
  }

  /** A section in the narrowest unsigned width that holds its values. */
  unsigned(name: string, length?: number): Uint8Array | Uint16Array | Uint32Array {
    const { entry, bytes } = this.#get(name, ['u8', 'u16', 'u32'], length);
    if (entry.element === 'u8') return bytes;
    if (entry.element === 'u16') return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }

  /** Bytes in one or several sections, in memory or in the file. */
  blob(name: string): Blob {
    if (this.#left.has(name)) return this.#blobInFile(name);
    const chunks = [this.u8(name)];
    while (this.has(blobChunkName(name, chunks.length))) chunks.push(this.u8(blobChunkName(name, chunks.length)));
    return new Blob(chunks);
  }

  /** Returns the same blob each time, as it knows which of its blocks are in memory. */
  #blobInFile(name: string): Blob {
    const known = this.#leftBlobs.get(name);
    if (known !== undefined) return known;
    this.#ofElement(name, ['u8']);
    const chunks: PagedChunk[] = [];
    for (let chunk = this.#left.get(name); chunk !== undefined; ) {
      chunks.push(chunk);
      chunk = this.#left.get(blobChunkName(name, chunks.length));
    }
    const blob = this.#leftBlob(chunks);
    this.#leftBlobs.set(name, blob);
    return blob;
  }

  /** Ascending offsets of the sections `<name>` (relative) and `<name>.bases`. */
  offsets(name: string, length: number): Offsets {
    return new Offsets(this.f64(`${name}.bases`, Math.ceil(length / OFFSET_BLOCK)), this.u32(name, length));
  }

  /** Records of the sections `<name>` (bytes) and `<name>.offsets`. */
  records(name: string, count: number): Records {
    return new Records(this.blob(name), this.offsets(`${name}.offsets`, count + 1));
  }

  /** As `records`, with the count taken from the offsets. */
  countedRecords(name: string): Records {
    const { entry } = this.#get(`${name}.offsets`, ['u32'], undefined);
    if (entry.byteLength === 0) throw this.damage(`${name}.offsets`, 'at least one entry', 'none');
    return this.records(name, entry.byteLength / 4 - 1);
  }

  #get(name: string, elements: readonly Element[], length: number | undefined): Held {
    const held = this.#ofElement(name, elements);
    if (this.#left.has(name)) throw new InvariantError(`${name} stays in the file, but is read from memory`);
    const found = held.bytes.byteLength / ELEMENT_BYTES[held.entry.element];
    if (length !== undefined && found !== length) throw this.damage(name, `${length} elements`, `${found}`);
    return held;
  }

  #ofElement(name: string, elements: readonly Element[]): Held {
    const held = this.#held.get(name);
    if (held === undefined) throw this.damage(name, 'a section', 'none');
    if (!elements.includes(held.entry.element)) throw this.damage(name, elements.join(' or '), held.entry.element);
    return held;
  }
}
