/**
 * The named sections of an open segment, as typed views. A missing section or one of the wrong form is an IntegrityError.
 */
import { IntegrityError, InvariantError } from '../content/errors/index.js';
import { Blob, OFFSET_BLOCK, Offsets, Records } from './blob.js';
import type { PagedChunk } from './blocks/paged-blob.js';
import { blobChunkName, ELEMENT_BYTES, type Element, type SectionEntry } from './layout.js';

/** A section, with its bytes in memory: none if it stays in its file. */
interface Section {
  readonly entry: SectionEntry;
  readonly bytes: Uint8Array;
}

/** The bytes in memory of a section that stays in its file. */
const noBytes = new Uint8Array(0);

/** Makes a blob of these chunks, whose bytes stay in the file. */
export type OpenPagedBlob = (chunks: readonly PagedChunk[]) => Blob;

const refusePagedBlob: OpenPagedBlob = (chunks) => {
  throw new InvariantError(`${chunks[0]?.section} stays in the file, and was opened without a reader`);
};

export class SectionMap {
  readonly #label: string;
  readonly #sections: ReadonlyMap<string, Section>;
  /** The sections that stay in the file, by name. */
  readonly #pagedChunks: ReadonlyMap<string, PagedChunk>;
  readonly #openPagedBlob: OpenPagedBlob;
  readonly #pagedBlobs = new Map<string, Blob>();

  /**
   * @param payloads    one for each entry, aligned to its element; undefined for a section that stays in the file
   * @param pagedChunks the sections that stay in the file
   */
  constructor(
    label: string,
    entries: readonly SectionEntry[],
    payloads: readonly (Uint8Array | undefined)[],
    pagedChunks: readonly PagedChunk[] = [],
    openPagedBlob = refusePagedBlob,
  ) {
    this.#label = label;
    this.#sections = new Map(entries.map((entry, index) => [entry.name, { entry, bytes: payloads[index] ?? noBytes }]));
    this.#pagedChunks = new Map(pagedChunks.map((chunk) => [chunk.section, chunk]));
    this.#openPagedBlob = openPagedBlob;
    if (this.#sections.size !== entries.length) throw this.damage('header', 'distinct section names', 'a name twice');
  }

  damage(section: string, expected: string, found: string): IntegrityError {
    return new IntegrityError({ file: this.#label, section, expected, found });
  }

  /** Bytes of the sections that stay in the file. */
  get pagedByteLength(): number {
    let sum = 0;
    for (const { byteLength } of this.#pagedChunks.values()) sum += byteLength;
    return sum;
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  /** Names and lengths, in file order. */
  *entries(): Generator<SectionEntry> {
    for (const { entry } of this.#sections.values()) yield entry;
  }

  /** The bytes of a section in memory, of any element type. */
  bytes(name: string): Uint8Array {
    const section = this.#sections.get(name);
    if (section === undefined || this.#pagedChunks.has(name)) throw this.damage(name, 'a section in memory', 'none');
    return section.bytes;
  }

  u8(name: string, length?: number): Uint8Array {
    const { bytes } = this.#findInMemory(name, ['u8'], length);
    return bytes;
  }

  u32(name: string, length?: number): Uint32Array {
    const { bytes } = this.#findInMemory(name, ['u32'], length);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }

  f64(name: string, length?: number): Float64Array {
    const { bytes } = this.#findInMemory(name, ['f64'], length);
    return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
  }

  /** A section in the narrowest unsigned width that holds its values. */
  unsigned(name: string, length?: number): Uint8Array | Uint16Array | Uint32Array {
    const { entry, bytes } = this.#findInMemory(name, ['u8', 'u16', 'u32'], length);
    if (entry.element === 'u8') return bytes;
    if (entry.element === 'u16') return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }

  /** Bytes in one or several sections, in memory or in the file. */
  blob(name: string): Blob {
    if (this.#pagedChunks.has(name)) return this.#openPaged(name);
    const chunks = [this.u8(name)];
    while (this.has(blobChunkName(name, chunks.length))) chunks.push(this.u8(blobChunkName(name, chunks.length)));
    return new Blob(chunks);
  }

  /** Returns the same blob each time, as it knows which of its blocks are in memory. */
  #openPaged(name: string): Blob {
    const openBlob = this.#pagedBlobs.get(name);
    if (openBlob !== undefined) return openBlob;
    this.#findSection(name, ['u8']);
    const chunks: PagedChunk[] = [];
    for (let chunk = this.#pagedChunks.get(name); chunk !== undefined; ) {
      chunks.push(chunk);
      chunk = this.#pagedChunks.get(blobChunkName(name, chunks.length));
    }
    const blob = this.#openPagedBlob(chunks);
    this.#pagedBlobs.set(name, blob);
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
    const { entry } = this.#findInMemory(`${name}.offsets`, ['u32'], undefined);
    if (entry.byteLength === 0) throw this.damage(`${name}.offsets`, 'at least one entry', 'none');
    return this.records(name, entry.byteLength / 4 - 1);
  }

  /** @param length number of elements; undefined if any is right. @throws IntegrityError if the section has another form */
  #findInMemory(name: string, elements: readonly Element[], length: number | undefined): Section {
    const section = this.#findSection(name, elements);
    if (this.#pagedChunks.has(name)) throw new InvariantError(`${name} stays in the file, but is read from memory`);
    const elementCount = section.bytes.byteLength / ELEMENT_BYTES[section.entry.element];
    if (length !== undefined && elementCount !== length)
      throw this.damage(name, `${length} elements`, `${elementCount}`);
    return section;
  }

  /** @throws IntegrityError if there is no section with one of these elements */
  #findSection(name: string, elements: readonly Element[]): Section {
    const section = this.#sections.get(name);
    if (section === undefined) throw this.damage(name, 'a section', 'none');
    const { element } = section.entry;
    if (!elements.includes(element)) throw this.damage(name, elements.join(' or '), element);
    return section;
  }
}
