/**
 * Generates traffic for a snapshot without a log: visitors come in bursts, read lists, and open items.
 *
 * Like a real site the traffic has few shapes and many values; the popularity of items and values follows Zipf's law.
 * The same snapshot and seed give the same traffic, and every request has an answer.
 * Elsewhere: the pages of the site (site-design).
 */

import { OperationError, RequestError } from '../../../src/content/errors/index.js';
import { encodeComponent } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget, splitTarget } from '../../../src/jsonapi/index.js';
import { TrafficBuilder } from './builder.js';
import { SeededRandom, Zipf } from './seeded-random.js';
import { designSite, type TypeDesign } from './site-design.js';
import type { Traffic } from './traffic.js';

export interface GenerateOptions {
  readonly requests: number;
  readonly seed: number;
  /** Mean number of requests a second. */
  readonly rate: number;
  /** Exponent of Zipf's law: 0 for equal popularity, 1 for the popularity of words in a language. */
  readonly skew: number;
  /** The server's limit on the estimated time of one answer. */
  readonly maxCostMs: number | undefined;
}

/** Mean time between two requests of a visitor. */
const meanReadingMs = 4000;
/** During a burst, which lasts a tenth of the time, visitors come this many times as often. */
const burstFactor = 5;
const burstShare = 0.1;
const burstMs = 20_000;
/** After this many consecutive visitors without an answer, generating gives up. */
const fruitlessVisitorsMaximum = 1000;

/**
 * @throws OperationError if the snapshot has no items, or answers no request
 * Cost: answering each distinct request, and reading up to 1000 items of each type.
 */
export function generateTraffic(space: Space, { requests, seed, rate, skew, maxCostMs }: GenerateOptions): Traffic {
  const random = new SeededRandom(seed);
  const site = designSite(space, random);
  const popularTypes = new Zipf(site.length, skew);
  const builder = new TrafficBuilder('kept', '');
  const visitGenerator = new VisitGenerator(random, skew, new AnsweredTargets(space, maxCostMs));
  const sessionGapMs = ((visitGenerator.meanRequests * 1000) / rate) * (1 + burstShare * (burstFactor - 1));
  let arrivalMs = 0;
  let fruitlessVisitors = 0;
  while (builder.count < requests) {
    const isBurst = arrivalMs % (burstMs / burstShare) < burstMs;
    arrivalMs += random.exponential(isBurst ? sessionGapMs / burstFactor : sessionGapMs);
    const design = site[popularTypes.draw(random)];
    if (design === undefined) break;
    let requestMs = arrivalMs;
    const targets = visitGenerator.drawTargets(design);
    fruitlessVisitors = targets.length === 0 ? fruitlessVisitors + 1 : 0;
    if (fruitlessVisitors === fruitlessVisitorsMaximum)
      throw new OperationError('The snapshot answers no request within its limits.');
    for (const target of targets) {
      if (builder.count >= requests) break;
      builder.add({ ...splitTarget(target), timeMs: Math.round(requestMs) });
      requestMs += random.exponential(meanReadingMs);
    }
  }
  // The visitors are invented, so there is no date; 0 marks the traffic as generated.
  return { ...builder.build(), startMs: 0 };
}

/** Tells whether the snapshot answers a target; each target is tried once. */
class AnsweredTargets {
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

/** Invents the requests of visitors. */
class VisitGenerator {
  /** Expected requests of a visitor, from the probabilities in `of`. */
  readonly meanRequests = 4.5;
  readonly #random: SeededRandom;
  readonly #skew: number;
  readonly #answerable: AnsweredTargets;
  readonly #zipfs = new Map<number, Zipf>();

  constructor(random: SeededRandom, skew: number, answerable: AnsweredTargets) {
    this.#random = random;
    this.#skew = skew;
    this.#answerable = answerable;
  }

  /** @returns the targets of one visitor in order; the snapshot answers each */
  drawTargets(design: TypeDesign): readonly string[] {
    const random = this.#random;
    const targets: string[] = [];
    const list = random.pick(design.lists);
    if (list !== undefined && random.chance(0.7)) {
      const first = list((values) => values[this.#popular(values.length)] ?? '');
      targets.push(first);
      // Half of the visitors turn to the next page.
      for (let page = 1; random.chance(0.5) && page < 20; page += 1) {
        targets.push(`${first}&page%5Bskip%5D=${page * design.pageLimit}`);
      }
    }
    do {
      const item = `/${design.type}/${encodeComponent(design.ids[this.#popular(design.ids.length)] ?? '')}`;
      const itemPage = `${item}${random.pick(design.itemSearches) ?? ''}`;
      targets.push(this.#answerable.has(itemPage) ? itemPage : item);
      const related = random.pick(design.related);
      if (related !== undefined && random.chance(0.3)) targets.push(`${item}/${related}`);
    } while (random.chance(0.5));
    return targets.filter((target) => this.#answerable.has(target));
  }

  /** @returns an index in [0, count), small ones more often */
  #popular(count: number): number {
    let zipf = this.#zipfs.get(count);
    if (zipf === undefined) {
      zipf = new Zipf(Math.max(1, count), this.#skew);
      this.#zipfs.set(count, zipf);
    }
    return zipf.draw(this.#random);
  }
}
