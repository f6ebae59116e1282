/**
 * How long each structure is worked at, in this thread and in those that do jobs for it.
 *
 * What work waits for, the disk and other work among it, is not counted: a clock is stopped before an `await`. So the
 * sums of several threads are more than the time that passes.
 */

/** Structure → milliseconds. */
export type Worked = ReadonlyMap<string, number>;

/** Of a type: what its items are read and rendered with, beside its structures. */
export const READING = 'reading';

export class WorkClock {
  readonly #worked = new Map<string, number>();
  #structure: string | undefined;
  #sinceMs = 0;

  /** What is done from here on is done for the structure. */
  on(structure: string): void {
    const nowMs = performance.now();
    this.#stop(nowMs);
    this.#structure = structure;
    this.#sinceMs = nowMs;
  }

  /** What is done from here on is done for none. */
  off(): void {
    this.#stop(performance.now());
    this.#structure = undefined;
  }

  /** Adds what another clock has counted. */
  add(worked: Worked): void {
    for (const [structure, ms] of worked) this.#count(structure, ms);
  }

  /** Without what the clock runs for now. */
  get worked(): Worked {
    return this.#worked;
  }

  #stop(nowMs: number): void {
    if (this.#structure !== undefined) this.#count(this.#structure, nowMs - this.#sinceMs);
  }

  #count(structure: string, ms: number): void {
    this.#worked.set(structure, (this.#worked.get(structure) ?? 0) + ms);
  }
}
