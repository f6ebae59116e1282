/**
 * A temporary file of text lines, such as JSON records: written through a buffer, and read as a stream.
 *
 * A line must not contain a line feed. Memory: the buffer of 64 KiB.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

const bufferBytes = 1 << 16;

export class LineFile {
  readonly #stream: WriteStream;
  #failure: Error | undefined;
  #pendingLines: string[] = [];
  #pendingLength = 0;

  /** @param path of a file that does not exist yet */
  constructor(path: string) {
    this.#stream = createWriteStream(path, { flags: 'wx', highWaterMark: bufferBytes, flush: true });
    this.#stream.on('error', (error) => {
      this.#failure = error;
    });
  }

  /** Adds a line. @param line without a line feed. @throws the first error of an earlier write */
  async write(line: string): Promise<void> {
    this.#pendingLines.push(line);
    this.#pendingLength += line.length;
    if (this.#pendingLength >= bufferBytes) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#pendingLines.length === 0) return;
    const text = `${this.#pendingLines.join('\n')}\n`;
    this.#pendingLines = [];
    this.#pendingLength = 0;
    if (!this.#stream.write(text)) await once(this.#stream, 'drain');
  }

  /** Writes the buffered lines, and closes the file. @throws the first error of a write */
  async close(): Promise<void> {
    await this.#flush();
    this.#stream.end();
    if (!this.#stream.closed) await once(this.#stream, 'close');
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Closes the file without writing the buffered lines, so that its folder can be removed. Does nothing after `close`. */
  async abandon(): Promise<void> {
    this.#stream.destroy();
    if (!this.#stream.closed) await once(this.#stream, 'close').catch(() => undefined);
  }
}

/** @returns the lines of a file that a LineFile wrote */
export function readLines(path: string): AsyncIterable<string> {
  return createInterface({
    input: createReadStream(path, { highWaterMark: bufferBytes }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
}
