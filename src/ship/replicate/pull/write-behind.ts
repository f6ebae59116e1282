/**
 * Write-behind: small chunks from the network are collected into large writes, and further chunks arrive during each write. The
 * network waits for the disk only if the disk is slower.
 */
import { EarlySync, type OpenFile, writeFully } from '../../../format/files/index.js';

export class WriteBehind {
  readonly #file: OpenFile;
  readonly #disk: EarlySync;
  #buffer: Uint8Array;
  #spareBuffer: Uint8Array;
  #bufferedBytes = 0;
  /** Position in the file at which the buffer is written. */
  #position = 0;
  /** The current write, of the other buffer; resolves with its error, or undefined. */
  #writing: Promise<{ readonly error: unknown } | undefined> = Promise.resolve(undefined);

  /** @param pieceBytes length of a write, at least 1. Memory: two buffers of this length. */
  constructor(file: OpenFile, pieceBytes: number) {
    this.#file = file;
    this.#disk = new EarlySync(file);
    this.#buffer = new Uint8Array(pieceBytes);
    this.#spareBuffer = new Uint8Array(pieceBytes);
  }

  /** Sets the position of the next appended bytes. Bytes that were not flushed may or may not be written. */
  moveTo(position: number): void {
    this.#bufferedBytes = 0;
    this.#position = position;
  }

  /** @throws errors of the disk, also of the previous write. Cost: one copy of the bytes. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let offset = 0; offset < bytes.byteLength; ) {
      const piece = bytes.subarray(offset, offset + this.#buffer.byteLength - this.#bufferedBytes);
      this.#buffer.set(piece, this.#bufferedBytes);
      this.#bufferedBytes += piece.byteLength;
      offset += piece.byteLength;
      if (this.#bufferedBytes === this.#buffer.byteLength) await this.#begin();
    }
  }

  /** Resolves when all appended bytes are written. @throws errors of the disk */
  async flush(): Promise<void> {
    if (this.#bufferedBytes > 0) await this.#begin();
    await this.#settle();
  }

  /** Waits until all flushed bytes are on the disk. @throws errors of the disk */
  sync(): Promise<void> {
    return this.#disk.sync();
  }

  /** Starts to write the buffer when the previous write has ended, and swaps the buffers. */
  async #begin(): Promise<void> {
    await this.#settle();
    const [fullBuffer, byteLength] = [this.#buffer, this.#bufferedBytes];
    this.#writing = writeFully(this.#file, fullBuffer.subarray(0, byteLength), this.#position).then(
      () => {
        this.#disk.wrote(byteLength);
        return undefined;
      },
      (error: unknown) => ({ error }),
    );
    this.#buffer = this.#spareBuffer;
    this.#spareBuffer = fullBuffer;
    this.#position += this.#bufferedBytes;
    this.#bufferedBytes = 0;
  }

  async #settle(): Promise<void> {
    const failure = await this.#writing;
    if (failure !== undefined) throw failure.error;
  }
}
