/**
 * One keep-alive connection that has at most one request on its way.
 *
 * A plain socket with one buffer that is read into again and again: the generator shares the machine with what it
 * loads, so what it costs is taken from the server.
 */
import { connect, type Socket } from 'node:net';
import { type Answered, ResponseReader } from './response-reader.js';

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

  /** Resolves when the connection stands. @throws Error when it is refused */
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
