/**
 * Reading a large part of a file in pieces, several at a time.
 *
 * The threads that read and the thread that computes checksums work at the same time, and a checksum finds its bytes still
 * in the processor's cache.
 */
import type { OpenFile } from '../files/index.js';
import { readExactly } from './head.js';

/** Node.js reads files in four threads. */
const readsAtOnce = 4;
const PIECE_BYTES = 4 * 2 ** 20;

/**
 * Fills `into` with the bytes of the file from `position` on.
 *
 * @param into    its length is the number of bytes to read
 * @param onPiece receives the bytes piece by piece, in order
 * @throws IntegrityError if the file is too short; all reads have ended by then
 */
export async function readAhead(
  file: OpenFile,
  into: Uint8Array,
  position: number,
  label: string,
  onPiece: (piece: Uint8Array, position: number) => void,
  pieceBytes = PIECE_BYTES,
): Promise<void> {
  /** Reads in progress, in the order of the file. */
  const reads: { readonly piece: Uint8Array; readonly start: number; readonly completion: Promise<void> }[] = [];
  let requestedBytes = 0;
  const startRead = (): void => {
    const piece = into.subarray(requestedBytes, requestedBytes + pieceBytes);
    const start = position + requestedBytes;
    requestedBytes += piece.byteLength;
    const completion = readExactly(file, piece, start, label);
    // The error is thrown when this piece is awaited; until then it must not count as unhandled.
    completion.catch(() => undefined);
    reads.push({ piece, start, completion });
  };
  while (requestedBytes < into.byteLength && reads.length < readsAtOnce) startRead();
  try {
    for (let read = reads[0]; read !== undefined; read = reads[0]) {
      await read.completion;
      reads.shift();
      if (requestedBytes < into.byteLength) startRead();
      onPiece(read.piece, read.start);
    }
  } finally {
    await Promise.allSettled(reads.map(({ completion }) => completion));
  }
}
