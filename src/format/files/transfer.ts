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
  let done = 0;
  while (done < into.byteLength) {
    const wanted = Math.min(transferMaximum, into.byteLength - done);
    const read = await file.read(into.subarray(done, done + wanted), wanted, position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** The error of a write that took no byte: the disk is full. */
const diskFull = (byteLength: number): Error =>
  Object.assign(new Error(`ENOSPC: the disk took none of ${byteLength} bytes, write`), {
    code: 'ENOSPC',
    syscall: 'write',
  });

/** Writes all of `bytes` at `position`. @throws if the disk is full */
export async function writeFully(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.byteLength) {
    const end = Math.min(bytes.byteLength, done + transferMaximum);
    const written = await file.write(bytes.subarray(done, end), position + done);
    if (written === 0) throw diskFull(end - done);
    done += written;
  }
}
