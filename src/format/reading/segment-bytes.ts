/**
 * The bytes of a segment file that was read and checked, and the typed views over them.
 *
 * `SegmentBytes` holds plain values only, so another thread can receive it and shares the memory; `assembleSegment` makes
 * the views in each thread, at no cost. Elsewhere: reading the file (reader).
 */
import type { PagedChunk } from '../blocks/paged-blob.js';
import type { Pages } from '../blocks/pages.js';
import type { SectionEntry } from '../layout.js';
import { SectionMap } from '../sections.js';

interface SegmentHead {
  readonly kind: string;
  readonly name: string;
  /** Keys and values as written; the segment's reader checks them. */
  readonly meta: ReadonlyMap<unknown, unknown>;
  readonly byteLength: number;
  /** The memory of all sections; undefined if they are in plain buffers. */
  readonly memory: WebAssembly.Memory | undefined;
}

/** The checked bytes of a file, as plain values: a structured clone in another thread shares the memory. */
export interface SegmentBytes extends SegmentHead {
  /** Name of the file in errors. */
  readonly label: string;
  readonly entries: readonly SectionEntry[];
  /** One view of shared memory for each entry; undefined for a section that stays in the file. */
  readonly payloads: readonly (Uint8Array | undefined)[];
  /** The sections that stay in the file. */
  readonly pagedChunks: readonly PagedChunk[];
  /** Path of the file. */
  readonly path: string;
  /** Path through which a process holds the file open, in case that it was removed. */
  readonly heldAt?: string | undefined;
  /** Hexadecimal; undefined if it was not computed. */
  readonly sha256: string | undefined;
}

export interface SegmentFile extends SegmentHead {
  readonly sections: SectionMap;
}

/**
 * Cost: O(sections).
 *
 * @param pages reader of the sections that stay in the file; absent if none does
 * @param file  index of the file in `pages`
 * @throws IntegrityError if two sections have the same name
 */
export function assembleSegment(
  { kind, name, meta, byteLength, memory, label, entries, payloads, pagedChunks }: SegmentBytes,
  pages?: Pages,
  file = 0,
): SegmentFile {
  const openPagedBlob =
    pages === undefined ? undefined : (chunks: readonly PagedChunk[]) => pages.createBlob(chunks, file);
  const sections = new SectionMap(label, entries, payloads, pagedChunks, openPagedBlob);
  return { kind, name, meta, byteLength, memory, sections };
}
