/**
 * Hill climbing for the slowest request: each step changes the slowest request so far; a climb without progress starts
 * again elsewhere.
 *
 * Two of three climbs look for a slow answer, one for a slow refusal. Each climb has random numbers of its own, so it
 * is the same whatever the others did.
 */
import { Random } from '../../data/generate/random.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { type Asked, Drawer, targetOf } from '../../testing/requests/drawer.js';
import { Samples } from '../../testing/requests/samples.js';
import { Stopwatch, type Timed } from './stopwatch.js';

export interface Slow extends Timed {
  readonly target: string;
}

export interface ClimbReport {
  readonly asked: number;
  readonly answered: number;
  /** How many were refused as too costly. */
  readonly tooCostly: number;
  readonly climbs: number;
  /** How many were refused for something else, such as too many conditions. */
  readonly mistaken: number;
  /** The slowest answer of each climb, slowest first. */
  readonly slowest: readonly Slow[];
  /** Requests of some milliseconds, the greatest ratio of time to estimate first. */
  readonly underestimated: readonly Slow[];
  /** Requests whose refusal took longest. */
  readonly slowestRefused: readonly Slow[];
}

export interface ClimbOptions {
  readonly space: Space;
  readonly seed: number;
  /** Greatest estimate that is accepted, as `stele serve --max-cost`. */
  readonly maxCostMs: number;
  /** Number of changes in a row without a slower request after which a climb begins anew. */
  readonly patience: number;
  readonly now: () => number;
  /** The end of the search: a time of `now`, or a number of requests. */
  readonly endMs: number;
  readonly askedMaximum: number;
  readonly onClimb?: (slowest: Slow) => void;
}

const keptMaximum = 40;
/** Node's HTTP parser takes 16 KiB of headers, of which a client uses some in addition to the target. */
const targetMaximum = 16_000;
const roundsAgain = 4;
/** Requests that take less time say little about an estimate. */
const toldMs = 5;

type Found = Slow & { readonly asked: Asked };

const beyond = ({ elapsedMs, costMs }: Slow): number => elapsedMs / Math.max(costMs, 0.1);

/** Puts the request among the first few by the measure, largest first. */
function keep(kept: Slow[], { target, elapsedMs, costMs, outcome }: Slow, measure: (one: Slow) => number): void {
  kept.push({ target, elapsedMs, costMs, outcome });
  kept.sort((a, b) => measure(b) - measure(a));
  kept.length = Math.min(kept.length, keptMaximum);
}

export function climb({ space, seed, maxCostMs, patience, ...options }: ClimbOptions): ClimbReport {
  const { now, endMs, askedMaximum, onClimb } = options;
  const samples = new Samples(space);
  const stopwatch = new Stopwatch(space, maxCostMs);
  const counts = { asked: 0, answered: 0, tooCostly: 0, mistaken: 0, climbs: 0 };
  const slowest: Slow[] = [];
  const underestimated: Slow[] = [];
  const slowestRefused: Slow[] = [];
  const time = ({ elapsedMs }: Slow): number => elapsedMs;
  const isOver = (): boolean => counts.asked >= askedMaximum || now() >= endMs;
  while (!isOver()) {
    counts.climbs += 1;
    const drawer = new Drawer(new Random(seed, `slowest/${counts.climbs}`), samples);
    const isForRefusals = counts.climbs % 3 === 0;
    let best: Found | undefined;
    let begun: Asked | undefined;
    for (let remaining = patience; remaining > 0 && !isOver(); remaining -= 1) {
      const from = best?.asked ?? begun;
      const asked = from === undefined ? drawer.asked() : drawer.mutated(from);
      const target = targetOf(asked);
      if (target.length > targetMaximum) continue;
      const timed = stopwatch.time(target, best?.elapsedMs ?? 0);
      counts.asked += 1;
      const found = { asked, target, ...timed };
      counts[timed.outcome] += 1;
      const isRefused = timed.outcome !== 'answered';
      if (isRefused) keep(slowestRefused, found, time);
      if (isRefused !== isForRefusals) {
        // A climb for refusals begins with any request, and continues from it until one is refused.
        if (isForRefusals && best === undefined) begun = asked;
        continue;
      }
      if (timed.elapsedMs <= (best?.elapsedMs ?? 0)) continue;
      if (best === undefined || timed.elapsedMs > best.elapsedMs * 1.05) remaining = patience;
      best = found;
      if (!isRefused && timed.elapsedMs >= toldMs) keep(underestimated, best, beyond);
    }
    if (best === undefined) continue;
    onClimb?.(best);
    if (!isForRefusals) keep(slowest, best, time);
  }
  const again = (found: readonly Slow[], measure: (one: Slow) => number): readonly Slow[] =>
    askedAgain(found, stopwatch).sort((a, b) => measure(b) - measure(a));
  return {
    ...counts,
    slowest: again(slowest, time),
    underestimated: again(underestimated, beyond),
    slowestRefused: again(slowestRefused, time),
  };
}

/**
 * A climb continues from the slowest request, which other programs may have slowed down. So each reported request is repeated
 * again when the others were, some seconds apart, and the least counts.
 */
function askedAgain(found: readonly Slow[], stopwatch: Stopwatch): Slow[] {
  let all = [...found];
  for (let round = 0; round < roundsAgain; round += 1) {
    all = all.map((one) => {
      const { elapsedMs } = stopwatch.time(one.target, 0);
      return { ...one, elapsedMs: Math.min(one.elapsedMs, elapsedMs) };
    });
  }
  return all;
}
