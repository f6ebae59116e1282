/**
 * Files named in the arguments of the commands: reading and writing them, with error messages that name the file.
 */
import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperationError } from '../../../src/content/errors/index.js';
import { explainPathFailure } from '../../../src/format/files/index.js';
import { decodeTraffic, type Traffic } from '../traffic/index.js';

const unreadableError = (file: string, error: unknown): OperationError =>
  new OperationError(
    `${file} cannot be read: ${explainPathFailure(error, file)}. Give the path of a complete file that this user may read.`,
  );

/** @throws OperationError that names the file, if it cannot be read */
export async function readInputFile(file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    throw unreadableError(file, error);
  });
}

/** @throws OperationError if the file cannot be read, or is not a traffic file */
export const readTraffic = async (file: string): Promise<Traffic> => decodeTraffic(await readInputFile(file), file);

/** @throws OperationError that names the file, if it cannot be written */
export async function writeOutputFile(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((error: unknown) => {
    throw new OperationError(`${file} cannot be written: ${explainPathFailure(error, file)}. Give another path.`);
  });
}

const gzipMagic = Buffer.from([0x1f, 0x8b]);

/**
 * Reads a text file line by line; a gzipped file is decompressed.
 *
 * @param file a path, or `-` for standard input
 * @returns the lines without their line breaks
 * @throws OperationError if the file cannot be read, or is cut off
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  // Look for the gzip mark before opening the stream: a stream could fail before its error handlers are set.
  const zipped = file !== '-' && (await isGzipped(file));
  const input: Readable = file === '-' ? process.stdin : createReadStream(file);
  const text = zipped ? input.pipe(createGunzip()) : input;
  let failure: unknown;
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  // For some failures of its input readline throws an error, for others it only ends.
  for (const stream of new Set([input, text])) {
    stream.on('error', (error) => {
      failure ??= error;
      lines.close();
    });
  }
  try {
    yield* lines;
  } catch (error) {
    throw unreadableError(file, error);
  }
  if (failure !== undefined) throw unreadableError(file, failure);
}

async function isGzipped(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: unknown) => {
    throw unreadableError(file, error);
  });
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(gzipMagic.length), 0, gzipMagic.length, 0);
    return buffer.subarray(0, bytesRead).equals(gzipMagic);
  } catch (error) {
    throw unreadableError(file, error);
  } finally {
    await handle.close();
  }
}
