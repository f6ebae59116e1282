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
 * @param into    is filled
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
  const underWay: { readonly piece: Uint8Array; readonly at: number; readonly read: Promise<void> }[] = [];
  let next = 0;
  const begin = (): void => {
    const piece = into.subarray(next, next + pieceBytes);
    const at = position + next;
    next += piece.byteLength;
    const read = readExactly(file, piece, at, label);
    // The error is thrown when this piece is awaited; until then it must not count as unhandled.
    read.catch(() => undefined);
    underWay.push({ piece, at, read });
  };
  while (next < into.byteLength && underWay.length < readsAtOnce) begin();
  try {
    for (let first = underWay[0]; first !== undefined; first = underWay[0]) {
      await first.read;
      underWay.shift();
      if (next < into.byteLength) begin();
      onPiece(first.piece, first.at);
    }
  } finally {
    await Promise.allSettled(underWay.map(({ read }) => read));
  }
}
