/**
 * The SHA-256 of a whole file, by itself or while it is copied.
 */
import { createHash } from 'node:crypto';
import type { Files } from './files.js';
import { readFully, writeFully } from './transfer.js';

export interface FileHash {
  readonly byteLength: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

const pieceBytes = 2 ** 20;

/**
 * @param onBytes told how many more bytes were read
 * @returns undefined where there is no file. Cost: one pass over it, in constant memory.
 */
export async function hashFile(
  files: Files,
  path: string,
  onBytes: (byteLength: number) => void = () => undefined,
): Promise<FileHash | undefined> {
  const found = await files.stat(path);
  if (found === undefined || found.kind !== 'file') return undefined;
  const hash = createHash('sha256');
  const file = await files.open(path, 'read');
  // One byte more than a small file has, so that one read both takes it and finds its end.
  const buffer = new Uint8Array(Math.min(pieceBytes, found.byteLength + 1));
  let byteLength = 0;
  try {
    for (;;) {
      const read = await readFully(file, buffer, byteLength);
      hash.update(buffer.subarray(0, read));
      byteLength += read;
      onBytes(read);
      if (read < buffer.byteLength) return { byteLength, sha256: hash.digest('hex') };
    }
  } finally {
    await file.close();
  }
}

/** Copies a file to a new one and waits until it is on the disk. @returns the length and hash of what was copied */
export async function copyFile(files: Files, from: string, to: string): Promise<FileHash> {
  const source = await files.open(from, 'read');
  try {
    const target = await files.open(to, 'create');
    try {
      const hash = createHash('sha256');
      const buffer = new Uint8Array(pieceBytes);
      let byteLength = 0;
      for (;;) {
        const bytes = buffer.subarray(0, await readFully(source, buffer, byteLength));
        await writeFully(target, bytes, byteLength);
        hash.update(bytes);
        byteLength += bytes.byteLength;
        if (bytes.byteLength < buffer.byteLength) break;
      }
      await target.sync();
      return { byteLength, sha256: hash.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
