/**
 * The bytes of a file in chunks, inflated if it is compressed, in bounded memory. A chunk belongs to its receiver.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { threshold } from '../../../src/content/choices/index.js';
import { codeOf } from '../../../src/content/errors/index.js';
import { type OpenFile, readFully } from '../../../src/format/files/index.js';

const chunkByteLength = (): number => threshold('read.chunk', 256 * 1024);

/** Content grows to some twenty times its compressed size; what grows to a thousand times was made to fill a disk. */
export const GROWTH_MAXIMUM = 200;
/** Up to here a file may grow as it likes: short files of little variety compress very well. */
export const GROWTH_FREE_BYTES = 64 * 2 ** 20;

/** Why a compressed file cannot be inflated. */
export class GzipProblem extends Error {
  override readonly name = 'GzipProblem';
}

/** @param onBytes told how many bytes of the file each chunk took; the file stays open */
export async function* chunksOf(file: OpenFile, onBytes: (byteLength: number) => void): AsyncGenerator<Uint8Array> {
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
 * Inflates one or more gzip members that follow each other. Reads no further ahead than the streams' own buffers.
 *
 * @throws GzipProblem where the chunks are no whole gzip file, or one that grows too much; whatever `chunks` throws
 */
export async function* inflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let taken = 0;
  let given = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      taken += chunk.byteLength;
      yield chunk;
    }
  };
  const gunzip = createGunzip({ chunkSize: chunkByteLength() });
  const output: AsyncIterable<Uint8Array> = gunzip;
  // A failure also ends `output`, where it is thrown on; here it only must not count as unhandled.
  const fed = pipeline(Readable.from(counted(), { highWaterMark: 1 }), gunzip).catch(() => undefined);
  try {
    for await (const chunk of output) {
      given += chunk.byteLength;
      if (given > GROWTH_FREE_BYTES && given > taken * GROWTH_MAXIMUM) throw new GzipProblem(grownReason);
      yield chunk;
    }
  } catch (error) {
    const reason = gzipReason(error);
    throw reason === undefined ? error : new GzipProblem(reason);
  } finally {
    gunzip.destroy();
    await fed;
  }
}

const grownReason = `grows to more than ${GROWTH_MAXIMUM} times its size when it is inflated, as no content does; the rest is not read`;

function gzipReason(error: unknown): string | undefined {
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
