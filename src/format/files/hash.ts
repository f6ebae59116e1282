/**
 * The SHA-256 of a file, computed by reading it or while it is written.
 */
import { createHash } from 'node:crypto';
import { EarlySync } from './early-sync.js';
import type { Files, OpenFile } from './files.js';
import { readFully, writeFully } from './transfer.js';

/** Length and hash of a file. */
export interface FileHash {
  readonly byteLength: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

const pieceBytes = 2 ** 20;

/**
 * Hashes a file.
 *
 * @param onBytes called with the number of bytes of each read
 * @returns undefined if the file does not exist. Cost: one pass, in constant memory.
 */
export async function hashFile(
  files: Files,
  path: string,
  onBytes: (byteLength: number) => void = () => undefined,
): Promise<FileHash | undefined> {
  const status = await files.stat(path);
  if (status === undefined || status.kind !== 'file') return undefined;
  const hash = createHash('sha256');
  const file = await files.open(path, 'read');
  // One byte more than a small file, so that one read takes the file and finds its end.
  const buffer = new Uint8Array(Math.min(pieceBytes, status.byteLength + 1));
  let byteLength = 0;
  try {
    for (;;) {
      const readBytes = await readFully(file, buffer, byteLength);
      hash.update(buffer.subarray(0, readBytes));
      byteLength += readBytes;
      onBytes(readBytes);
      if (readBytes < buffer.byteLength) return { byteLength, sha256: hash.digest('hex') };
    }
  } finally {
    await file.close();
  }
}

/**
 * Creates the file with these bytes, hashing each piece while it is written, and waits until they are on the disk.
 *
 * @param pieces a piece may be reused once the next is requested
 * @returns length and hash of the file
 */
export async function writeHashed(
  files: Files,
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<FileHash> {
  const hash = createHash('sha256');
  const file = await files.open(path, 'create');
  const earlySync = new EarlySync(file);
  let byteLength = 0;
  try {
    for await (const piece of pieces) {
      const writing = writeFully(file, piece, byteLength);
      hash.update(piece);
      await writing;
      earlySync.wrote(piece.byteLength);
      byteLength += piece.byteLength;
    }
    await earlySync.sync();
  } finally {
    await file.close();
  }
  return { byteLength, sha256: hash.digest('hex') };
}

/** Copies a file to a new one and waits until it is on the disk. @returns the length and hash of the file */
export async function copyFile(files: Files, from: string, to: string): Promise<FileHash> {
  const source = await files.open(from, 'read');
  try {
    return await writeHashed(files, to, readPieces(source));
  } finally {
    await source.close();
  }
}

async function* readPieces(file: OpenFile): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(pieceBytes);
  let position = 0;
  let readBytes = pieceBytes;
  while (readBytes === pieceBytes) {
    readBytes = await readFully(file, buffer, position);
    yield buffer.subarray(0, readBytes);
    position += readBytes;
  }
}
