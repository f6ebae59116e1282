/**
 * The benchmark's end of a contestant's process.
 *
 * What the benchmark and a contestant's process say to each other.
 *
 * What two contestants' times, taken in pairs, say of each other.
 */
import { Child } from '../harness/child.js';
import { type MedianInterval, medianInterval, percentile } from '../harness/timing/statistics.js';

export class Contestant {
  readonly name: string;
  readonly #child: Child<Command, Reply>;

  /** @param args of asked.js */
  constructor(name: string, args: readonly string[]) {
    this.name = name;
    this.#child = new Child(name, 'cold/asked.js', args);
  }

  /** Asks every question once. @param keeps whether answers may be kept from one to the next. @returns whole answers */
  async check(keeps: boolean, requests: Requests): Promise<Buffer[]> {
    const { answers } = await this.#child.order({ kind: 'check', keeps, requests }, 'checked');
    return answers.map((answer) => Buffer.from(answer));
  }

  /** Of bare `node:http` alone: what it shall send. */
  async prepare(answers: ReadonlyMap<string, Buffer>): Promise<void> {
    await this.#child.order({ kind: 'prepare', answers }, 'prepared');
  }

  /** Asks what was checked last, again. @returns microseconds a request */
  async time(turns: number): Promise<number> {
    return (await this.#child.order({ kind: 'time', turns }, 'timed')).us;
  }

  stop(): void {
    this.#child.stop();
  }
}

/** What a workload asks: the bytes of each request. */
export type Requests = readonly Buffer[];

export type Command =
  /** Asks each question once. */
  | { readonly kind: 'check'; readonly keeps: boolean; readonly requests: Requests }
  /** The answers that bare `node:http` is to send, by request target. */
  | { readonly kind: 'prepare'; readonly answers: ReadonlyMap<string, Buffer> }
  /** Asks the questions last checked `turns` times, one after the other. */
  | { readonly kind: 'time'; readonly turns: number };

export type Reply =
  | { readonly kind: 'checked'; readonly answers: readonly Buffer[] }
  | { readonly kind: 'prepared' }
  /** Microseconds a request. */
  | { readonly kind: 'timed'; readonly us: number };

interface Spread {
  readonly least: number;
  readonly median: number;
}

/** With the interval of the second over the first, taken pair by pair. */
export interface Difference extends MedianInterval {
  readonly one: Spread;
  readonly other: Spread;
}

const spread = (sorted: Float64Array): Spread => ({ least: sorted[0] ?? 0, median: percentile(sorted, 0.5) });

/**
 * @param one   times of the first, a turn each
 * @param other of the second, in the same turns
 */
export function differenceOf(one: readonly number[], other: readonly number[]): Difference {
  return {
    one: spread(Float64Array.from(one).sort()),
    other: spread(Float64Array.from(other).sort()),
    ...medianInterval(Float64Array.from(one, (time, turn) => other[turn]! - time)),
  };
}
