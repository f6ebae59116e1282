/**
 * Whole transfers over the file face: the loops that short reads and writes ask for.
 */
import type { OpenFile } from './files.js';

/** Node's single read and write end at 2 GiB. */
const transferMaximum = 2 ** 30;

/**
 * Fills `into` from `position` on.
 *
 * @returns how many bytes were read: less than `into.byteLength` only where the file ends
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

/** A write of nothing has no errno; what it means is that no more fits. */
const refused = (byteLength: number): Error =>
  Object.assign(new Error(`ENOSPC: the disk took none of ${byteLength} bytes, write`), {
    code: 'ENOSPC',
    syscall: 'write',
  });

/** Writes all of `bytes` at `position`. @throws when the disk takes no more */
export async function writeFully(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.byteLength) {
    const end = Math.min(bytes.byteLength, done + transferMaximum);
    const written = await file.write(bytes.subarray(done, end), position + done);
    if (written === 0) throw refused(end - done);
    done += written;
  }
}
