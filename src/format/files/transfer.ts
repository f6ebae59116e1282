/**
 * Whole transfers over the file face: the loops that short reads and writes ask for.
 */
import { OperationError } from '../../content/errors/index.js';
import type { Files, OpenFile } from './files.js';

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

/** So much is written before the disk is told to begin. */
const unsyncedBytes = 2 ** 26;

/**
 * Has the disk take what is written to a file while more is written: else it would begin when all is, and whoever waits for
 * it would wait for every byte.
 */
export class EarlySync {
  readonly #file: OpenFile;
  readonly #everyBytes: number;
  #unsynced = 0;
  /** The one under way; resolves with what went wrong, which the disk tells once. */
  #syncing: Promise<{ readonly error: unknown } | undefined> | undefined;

  /** @param everyBytes less in tests */
  constructor(file: OpenFile, everyBytes = unsyncedBytes) {
    this.#file = file;
    this.#everyBytes = everyBytes;
  }

  /** To be told of what was written. */
  wrote(byteLength: number): void {
    this.#unsynced += byteLength;
    if (this.#unsynced < this.#everyBytes) return;
    this.#unsynced = 0;
    const before = this.#syncing ?? Promise.resolve(undefined);
    this.#syncing = before.then((failed) => failed ?? this.#begin());
  }

  /** Waits until all that was written is on the disk. @throws what the disk throws, also of what came before */
  async sync(): Promise<void> {
    const failed = await this.#syncing;
    if (failed !== undefined) throw failed.error;
    await this.#file.sync();
  }

  #begin(): Promise<{ readonly error: unknown } | undefined> {
    return this.#file.sync().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  }
}

/**
 * @param byteLengthMaximum a larger file is refused, so that a wrong path cannot fill the memory
 * @returns the file's bytes, or undefined where there is no file
 * @throws OperationError when the file is larger
 */
export async function readWhole(
  files: Files,
  path: string,
  byteLengthMaximum: number,
): Promise<Uint8Array | undefined> {
  const found = await files.stat(path);
  if (found === undefined || found.kind !== 'file') return undefined;
  if (found.byteLength > byteLengthMaximum) {
    throw new OperationError(
      `${path} has ${found.byteLength} bytes; at most ${byteLengthMaximum} are expected here. Put back what was there, or build again.`,
    );
  }
  const file = await files.open(path, 'read');
  try {
    const bytes = new Uint8Array(found.byteLength);
    return bytes.subarray(0, await readFully(file, bytes, 0));
  } finally {
    await file.close();
  }
}

/** Creates the file with these bytes and waits until they are on the disk. */
export async function writeWhole(files: Files, path: string, bytes: Uint8Array): Promise<void> {
  const file = await files.open(path, 'create');
  try {
    await writeFully(file, bytes, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}
