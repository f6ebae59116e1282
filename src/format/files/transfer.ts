/**
 * Complete reads and writes: loops around calls that may transfer fewer bytes than asked.
 */
import type { OpenFile } from './files.js';

/** One read or write of Node.js takes less than 2 GiB. */
const transferMaximum = 2 ** 30;

/**
 * Fills `into` from `position` on.
 *
 * @returns the number of bytes read; less than `into.byteLength` only at the end of the file
 */
export async function readFully(file: OpenFile, into: Uint8Array, position: number): Promise<number> {
  let filledBytes = 0;
  while (filledBytes < into.byteLength) {
    const requestedBytes = Math.min(transferMaximum, into.byteLength - filledBytes);
    const target = into.subarray(filledBytes, filledBytes + requestedBytes);
    const readBytes = await file.read(target, requestedBytes, position + filledBytes);
    if (readBytes === 0) break;
    filledBytes += readBytes;
  }
  return filledBytes;
}

/** The error of a write that took no byte: the disk is full. */
const diskFull = (byteLength: number): Error =>
  Object.assign(new Error(`ENOSPC: the disk took none of ${byteLength} bytes, write`), {
    code: 'ENOSPC',
    syscall: 'write',
  });

/** Writes all of `bytes` at `position`. @throws if the disk is full */
export async function writeFully(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  let start = 0;
  while (start < bytes.byteLength) {
    const end = Math.min(bytes.byteLength, start + transferMaximum);
    const writtenBytes = await file.write(bytes.subarray(start, end), position + start);
    if (writtenBytes === 0) throw diskFull(end - start);
    start += writtenBytes;
  }
}
