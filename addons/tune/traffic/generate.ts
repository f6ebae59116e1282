/**
 * Traffic for a snapshot of which there is no log: visitors who come in bursts, look through lists, and open items.
 *
 * A site has a few pages of each kind, so few shapes; what differs is the values. Which items and which values are
 * popular follows Zipf's law. The same snapshot and seed give the same traffic. Every request is one that the snapshot
 * answers: visitors follow links, and no page links to an error.
 */

import { OperationError, RequestError } from '../../../src/content/errors/index.js';
import { encodeComponent } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget, splitTarget } from '../../../src/jsonapi/index.js';
import { TrafficBuilder } from './builder.js';
import { SeededRandom, Zipf } from './random.js';
import { designSite, type TypeDesign } from './site-design.js';
import type { Traffic } from './traffic.js';

export interface GenerateOptions {
  readonly requests: number;
  readonly seed: number;
  /** Mean of all requests, a second. */
  readonly rate: number;
  /** How unequal popularity is: 0 all alike, 1 as words in a language. */
  readonly skew: number;
  /** Estimated time of one answer, beyond which a server refuses it. */
  readonly maxCostMs: number | undefined;
}

/** Between two requests of a visitor. */
const readingMs = 4000;
/** A burst has this many times the visitors, for a tenth of the time. */
const burstFactor = 5;
const burstShare = 0.1;
const burstMs = 20_000;
/** Visitors in a row of whom none gets an answer: nobody ever will. */
const fruitlessMaximum = 1000;

/** @throws OperationError for a snapshot without items, or that answers nothing. Cost: answering each different request, and reading a few hundred items a type. */
export function generateTraffic(space: Space, { requests, seed, rate, skew, maxCostMs }: GenerateOptions): Traffic {
  const random = new SeededRandom(seed);
  const site = designSite(space, random);
  const popularTypes = new Zipf(site.length, skew);
  const builder = new TrafficBuilder('kept', '');
  const visits = new Visits(random, skew, new Answerable(space, maxCostMs));
  const sessionGapMs = ((visits.meanRequests * 1000) / rate) * (1 + burstShare * (burstFactor - 1));
  let arrivalMs = 0;
  let fruitless = 0;
  while (builder.count < requests) {
    const isBurst = arrivalMs % (burstMs / burstShare) < burstMs;
    arrivalMs += random.exponential(isBurst ? sessionGapMs / burstFactor : sessionGapMs);
    const design = site[popularTypes.draw(random)];
    if (design === undefined) break;
    let atMs = arrivalMs;
    const targets = visits.of(design);
    fruitless = targets.length === 0 ? fruitless + 1 : 0;
    if (fruitless === fruitlessMaximum) throw new OperationError('The snapshot answers no request within its limits.');
    for (const target of targets) {
      if (builder.count >= requests) break;
      builder.add({ ...splitTarget(target), timeMs: Math.round(atMs) });
      atMs += random.exponential(readingMs);
    }
  }
  // Made-up visitors came at no date; only the times between them count.
  return { ...builder.build(), startMs: 0 };
}

/** Which requests are answered, each tried once. */
class Answerable {
  readonly #space: Space;
  readonly #maxCostMs: number | undefined;
  readonly #known = new Map<string, boolean>();

  constructor(space: Space, maxCostMs: number | undefined) {
    this.#space = space;
    this.#maxCostMs = maxCostMs;
  }

  has(target: string): boolean {
    let isAnswered = this.#known.get(target);
    if (isAnswered === undefined) {
      isAnswered = this.#isAnswered(target);
      this.#known.set(target, isAnswered);
    }
    return isAnswered;
  }

  #isAnswered(target: string): boolean {
    try {
      answer(this.#space, parseTarget(this.#space.model, target), '', { maxCostMs: this.#maxCostMs });
      return true;
    } catch (error) {
      if (error instanceof RequestError) return false;
      throw error;
    }
  }
}

class Visits {
  /** List pages, then items; see `of`. */
  readonly meanRequests = 4.5;
  readonly #random: SeededRandom;
  readonly #skew: number;
  readonly #answerable: Answerable;
  readonly #zipfs = new Map<number, Zipf>();

  constructor(random: SeededRandom, skew: number, answerable: Answerable) {
    this.#random = random;
    this.#skew = skew;
    this.#answerable = answerable;
  }

  /** @returns the targets of one visitor, in order, each of which is answered */
  of(design: TypeDesign): readonly string[] {
    const random = this.#random;
    const targets: string[] = [];
    const list = random.pick(design.lists);
    if (list !== undefined && random.chance(0.7)) {
      const first = list((values) => values[this.#popular(values.length)] ?? '');
      targets.push(first);
      // Every other visitor turns the page.
      for (let page = 1; random.chance(0.5) && page < 20; page += 1) {
        targets.push(`${first}&page%5Bskip%5D=${page * design.pageLimit}`);
      }
    }
    do {
      const item = `/${design.type}/${encodeComponent(design.ids[this.#popular(design.ids.length)] ?? '')}`;
      const shown = `${item}${random.pick(design.itemSearches) ?? ''}`;
      targets.push(this.#answerable.has(shown) ? shown : item);
      const related = random.pick(design.related);
      if (related !== undefined && random.chance(0.3)) targets.push(`${item}/${related}`);
    } while (random.chance(0.5));
    return targets.filter((target) => this.#answerable.has(target));
  }

  #popular(count: number): number {
    let zipf = this.#zipfs.get(count);
    if (zipf === undefined) {
      zipf = new Zipf(Math.max(1, count), this.#skew);
      this.#zipfs.set(count, zipf);
    }
    return zipf.draw(this.#random);
  }
}
