/**
 * Limits the memory of columns that are built at the same time.
 *
 * A column waits until the memory of running columns, plus reservations from elsewhere, leaves room for it.
 */
import { InvariantError } from '../../src/content/errors/index.js';

export class MemoryGate {
  readonly #bytes: number;
  readonly #concurrency: number;
  readonly #waiting: { readonly bytes: number; readonly enter: () => void; readonly refuse: (error: Error) => void }[] =
    [];
  /** Functions that return the bytes held elsewhere. */
  readonly #reservations: (() => number)[] = [];
  #runningBytes = 0;
  #runningCount = 0;
  #closed = false;
  #whenEmpty: (() => void) | undefined;

  /**
   * @param bytes       memory for all running work and reservations together
   * @param concurrency maximum number of running works
   */
  constructor(bytes: number, concurrency: number) {
    this.#bytes = bytes;
    this.#concurrency = concurrency;
  }

  /** @param bytes returns the memory that is in use elsewhere at the time of the call, and is not available to work */
  reserve(bytes: () => number): void {
    this.#reservations.push(bytes);
  }

  /**
   * Runs `work` once there is memory for it, in the order of calls. Work that needs more than the limit runs alone.
   *
   * @param bytes peak memory of the work
   * @throws the errors of the work; InvariantError if the gate is closed before it starts
   */
  async run<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((enter, refuse) => {
      this.#waiting.push({ bytes, enter, refuse });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#runningCount -= 1;
      this.#runningBytes -= bytes;
      this.#next();
    }
  }

  /** Starts no more work, and waits until running work is done. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#next();
    if (this.#runningCount > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
  }

  #next(): void {
    if (this.#closed) {
      for (const { refuse } of this.#waiting.splice(0))
        refuse(new InvariantError('the build ended before this column was started'));
      if (this.#runningCount === 0) this.#whenEmpty?.();
      return;
    }
    let availableBytes = this.#bytes;
    for (const reservedBytes of this.#reservations) availableBytes -= reservedBytes();
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const fits = this.#runningCount < this.#concurrency && this.#runningBytes + first.bytes <= availableBytes;
      if (!fits && this.#runningCount > 0) return;
      this.#waiting.shift();
      this.#runningCount += 1;
      this.#runningBytes += first.bytes;
      first.enter();
    }
  }
}
