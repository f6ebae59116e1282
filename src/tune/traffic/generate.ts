/**
 * Traffic for a snapshot of which there is no log: visitors who come in bursts, look through lists, and open items.
 *
 * A site has a few pages of each kind, so few shapes; what differs is the values. Which items and which values are
 * popular follows Zipf's law. The same snapshot and seed give the same traffic.
 */
import { splitTarget } from '../../api/jsonapi/index.js';
import { encodeComponent } from '../../content/model/index.js';
import type { Space } from '../../index/snapshot/index.js';
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
}

/** Between two requests of a visitor. */
const readingMs = 4000;
/** A burst has this many times the visitors, for a tenth of the time. */
const burstFactor = 5;
const burstShare = 0.1;
const burstMs = 20_000;

/** @throws OperationError for a snapshot without items. Cost: O(requests), and reading a few hundred items a type. */
export function generateTraffic(space: Space, { requests, seed, rate, skew }: GenerateOptions): Traffic {
  const random = new SeededRandom(seed);
  const site = designSite(space, random);
  const popularTypes = new Zipf(site.length, skew);
  const builder = new TrafficBuilder('kept', '');
  const visits = new Visits(random, skew);
  const sessionGapMs = ((visits.meanRequests * 1000) / rate) * (1 + burstShare * (burstFactor - 1));
  let arrivalMs = 0;
  while (builder.count < requests) {
    const isBurst = arrivalMs % (burstMs / burstShare) < burstMs;
    arrivalMs += random.exponential(isBurst ? sessionGapMs / burstFactor : sessionGapMs);
    const design = site[popularTypes.draw(random)];
    if (design === undefined) break;
    let atMs = arrivalMs;
    for (const target of visits.of(design)) {
      if (builder.count >= requests) break;
      builder.add({ ...splitTarget(target), timeMs: Math.round(atMs) });
      atMs += random.exponential(readingMs);
    }
  }
  // Made-up visitors came at no date; only the times between them count.
  return { ...builder.build(), startMs: 0 };
}

class Visits {
  /** List pages, then items; see `of`. */
  readonly meanRequests = 4.5;
  readonly #random: SeededRandom;
  readonly #skew: number;
  readonly #zipfs = new Map<number, Zipf>();

  constructor(random: SeededRandom, skew: number) {
    this.#random = random;
    this.#skew = skew;
  }

  /** @returns the targets of one visitor, in order */
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
      const id = encodeComponent(design.ids[this.#popular(design.ids.length)] ?? '');
      targets.push(`/${design.type}/${id}${random.pick(design.itemSearches) ?? ''}`);
      const related = random.pick(design.related);
      if (related !== undefined && random.chance(0.3)) targets.push(`/${design.type}/${id}/${related}`);
    } while (random.chance(0.5));
    return targets;
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
