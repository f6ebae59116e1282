/**
 * A file of lines: written through a buffer, and read as a stream.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

const bufferBytes = 1 << 16;

export class LineFile {
  readonly #stream: WriteStream;
  #failure: Error | undefined;
  #waiting: string[] = [];
  #waitingLength = 0;

  /** @param path of a file that does not exist yet */
  constructor(path: string) {
    this.#stream = createWriteStream(path, { flags: 'wx', highWaterMark: bufferBytes, flush: true });
    this.#stream.on('error', (error) => {
      this.#failure = error;
    });
  }

  /** @param line without a line feed */
  async write(line: string): Promise<void> {
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    if (this.#waitingLength >= bufferBytes) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#waiting.length === 0) return;
    const text = `${this.#waiting.join('\n')}\n`;
    this.#waiting = [];
    this.#waitingLength = 0;
    if (!this.#stream.write(text)) await once(this.#stream, 'drain');
  }

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

/** @returns the lines of a file that a LineFile wrote; JSON has no line feed within */
export function readLines(path: string): AsyncIterable<string> {
  return createInterface({
    input: createReadStream(path, { highWaterMark: bufferBytes }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
}
