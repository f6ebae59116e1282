/**
 * An origin in a folder of this machine, or in a mounted folder.
 */
import { join } from 'node:path';
import type { Files } from '../../../format/files/index.js';
import { type Origin, OriginFailure } from './origin.js';

const pieceBytes = 2 ** 18;

/** @returns the bytes from `start` to the end. The file is closed at the end of the iteration, also after a break. */
export async function* readPieces(files: Files, path: string, start: number): AsyncGenerator<Uint8Array> {
  const file = await files.open(path, 'read');
  try {
    for (let position = start; ; ) {
      const piece = new Uint8Array(pieceBytes);
      const readCount = await file.read(piece, pieceBytes, position);
      if (readCount === 0) return;
      position += readCount;
      yield piece.subarray(0, readCount);
    }
  } finally {
    await file.close();
  }
}

export function fileOrigin(files: Files, folder: string): Origin {
  return {
    name: folder,
    async read(name, { start = 0, signal }) {
      signal.throwIfAborted();
      const path = join(folder, name);
      try {
        const entry = await files.stat(path);
        if (entry === undefined || entry.kind !== 'file') return { kind: 'missing' };
        if (start > entry.byteLength) return { kind: 'beyond' };
        // The file is opened by the first read, and closed at the end of the iteration.
        const body = readPieces(files, path, start);
        return { kind: 'content', start, byteLength: entry.byteLength, tag: undefined, body, discard: () => undefined };
      } catch (error) {
        throw new OriginFailure(`${path} cannot be read: ${error instanceof Error ? error.message : error}`, true);
      }
    },
  };
}
