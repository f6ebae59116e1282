/**
 * The bytes of a segment file that was read and checked, and the typed views over them.
 *
 * `SegmentBytes` holds plain values only, so another thread can receive it and shares the memory; `assembleSegment` makes
 * the views in each thread, at no cost. Elsewhere: reading the file (reader).
 */
import type { LeftChunk } from '../blocks/paged-blob.js';
import type { Pages } from '../blocks/pages.js';
import type { SectionEntry } from '../layout.js';
import { SectionMap } from '../sections.js';

interface SegmentHead {
  readonly kind: string;
  readonly name: string;
  /** Keys and values as written; the segment's reader checks them. */
  readonly meta: ReadonlyMap<unknown, unknown>;
  readonly byteLength: number;
  /** The one memory that all sections lie in, where they do. */
  readonly memory: WebAssembly.Memory | undefined;
}

/** A file's bytes, checked. Nothing in it has a class of ours: a structured clone in another thread shares the memory. */
export interface SegmentBytes extends SegmentHead {
  /** How errors call the file. */
  readonly label: string;
  readonly entries: readonly SectionEntry[];
  /** One per entry, each a view of shared memory; undefined of what stays in the file. */
  readonly payloads: readonly (Uint8Array | undefined)[];
  /** What stays in the file. */
  readonly left: readonly LeftChunk[];
  /** Where the file is. */
  readonly path: string;
  /** Where somebody holds it open, in case that it is there no more. */
  readonly heldAt?: string | undefined;
  /** In hexadecimal digits; undefined where it was not asked for. */
  readonly sha256: string | undefined;
}

export interface SegmentFile extends SegmentHead {
  readonly sections: SectionMap;
}

/**
 * Cost: O(sections).
 *
 * @param pages who reads what stays in the file, and the file's place there; may be absent where nothing does
 * @throws IntegrityError when two sections have one name
 */
export function assembleSegment(
  { label, entries, payloads, left, path: _path, heldAt: _heldAt, sha256: _hash, ...head }: SegmentBytes,
  pages?: Pages,
  file = 0,
): SegmentFile {
  const leftBlob = pages === undefined ? undefined : (chunks: readonly LeftChunk[]) => pages.blobOf(chunks, file);
  return { ...head, sections: new SectionMap(label, entries, payloads, left, leftBlob) };
}
