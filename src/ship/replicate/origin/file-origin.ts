/**
 * An origin in a folder of this machine, or one that is mounted here.
 */
import { join } from 'node:path';
import type { Files } from '../../../format/files/index.js';
import { type Origin, OriginFailure } from './origin.js';

const pieceBytes = 2 ** 18;

/** @returns what follows from `start` on. The file is closed when it is read, or left. */
export async function* bytesOf(files: Files, path: string, start: number): AsyncGenerator<Uint8Array> {
  const file = await files.open(path, 'read');
  try {
    for (let position = start; ; ) {
      const piece = new Uint8Array(pieceBytes);
      const read = await file.read(piece, pieceBytes, position);
      if (read === 0) return;
      position += read;
      yield piece.subarray(0, read);
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
        const found = await files.stat(path);
        if (found === undefined || found.kind !== 'file') return { kind: 'missing' };
        if (start > found.byteLength) return { kind: 'beyond' };
        // Opened when it is first read, and closed when it is read, or left.
        const body = bytesOf(files, path, start);
        return { kind: 'content', start, byteLength: found.byteLength, tag: undefined, body, discard: () => undefined };
      } catch (error) {
        throw new OriginFailure(`${path} cannot be read: ${error instanceof Error ? error.message : error}`, true);
      }
    },
  };
}
