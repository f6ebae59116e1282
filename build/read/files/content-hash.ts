/**
 * The hash of a type's content: the SHA-256 of its items file, inflated if the file is compressed.
 *
 * Compressed bytes would differ every night, because a gzip file contains its creation time.
 */
import { createHash } from 'node:crypto';
import type { Files } from '../../../src/format/files/index.js';
import { GzipProblem, inflateChunks, readChunks } from './file-chunks.js';

export interface ContentHash {
  /** Hexadecimal. */
  readonly sha256: string;
  /** After inflating. */
  readonly byteLength: number;
}

/** Hashes content chunk by chunk. */
export class ContentHasher {
  readonly #hash = createHash('sha256');
  #byteLength = 0;

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#byteLength += bytes.byteLength;
  }

  /** Call it once, after the last chunk. */
  end(): ContentHash {
    return { sha256: this.#hash.digest('hex'), byteLength: this.#byteLength };
  }
}

/**
 * Hashes the items file at `path`.
 *
 * @param name    name of the file; `.gz` at its end means compressed
 * @param onBytes called with the number of bytes of each read
 * @returns undefined if the file cannot be inflated
 */
export async function hashContent(
  files: Files,
  path: string,
  name: string,
  onBytes: (byteLength: number) => void = () => undefined,
): Promise<ContentHash | undefined> {
  const file = await files.open(path, 'read');
  const hasher = new ContentHasher();
  try {
    const stored = readChunks(file, onBytes);
    for await (const chunk of name.endsWith('.gz') ? inflateChunks(stored) : stored) hasher.add(chunk);
    return hasher.end();
  } catch (error) {
    if (error instanceof GzipProblem) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}
