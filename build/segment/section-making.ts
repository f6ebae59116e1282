/**
 * The sections of a type while they are made: each column's when there is room for it, parked until the segment is
 * written, with the time that each took.
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { AnySection } from '../../src/format/index.js';
import { RUN_COPIES, sortedBytes } from '../sorting/index.js';
import { checkSections, Park, WorkClock, type Workshop } from '../work/index.js';

export class SectionMaking {
  /** How long each column took that is made, from when there was room for it. */
  readonly columnSeconds = new Map<string, number>();
  readonly park: Park;
  readonly #type: string;
  readonly #workshop: Workshop;
  readonly #clocks = new Map<string, WorkClock>();
  /** Of the columns that are begun. */
  readonly #sections = new Map<string, Promise<AnySection[]>>();

  /** @param type whose columns they are, for the error that one is too long */
  constructor(type: string, workshop: Workshop) {
    this.#type = type;
    this.#workshop = workshop;
    this.park = new Park(workshop.scratch);
  }

  /**
   * Begins with a column.
   *
   * @param bytes that making it takes at most
   * @param make  made when there is room for it, and parked before there is for others
   * @param after what must be made before
   */
  begin(name: string, bytes: number, make: () => Promise<AnySection[]>, after?: Promise<unknown>): void {
    const pass = (): Promise<AnySection[]> =>
      this.#workshop.gate.pass(bytes, async () => {
        const startedNs = process.hrtime.bigint();
        const made = await make();
        checkSections(this.#type, made, this.#workshop.sectionBytes);
        const parked = await this.park.park(made);
        this.columnSeconds.set(name, Number(process.hrtime.bigint() - startedNs) / 1e9);
        return parked;
      });
    const sections = after === undefined ? pass() : after.then(pass);
    // Whoever waits for the sections hears of a failure; nobody may, where the export is refused.
    sections.catch(() => undefined);
    this.#sections.set(name, sections);
  }

  /** @returns what resolves when the column is made; undefined before it is begun */
  made(name: string): Promise<unknown> | undefined {
    return this.#sections.get(name);
  }

  /** @returns the sections of a column, which are not kept any longer. @throws InvariantError for one not begun */
  async take(name: string): Promise<AnySection[]> {
    const made = this.#sections.get(name);
    if (made === undefined) throw new InvariantError(`the column ${name} was not begun`);
    this.#sections.delete(name);
    return made;
  }

  /** @returns the clock of a column's work, in all threads */
  clockOf(column: string): WorkClock {
    const known = this.#clocks.get(column);
    if (known !== undefined) return known;
    const clock = new WorkClock();
    this.#clocks.set(column, clock);
    return clock;
  }

  /** Column and structure of all work so far, in milliseconds. */
  *worked(): Generator<readonly [column: string, structure: string, ms: number]> {
    for (const [column, { worked }] of this.#clocks) {
      for (const [structure, ms] of worked) yield [column, structure, ms];
    }
  }
}

// What making a column takes at its peak, in bytes: what the gate lets it in for. Suffixes are not in it, of which each
// thread has room for a batch, whatever columns there are.

/** Ordinals, docs, starts, and eight bytes of quantiles; or orders, ranks and starts either way round. */
const textItemBytes = 20;
/** As of texts, with the values themselves. */
const numberItemBytes = 28;
/** Ordinals, links either way round, and terms. */
const textListTextBytes = 16;
const textListItemBytes = 8;
const linkCopies = 3;
const searchItemBytes = 16;
const searchFieldBytes = 8;

type Sizes = Pick<Workshop, 'pool' | 'runBytes' | 'textBytes'>;

/** @param byteLength of all texts, which end in a tree in memory where the distinct ones are not too long for that */
export const textPeakBytes = (byteLength: number, items: number, workshop: Sizes): number =>
  items * textItemBytes +
  runsPeakBytes(sortedBytes(byteLength, items), workshop) +
  Math.min(byteLength + items, workshop.textBytes);

/** @param texts how many there are in all lists */
export const textListPeakBytes = (byteLength: number, texts: number, items: number, workshop: Sizes): number =>
  texts * textListTextBytes + items * textListItemBytes + runsPeakBytes(sortedBytes(byteLength, texts), workshop);

/** Where all values are short. */
export const numberPeakBytes = (items: number): number => items * numberItemBytes;

/** @param byteLength of what is collected */
export const linkPeakBytes = (byteLength: number): number => byteLength * linkCopies;

/** @param byteLength of the texts of all `fields` */
export const searchPeakBytes = (byteLength: number, fields: number, items: number, workshop: Sizes): number =>
  runsPeakBytes(byteLength, workshop) + items * (searchItemBytes + fields * searchFieldBytes);

/** @returns what threads take that each have a run of so many bytes together */
const runsPeakBytes = (byteLength: number, { runBytes, pool }: Sizes): number =>
  Math.min(byteLength, runBytes * pool.threads) * RUN_COPIES;
