/**
 * A connection in memory: the server's end of a socket that leads nowhere. `http.Server` takes it with its documented
 * 'connection' event, parses what is pushed into it, and writes its answers to it, so that all of Node's own way is
 * there but the kernel's.
 */
import type { Server } from 'node:http';
import { Duplex } from 'node:stream';

export class Connection extends Duplex {
  /** Bytes written since the last question. */
  received = 0;
  #kept: Buffer[] | undefined;

  constructor(server: Server) {
    super();
    server.emit('connection', this);
  }

  override _read(): void {
    // Bytes come when they are pushed.
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.received += chunk.byteLength;
    this.#kept?.push(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) {
      this.received += chunk.byteLength;
      this.#kept?.push(chunk);
    }
    done();
  }

  /** Asks; the answer comes when it comes. @param request the bytes of one request */
  ask(request: Buffer): void {
    this.received = 0;
    this.push(request);
  }

  /** Asks, and keeps the answer. @returns its bytes, once a turn of the event loop brings no more of them */
  async answer(request: Buffer): Promise<Buffer> {
    this.#kept = [];
    this.ask(request);
    let before = -1;
    while (this.received === 0 || this.received !== before) {
      before = this.received;
      await new Promise(setImmediate);
    }
    const answer = Buffer.concat(this.#kept);
    this.#kept = undefined;
    return answer;
  }
}
