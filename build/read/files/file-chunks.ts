/**
 * Reads a file in chunks, and inflates compressed chunks, in bounded memory.
 *
 * A chunk is never reused, so its receiver may keep it. Elsewhere: blocks of complete lines (lines).
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { threshold } from '../../../src/content/choices/index.js';
import { codeOf } from '../../../src/content/errors/index.js';
import { type OpenFile, readFully } from '../../../src/format/files/index.js';

const chunkByteLength = (): number => threshold('read.chunk', 256 * 1024);

/** Inflated size in units of the compressed size. Content grows about twentyfold; a file built to fill a disk, thousandfold. */
export const GROWTH_MAXIMUM = 200;
/** Below this inflated size growth is not limited: short, uniform files compress very well. */
export const GROWTH_FREE_BYTES = 64 * 2 ** 20;

/** Why a compressed file cannot be inflated. */
export class GzipProblem extends Error {
  override readonly name = 'GzipProblem';
}

/** Reads a file from its start and leaves it open. @param onBytes called with the byte length of each chunk */
export async function* readChunks(file: OpenFile, onBytes: (byteLength: number) => void): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const chunk = new Uint8Array(chunkByteLength());
    const read = await readFully(file, chunk, position);
    if (read === 0) return;
    position += read;
    onBytes(read);
    yield chunk.subarray(0, read);
  }
}

/**
 * Inflates one or more concatenated gzip members. Reads ahead at most the buffers of the streams.
 *
 * @throws GzipProblem if the chunks are not a complete gzip file, or grow too much; errors of `chunks`
 */
export async function* inflateChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let compressedBytes = 0;
  let inflatedBytes = 0;
  const countedChunks = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      compressedBytes += chunk.byteLength;
      yield chunk;
    }
  };
  const gunzip = createGunzip({ chunkSize: chunkByteLength() });
  const output: AsyncIterable<Uint8Array> = gunzip;
  // A failure is also thrown by `output`, below. It is caught here so that it does not count as unhandled.
  const feeding = pipeline(Readable.from(countedChunks(), { highWaterMark: 1 }), gunzip).catch(() => undefined);
  try {
    for await (const chunk of output) {
      inflatedBytes += chunk.byteLength;
      if (inflatedBytes > GROWTH_FREE_BYTES && inflatedBytes > compressedBytes * GROWTH_MAXIMUM)
        throw new GzipProblem(growthReason);
      yield chunk;
    }
  } catch (error) {
    const reason = explainGzipError(error);
    throw reason === undefined ? error : new GzipProblem(reason);
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

const growthReason = `inflates to more than ${GROWTH_MAXIMUM} times its size, more than content does; export the file again`;

function explainGzipError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  switch (codeOf(error)) {
    case 'Z_BUF_ERROR':
      return 'is truncated: its gzip stream ends too early; copy the whole file again';
    case 'Z_DATA_ERROR':
      return error.message === 'incorrect header check'
        ? 'is not a gzip file, or other bytes follow its end; compress it with gzip, or name it .ndjson'
        : `is damaged: its gzip stream cannot be inflated (${error.message}); copy the file again`;
    default:
      return undefined;
  }
}
