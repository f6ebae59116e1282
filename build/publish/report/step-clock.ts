/**
 * Measures the elapsed time of the consecutive steps of a build.
 *
 * Elsewhere: the thread time of each structure (build/work/work-clock).
 */
export interface StepReport {
  /** Name of the step in `BuildProgress`. */
  readonly step: string;
  readonly seconds: number;
}

export class StepClock {
  readonly #steps: { step: string; startedNs: bigint; endedNs: bigint }[] = [];

  /** Marks the step as running now; it ends when another begins, or grows if it is named again. */
  at(step: string): void {
    const nowNs = process.hrtime.bigint();
    const last = this.#steps.at(-1);
    if (last !== undefined) last.endedNs = nowNs;
    if (last?.step !== step) this.#steps.push({ step, startedNs: nowNs, endedNs: nowNs });
  }

  get steps(): StepReport[] {
    return this.#steps.map(({ step, startedNs, endedNs }) => ({ step, seconds: Number(endedNs - startedNs) / 1e9 }));
  }
}
