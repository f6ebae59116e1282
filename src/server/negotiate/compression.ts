/**
 * How much is compressed at a time. Compressing costs more than all else of an answer, on threads that the answers
 * after it need too; beyond a backlog, clients that take the document as it is get it so.
 */
import { type ContentCoding, encode } from './content-coding.js';

/** As many as Node has threads for it, unless told otherwise. */
const runningMaximum = 4;
export const COMPRESSION_BACKLOG = 64;

export class Compression {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Whether a further compression would have to wait for very long. */
  get isBusy(): boolean {
    return this.#waiting.length >= COMPRESSION_BACKLOG;
  }

  readonly run = async (document: Buffer, coding: ContentCoding): Promise<Buffer> => {
    if (this.#running >= runningMaximum) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await encode(document, coding);
    } finally {
      // Its place goes to the next in line, or is free.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  };
}
