/**
 * Files that a command of traffic is given: read and written with messages that name them.
 */
import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperationError, reasonOf } from '../../../src/content/errors/index.js';
import { decodeTraffic, type Traffic } from '../traffic/index.js';

const unreadable = (file: string, error: unknown): OperationError =>
  new OperationError(
    `${file} cannot be read: ${reasonOf(error)}. Give the path of a whole file that this user may read.`,
  );

/** @throws OperationError naming the file where it cannot be read */
export async function readGiven(file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
}

/** @throws OperationError where the file cannot be read, or is no traffic file */
export const readTraffic = async (file: string): Promise<Traffic> => decodeTraffic(await readGiven(file), file);

/** @throws OperationError naming the file where it cannot be written */
export async function writeGiven(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((error: unknown) => {
    throw new OperationError(`${file} cannot be written: ${reasonOf(error)}. Give another path.`);
  });
}

const gzipMagic = Buffer.from([0x1f, 0x8b]);

/**
 * @param file `-` for standard input; a gzipped file is read as it is
 * @returns lines without their ends; throws OperationError where the file cannot be read, or is cut off
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  // Looked into first: a stream that is opened meanwhile would fail while nobody listens.
  const zipped = file !== '-' && (await isGzipped(file));
  const input: Readable = file === '-' ? process.stdin : createReadStream(file);
  const text = zipped ? input.pipe(createGunzip()) : input;
  let failure: unknown;
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  // Some failures of its input readline throws, after others it only ends.
  for (const stream of new Set([input, text])) {
    stream.on('error', (error) => {
      failure ??= error;
      lines.close();
    });
  }
  try {
    yield* lines;
  } catch (error) {
    throw unreadable(file, error);
  }
  if (failure !== undefined) throw unreadable(file, failure);
}

async function isGzipped(file: string): Promise<boolean> {
  const opened = await open(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  try {
    const { bytesRead, buffer } = await opened.read(Buffer.alloc(gzipMagic.length), 0, gzipMagic.length, 0);
    return buffer.subarray(0, bytesRead).equals(gzipMagic);
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    await opened.close();
  }
}
