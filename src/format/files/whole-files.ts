/**
 * Reading and writing a small file at once.
 */
import { OperationError } from '../../content/errors/index.js';
import type { Files } from './files.js';
import { readFully, writeFully } from './transfer.js';

/**
 * @param byteLengthMaximum a larger file is refused, so that a wrong path cannot fill the memory
 * @returns the bytes of the file; undefined if it does not exist
 * @throws OperationError if the file is larger
 */
export async function readSmallFile(
  files: Files,
  path: string,
  byteLengthMaximum: number,
): Promise<Uint8Array | undefined> {
  const status = await files.stat(path);
  if (status === undefined || status.kind !== 'file') return undefined;
  if (status.byteLength > byteLengthMaximum) {
    throw new OperationError(
      `${path} has ${status.byteLength} bytes; at most ${byteLengthMaximum} are expected here. Restore the original file, or build again.`,
    );
  }
  const file = await files.open(path, 'read');
  try {
    const bytes = new Uint8Array(status.byteLength);
    return bytes.subarray(0, await readFully(file, bytes, 0));
  } finally {
    await file.close();
  }
}

/** Creates the file with these bytes and waits until they are on the disk. */
export async function writeNewFile(files: Files, path: string, bytes: Uint8Array): Promise<void> {
  const file = await files.open(path, 'create');
  try {
    await writeFully(file, bytes, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}
