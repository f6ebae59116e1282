/**
 * The queue of documents to compress: it limits how many are compressed at a time.
 *
 * Compression costs more than the rest of an answer, on threads that later answers need too. While the queue is long,
 * clients that accept an uncompressed document receive one.
 */
import { type ContentCoding, encode } from './content-coding.js';

/** Node's default number of threads for compression. */
const runningMaximum = 4;
export const COMPRESSION_BACKLOG = 64;

export class CompressionQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Whether a further compression would wait too long. */
  get isBusy(): boolean {
    return this.#waiting.length >= COMPRESSION_BACKLOG;
  }

  readonly encode = async (document: Buffer, coding: ContentCoding): Promise<Buffer> => {
    if (this.#running >= runningMaximum) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await encode(document, coding);
    } finally {
      // The next in the queue takes over this slot; without one, the slot becomes free.
      const startNext = this.#waiting.shift();
      if (startNext === undefined) this.#running -= 1;
      else startNext();
    }
  };
}
