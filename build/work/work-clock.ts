/**
 * Measures the thread time spent on each structure, on this thread and on threads that do jobs for it.
 *
 * Waiting for the disk or for other work does not count: a clock is stopped before an `await`. The sums of several threads
 * may exceed the elapsed time.
 */

/** Structure → milliseconds. */
export type WorkTimes = ReadonlyMap<string, number>;

/** The clock's name for reading and rendering the items of a type. */
export const READING = 'reading';

export class WorkClock {
  readonly #times = new Map<string, number>();
  #structure: string | undefined;
  #sinceMs = 0;

  /** Counts time for the structure from now on. */
  on(structure: string): void {
    const nowMs = performance.now();
    this.#stop(nowMs);
    this.#structure = structure;
    this.#sinceMs = nowMs;
  }

  /** Stops counting. */
  off(): void {
    this.#stop(performance.now());
    this.#structure = undefined;
  }

  /** Adds the times of another clock. */
  add(times: WorkTimes): void {
    for (const [structure, ms] of times) this.#count(structure, ms);
  }

  /** The times so far, without the time since the last `on`. */
  get times(): WorkTimes {
    return this.#times;
  }

  #stop(nowMs: number): void {
    if (this.#structure !== undefined) this.#count(this.#structure, nowMs - this.#sinceMs);
  }

  #count(structure: string, ms: number): void {
    this.#times.set(structure, (this.#times.get(structure) ?? 0) + ms);
  }
}
