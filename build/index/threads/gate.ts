/**
 * How much is in memory at once: columns enter one by one, and wait where those inside leave no room.
 */
export class Gate {
  readonly #bytes: number;
  readonly #places: number;
  readonly #waiting: { readonly bytes: number; readonly enter: () => void }[] = [];
  #bytesInside = 0;
  #inside = 0;

  /**
   * @param bytes together, of those inside
   * @param places how many may be inside
   */
  constructor(bytes: number, places: number) {
    this.#bytes = bytes;
    this.#places = places;
  }

  /**
   * Runs `work` once there is room for it, in the order of calls; one that needs more than all there is runs alone.
   *
   * @param bytes what the work takes at its peak
   */
  async pass<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((enter) => {
      this.#waiting.push({ bytes, enter });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#bytesInside -= bytes;
      this.#next();
    }
  }

  #next(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const fits = this.#inside < this.#places && this.#bytesInside + first.bytes <= this.#bytes;
      if (!fits && this.#inside > 0) return;
      this.#waiting.shift();
      this.#inside += 1;
      this.#bytesInside += first.bytes;
      first.enter();
    }
  }
}
