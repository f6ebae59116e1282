/**
 * Write-behind: small chunks from the network are collected into large writes, and the next chunks arrive meanwhile. The
 * network waits for the disk only if the disk is slower.
 */
import { EarlySync, type OpenFile, writeFully } from '../../../format/files/index.js';

export class WriteBehind {
  readonly #file: OpenFile;
  readonly #disk: EarlySync;
  #filling: Uint8Array;
  #other: Uint8Array;
  #filled = 0;
  /** Where what is being filled belongs in the file. */
  #position = 0;
  /** The write under way, of the other piece; resolves with what went wrong. */
  #writing: Promise<{ readonly error: unknown } | undefined> = Promise.resolve(undefined);

  /** @param pieceBytes how much is written at once, at least one. Memory: twice as much. */
  constructor(file: OpenFile, pieceBytes: number) {
    this.#file = file;
    this.#disk = new EarlySync(file);
    this.#filling = new Uint8Array(pieceBytes);
    this.#other = new Uint8Array(pieceBytes);
  }

  /** What is appended next belongs there. What was appended and not flushed may be written or not. */
  moveTo(position: number): void {
    this.#filled = 0;
    this.#position = position;
  }

  /** @throws what the disk throws, also of a piece before. Cost: a copy. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let taken = 0; taken < bytes.byteLength; ) {
      const piece = bytes.subarray(taken, taken + this.#filling.byteLength - this.#filled);
      this.#filling.set(piece, this.#filled);
      this.#filled += piece.byteLength;
      taken += piece.byteLength;
      if (this.#filled === this.#filling.byteLength) await this.#begin();
    }
  }

  /** Resolves when all that was appended is written. @throws what the disk throws */
  async flush(): Promise<void> {
    if (this.#filled > 0) await this.#begin();
    await this.#settle();
  }

  /** Waits until all that was flushed is on the disk. @throws what the disk throws */
  sync(): Promise<void> {
    return this.#disk.sync();
  }

  /** Begins to write what is filled, once the other piece is written. */
  async #begin(): Promise<void> {
    await this.#settle();
    const [full, byteLength] = [this.#filling, this.#filled];
    this.#writing = writeFully(this.#file, full.subarray(0, byteLength), this.#position).then(
      () => {
        this.#disk.wrote(byteLength);
        return undefined;
      },
      (error: unknown) => ({ error }),
    );
    this.#filling = this.#other;
    this.#other = full;
    this.#position += this.#filled;
    this.#filled = 0;
  }

  async #settle(): Promise<void> {
    const failed = await this.#writing;
    if (failed !== undefined) throw failed.error;
  }
}
