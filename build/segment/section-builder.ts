/**
 * Builds the sections of a type's columns as memory allows, stores them until the segment is written, and measures times.
 *
 * Elsewhere: waiting for memory (build/work/memory-gate), storing (build/work/scratch/section-store).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { AnySection } from '../../src/format/index.js';
import { type BuildContext, checkSections, SectionStore, WorkClock } from '../work/index.js';

export class SectionBuilder {
  /** Column → seconds from its admission by the gate to its end. */
  readonly columnSeconds = new Map<string, number>();
  readonly sectionStore: SectionStore;
  readonly #type: string;
  readonly #context: BuildContext;
  readonly #clocks = new Map<string, WorkClock>();
  /** Sections of the columns that were started. */
  readonly #sections = new Map<string, Promise<AnySection[]>>();

  /** @param type name of the type, for the error about a section that is too long */
  constructor(type: string, context: BuildContext) {
    this.#type = type;
    this.#context = context;
    this.sectionStore = new SectionStore(context.scratch);
  }

  /**
   * Starts a column.
   *
   * @param peakBytes peak memory of building it
   * @param build     called when there is memory; its sections are stored before the memory is available to other columns
   * @param after     resolves when the column may start
   */
  start(name: string, peakBytes: number, build: () => Promise<AnySection[]>, after?: Promise<unknown>): void {
    const runInGate = (): Promise<AnySection[]> =>
      this.#context.gate.run(peakBytes, async () => {
        const startedNs = process.hrtime.bigint();
        const built = await build();
        checkSections(this.#type, built, this.#context.sectionBytes);
        const stored = await this.sectionStore.store(built);
        this.columnSeconds.set(name, Number(process.hrtime.bigint() - startedNs) / 1e9);
        return stored;
      });
    const sections = after === undefined ? runInGate() : after.then(runInGate);
    // `take` throws a failure; if the export is refused, `take` is not called.
    sections.catch(() => undefined);
    this.#sections.set(name, sections);
  }

  /** @returns resolves when the column is done; undefined if it was not started */
  finished(name: string): Promise<unknown> | undefined {
    return this.#sections.get(name);
  }

  /** @returns the sections of a column, which can still be taken. @throws InvariantError if it was not started */
  async read(name: string): Promise<readonly AnySection[]> {
    const finished = this.#sections.get(name);
    if (finished === undefined) throw new InvariantError(`the column ${name} was not started`);
    return finished;
  }

  /** @returns the sections of a column, and forgets them. @throws InvariantError if it was not started */
  async take(name: string): Promise<AnySection[]> {
    const finished = this.#sections.get(name);
    if (finished === undefined) throw new InvariantError(`the column ${name} was not started`);
    this.#sections.delete(name);
    return finished;
  }

  /** @returns the clock of a column's work on all threads */
  clockFor(column: string): WorkClock {
    const existing = this.#clocks.get(column);
    if (existing !== undefined) return existing;
    const clock = new WorkClock();
    this.#clocks.set(column, clock);
    return clock;
  }

  /** Thread time of all work so far, by column and structure. */
  *workTimes(): Generator<readonly [column: string, structure: string, ms: number]> {
    for (const [column, { times: workTimes }] of this.#clocks) {
      for (const [structure, ms] of workTimes) yield [column, structure, ms];
    }
  }
}
