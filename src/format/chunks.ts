/**
 * Long byte strings come in chunks of a fixed size, each a section of its own; a record never crosses from one chunk
 * to the next (the writer leaves a gap), so that a record is one view.
 *
 * An offset is `chunk · chunkBytes + place in the chunk`.
 */
import { SECTION_BYTES_MAXIMUM } from './layout.js';

/** Bytes per chunk. */
export const CHUNK_BYTES = SECTION_BYTES_MAXIMUM;

/** @returns the section name of the k-th chunk; chunk 0 has the blob's own */
export const blobChunkName = (name: string, chunk: number): string => (chunk === 0 ? name : `${name}#${chunk}`);
