/**
 * One keep-alive connection of the load generator, with at most one request at a time, and the parser of its responses.
 *
 * It reads into one reused buffer and counts bodies instead of storing them, because the generator shares the machine
 * with the server. Responses must state their length.
 */
import { connect, type Socket } from 'node:net';
import { crc32 } from 'node:zlib';

const readBytes = 65_536;

export interface ConnectionEvents {
  readonly answered: (connection: Connection, answer: Answered) => void;
  /** The connection is gone; @param waiting whether a request was on its way */
  readonly closed: (connection: Connection, waiting: boolean) => void;
  readonly failed: (error: Error) => void;
}

export class Connection {
  readonly #socket: Socket;
  readonly #reader: ResponseReader;
  #waiting = false;
  #ending = false;
  /** Which question is on its way, and since when, in milliseconds; both are the caller's. */
  question = 0;
  sinceMs = 0;

  /** Resolves when the connection is open. @throws Error if it is refused */
  static open(port: number, events: ConnectionEvents): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection: Connection = new Connection(port, events, () => resolve(connection), reject);
    });
  }

  private constructor(port: number, events: ConnectionEvents, opened: () => void, refused: (error: Error) => void) {
    this.#reader = new ResponseReader((answer) => {
      if (!this.#waiting) throw new Error('a response that nobody asked for');
      this.#waiting = false;
      events.answered(this, answer);
    });
    let stands = false;
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      onread: {
        buffer: Buffer.allocUnsafeSlow(readBytes),
        callback: (byteLength, bytes) => {
          try {
            this.#reader.read(Buffer.from(bytes.buffer, bytes.byteOffset, byteLength));
          } catch (error) {
            events.failed(error instanceof Error ? error : new Error(String(error)));
            this.end();
          }
          return true;
        },
      },
    });
    this.#socket.setNoDelay(true);
    this.#socket.once('connect', () => {
      stands = true;
      opened();
    });
    // A reset says no more than the close that follows.
    this.#socket.on('error', (error) => {
      if (!stands) refused(error);
    });
    this.#socket.once('close', () => {
      if (stands && !this.#ending) events.closed(this, this.#waiting);
    });
  }

  /** @param takeChecksum of the answer's body, which costs a microsecond for some KB */
  send(request: Buffer, takeChecksum: boolean): void {
    this.#waiting = true;
    this.#reader.wantsChecksum = takeChecksum;
    this.#socket.write(request);
  }

  end(): void {
    this.#ending = true;
    this.#socket.destroy();
  }
}

export interface Answered {
  readonly status: number;
  readonly byteLength: number;
  /** CRC-32 of the body; undefined unless asked for. */
  readonly checksum: number | undefined;
  readonly hasRetryAfter: boolean;
}

const headEnd = '\r\n\r\n';
const lengthPattern = /\r\ncontent-length: *([0-9]{1,10})(?:\r\n|$)/i;
const retryPattern = /\r\nretry-after: *[0-9]+(?:\r\n|$)/i;
const statusStart = 'HTTP/1.1 '.length;
const headMaximum = 65_536;

export class ResponseReader {
  readonly #done: (answer: Answered) => void;
  #pendingHead: Buffer | undefined;
  #status = 0;
  #byteLength = 0;
  #hasRetryAfter = false;
  /** Bytes of the body still to come; -1 while the head is read. */
  #remaining = -1;
  #checksum: number | undefined;
  /** Whether the answer being read shall have its checksum taken. */
  wantsChecksum = false;

  /** @param done called with each answer, as soon as its last byte is there */
  constructor(done: (answer: Answered) => void) {
    this.#done = done;
  }

  /**
   * @throws Error if the bytes are no response with a known length. Cost: O(head); of checked bodies also O(body).
   */
  read(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.byteLength) {
      if (this.#remaining < 0) {
        at = this.#readHead(chunk, at);
        if (at < 0) return;
      }
      const end = Math.min(chunk.byteLength, at + this.#remaining);
      if (this.#checksum !== undefined && end > at) this.#checksum = crc32(chunk.subarray(at, end), this.#checksum);
      this.#remaining -= end - at;
      at = end;
      if (this.#remaining === 0) this.#finish();
    }
  }

  /** @returns where the body begins; -1 when the head continues in the next chunk */
  #readHead(chunk: Buffer, start: number): number {
    const before = this.#pendingHead;
    const bytes = before === undefined ? chunk : Buffer.concat([before, chunk]);
    const from = before === undefined ? start : 0;
    const end = bytes.indexOf(headEnd, from, 'latin1');
    if (end < 0) {
      this.#pendingHead = Buffer.from(bytes.subarray(from));
      if (this.#pendingHead.byteLength > headMaximum) throw new Error('the head of a response does not end');
      return -1;
    }
    this.#pendingHead = undefined;
    this.#takeHead(bytes.toString('latin1', from, end));
    const bodyStart = end + headEnd.length;
    return before === undefined ? bodyStart : bodyStart - before.byteLength;
  }

  #takeHead(head: string): void {
    this.#status = Number(head.slice(statusStart, statusStart + 3));
    if (!head.startsWith('HTTP/1.1 ') || !Number.isInteger(this.#status)) {
      throw new Error(`no HTTP/1.1 response: ${JSON.stringify(head.slice(0, 60))}`);
    }
    const length = lengthPattern.exec(head)?.[1];
    // A 304 has no body, whatever length it names.
    if (this.#status === 304) this.#byteLength = 0;
    else if (length === undefined) throw new Error(`status ${this.#status} without a Content-Length`);
    else this.#byteLength = Number(length);
    this.#hasRetryAfter = this.#status === 503 && retryPattern.test(head);
    this.#remaining = this.#byteLength;
    this.#checksum = this.wantsChecksum ? 0 : undefined;
  }

  #finish(): void {
    this.#remaining = -1;
    this.#done({
      status: this.#status,
      byteLength: this.#byteLength,
      checksum: this.#checksum,
      hasRetryAfter: this.#hasRetryAfter,
    });
  }
}
