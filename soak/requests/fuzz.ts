/**
 * Sends many random requests, one after the other, judges each, and checks that memory does not grow.
 *
 * Elsewhere: drawing requests (testing/requests), judging one (judge), requests over a connection (socket).
 */

import { collectGarbage } from '../../bench/harness/timing/measure.js';
import { Random } from '../../data/generate/random.js';
import { splitTarget } from '../../src/jsonapi/index.js';
import { drawTarget } from '../../testing/requests/writing/grammar.js';
import { mutated, type Target } from '../../testing/requests/writing/mutate.js';
import type { Vocabulary } from '../../testing/requests/writing/vocabulary.js';
import type { Judge } from './judge.js';

/** Whom requests are put to. */
export interface Subject {
  readonly name: string;
  readonly vocabulary: Vocabulary;
  readonly judge: Judge;
}

interface FuzzOptions {
  readonly seed: number;
  /** Cases `[first, first + count)` of the seed. */
  readonly first?: number;
  readonly count: number;
  readonly subjects: readonly Subject[];
  /** A request that takes longer, also when it is asked again, is an offender. */
  readonly slowMs: number;
  readonly onProgress?: (done: number) => void;
}

interface Case {
  readonly index: number;
  readonly subject: Subject;
  readonly target: Target;
}

export interface Fault extends Case {
  readonly fault: string;
}

interface Timed extends Case {
  /** The least of four times. */
  readonly elapsedMs: number;
}

export interface FuzzReport {
  readonly cases: number;
  readonly answered: number;
  readonly refused: number;
  readonly faults: readonly Fault[];
  /** Slowest first; those above `slowMs` are offenders. */
  readonly slowest: readonly Timed[];
  readonly offenders: number;
  /** Bytes of the heap after collecting garbage, at equal distances, the first after a twentieth of the cases. */
  readonly heapBytes: readonly number[];
  readonly seconds: number;
}

const faultsMaximum = 20;
const slowestKept = 12;
const mutatedShare = 0.35;

export const textOf = ({ path, search }: Target): string => `${path}${search}`;

/** @returns the target a server would hand to the parser for these bytes */
export function targetOf(text: string): Target {
  return splitTarget(text === '' || text.startsWith('/') || text.startsWith('?') ? text : `/${text}`);
}

/** Case `index` of a seed; the same whatever was drawn before. */
export function caseAt({ seed, subjects }: Pick<FuzzOptions, 'seed' | 'subjects'>, index: number): Case {
  const random = new Random(seed, `target ${index}`);
  const subject = random.pick(subjects);
  const drawn = drawTarget(random, subject.vocabulary);
  const target = random.chance(mutatedShare) ? targetOf(mutated(random, textOf(drawn))) : drawn;
  return { index, subject, target };
}

/** The slowest few, slowest first. */
export class Podium<Placed extends { readonly elapsedMs: number }> {
  readonly places: Placed[] = [];

  /** Milliseconds that a request must exceed to be measured again. */
  get leastMs(): number {
    return this.places.length < slowestKept ? 0 : (this.places.at(-1)?.elapsedMs ?? 0);
  }

  add(placed: Placed): void {
    if (placed.elapsedMs <= this.leastMs) return;
    this.places.push(placed);
    this.places.sort((a, b) => b.elapsedMs - a.elapsedMs);
    this.places.length = Math.min(this.places.length, slowestKept);
  }
}

/** Cost: about 20 µs a case, most of it drawing. */
export function fuzz(options: FuzzOptions): FuzzReport {
  const { first = 0, count, slowMs } = options;
  const startedMs = performance.now();
  const faults: Fault[] = [];
  const podium = new Podium<Timed>();
  const heap = new HeapWatch(count);
  let answered = 0;
  let offenders = 0;
  for (let done = 0; done < count && faults.length < faultsMaximum; done += 1) {
    const one = caseAt(options, first + done);
    const { judge } = one.subject;
    const judged = judge.judge(one.target);
    if (judged.outcome === 'answered') answered += 1;
    if (judged.fault !== undefined) faults.push({ ...one, fault: judged.fault });
    if (judged.elapsedMs > podium.leastMs) {
      // A pause of the collector or of the machine is not the request's: it does not come three times again.
      const again = [1, 2, 3].map(() => judge.judge(one.target).elapsedMs);
      const elapsedMs = Math.min(judged.elapsedMs, ...again);
      if (elapsedMs > slowMs) offenders += 1;
      podium.add({ ...one, elapsedMs });
    }
    heap.look(done);
    if (done % 10_000 === 0) options.onProgress?.(done);
  }
  return {
    cases: count,
    answered,
    refused: count - answered,
    faults,
    slowest: podium.places,
    offenders,
    heapBytes: heap.bytes,
    seconds: (performance.now() - startedMs) / 1000,
  };
}

const looks = 12;

class HeapWatch {
  readonly bytes: number[] = [];
  readonly #distance: number;

  /** @param count how many cases are going to be */
  constructor(count: number) {
    this.#distance = Math.max(1, Math.floor(count / looks));
  }

  /**
   * Looks where it is time to. Cost: a full collection at each look, nothing between. @param done cases before this one
   */
  look(done: number): void {
    if (done === 0 || done % this.#distance !== 0) return;
    collectGarbage('major');
    this.bytes.push(process.memoryUsage().heapUsed);
  }
}

/**
 * Growth from the first half to the second: the medians of the two, so that one look says nothing.
 *
 * @returns in bytes; 0 if there are fewer than four looks
 */
export function growthOf(bytes: readonly number[]): number {
  if (bytes.length < 4) return 0;
  const half = bytes.length >> 1;
  const median = (part: readonly number[]): number => [...part].sort((a, b) => a - b)[part.length >> 1] ?? 0;
  return median(bytes.slice(half)) - median(bytes.slice(0, half));
}
