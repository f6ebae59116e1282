/**
 * The hash of a type's content: the SHA-256 of its lines, inflated if the file is compressed.
 *
 * Compressed bytes would differ every night: a gzip file contains the time it was made.
 */
import { createHash } from 'node:crypto';
import type { Files } from '../../../src/format/files/index.js';
import { chunksOf, GzipProblem, inflated } from './file-chunks.js';

// What a type's file says, in one number: the SHA-256 of its lines as they stand, inflated where they are compressed.
//
// The compressed bytes would not do: a gzip file names the time it was made, so that the same content is other bytes
// every night.

export interface ContentHash {
  /** Hexadecimal. */
  readonly sha256: string;
  /** Inflated. */
  readonly byteLength: number;
}

/** Hashes content that comes in pieces. */

export class ContentHasher {
  readonly #hash = createHash('sha256');
  #byteLength = 0;

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#byteLength += bytes.byteLength;
  }

  /** To be called once. */
  end(): ContentHash {
    return { sha256: this.#hash.digest('hex'), byteLength: this.#byteLength };
  }
}

/** @returns undefined where the file cannot be inflated */

export async function hashContent(
  files: Files,
  path: string,
  name: string,
  onBytes: (byteLength: number) => void = () => undefined,
): Promise<ContentHash | undefined> {
  const file = await files.open(path, 'read');
  const hasher = new ContentHasher();
  try {
    const stored = chunksOf(file, onBytes);
    for await (const chunk of name.endsWith('.gz') ? inflated(stored) : stored) hasher.add(chunk);
    return hasher.end();
  } catch (error) {
    if (error instanceof GzipProblem) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}
