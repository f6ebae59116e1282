/**
 * Bytes of a text file -> characters: UTF-8, or the encoding that a byte order mark names.
 *
 * UTF-16 is read in both byte orders; text in any other encoding is refused with the line and a command that converts it.
 * Elsewhere: reading the bytes of files (bytes).
 */
import { TextDecoder } from 'node:util';
import { OperationError } from '../../../src/content/errors/index.js';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

const isUtf32 = (head: Uint8Array): boolean =>
  startsWith(head, [0xff, 0xfe, 0, 0]) || startsWith(head, [0, 0, 0xfe, 0xff]);

/** @param head the first bytes of the file, at least two of them */
export function encodingOf(head: Uint8Array): Encoding {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  return startsWith(head, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8';
}

/** Decodes one file, chunk by chunk. */
export class TextReader {
  readonly #name: string;
  #decoder: TextDecoder | undefined;
  #lineFeedCount = 0;

  /** @param name of the file, for messages */
  constructor(name: string) {
    this.#name = name;
  }

  /** @throws OperationError if the bytes are not text in the file's encoding */
  read(chunk: Uint8Array): string {
    if (this.#decoder === undefined && isUtf32(chunk))
      throw new OperationError(
        `${this.#name} is UTF-32, which an import does not read. Convert it with iconv -f utf-32 -t utf-8.`,
      );
    this.#decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    const text = this.#decode(this.#decoder, chunk);
    let lineFeed = text.indexOf('\n');
    while (lineFeed >= 0) {
      this.#lineFeedCount += 1;
      lineFeed = text.indexOf('\n', lineFeed + 1);
    }
    return text;
  }

  /** @returns the characters that waited for more bytes; none in a complete file */
  end(): string {
    return this.#decoder === undefined ? '' : this.#decode(this.#decoder);
  }

  #decode(decoder: TextDecoder, chunk?: Uint8Array): string {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw this.#createError(decoder.encoding, chunk);
    }
  }

  #createError(encoding: string, chunk: Uint8Array = new Uint8Array()): OperationError {
    const readable = new TextDecoder(encoding).decode(chunk).split('\uFFFD', 1)[0] ?? '';
    const line = this.#lineFeedCount + readable.split('\n').length;
    const advice =
      encoding === 'utf-8'
        ? 'Convert it, for example with iconv -f latin1 -t utf-8.'
        : 'It begins with the mark of that encoding, and is damaged or cut short: export it again.';
    return new OperationError(`${this.#name} is not ${encoding.toUpperCase()}, line ${line}. ${advice}`);
  }
}
