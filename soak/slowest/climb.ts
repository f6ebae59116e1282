/**
 * Hill climbing for the request that takes longest: what is slower than what it was made from is gone on from. A climb
 * that finds nothing slower for a while begins anew somewhere else.
 */
import { Random } from '../../data/generate/random.js';
import { RequestError } from '../../src/errors/index.js';
import { answer, type ParsedRequest, parseRequest } from '../../src/jsonapi/index.js';
import { splitTarget } from '../../src/server/wire/target.js';
import type { Space } from '../../src/snapshot/index.js';
import { type Asked, Drawer, targetOf } from './asked.js';
import { Samples } from './samples.js';

export interface Slow {
  readonly target: string;
  readonly elapsedMs: number;
  /** What the planner took it to cost. */
  readonly costMs: number;
}

export interface ClimbReport {
  readonly asked: number;
  readonly answered: number;
  /** How many were refused as too costly, and of how many that were drawn at random, not climbed to. */
  readonly tooCostly: number;
  readonly drawn: number;
  readonly drawnTooCostly: number;
  readonly climbs: number;
  /** The slowest of each climb, slowest first. */
  readonly slowest: readonly Slow[];
}

export interface ClimbOptions {
  readonly space: Space;
  readonly seed: number;
  /** As `stele serve --max-cost`. */
  readonly maxCostMs: number;
  readonly now: () => number;
  /** When `now` says so, or after so many requests. */
  readonly endMs: number;
  readonly askedMaximum: number;
  readonly onClimb?: (slowest: Slow) => void;
}

const patience = 60;
const keptMaximum = 40;

export function climb({ space, seed, maxCostMs, now, endMs, askedMaximum, onClimb }: ClimbOptions): ClimbReport {
  const random = new Random(seed, 'slowest');
  const drawer = new Drawer(random, new Samples(space));
  const counts = { asked: 0, answered: 0, tooCostly: 0, drawn: 0, drawnTooCostly: 0, climbs: 0 };
  const slowest: Slow[] = [];
  const time = (asked: Asked): ReturnType<typeof timed> => {
    counts.asked += 1;
    const found = timed(space, targetOf(asked), maxCostMs);
    if (typeof found === 'object') counts.answered += 1;
    if (found === 'tooCostly') counts.tooCostly += 1;
    return found;
  };
  const isOver = (): boolean => counts.asked >= askedMaximum || now() >= endMs;
  while (!isOver()) {
    counts.climbs += 1;
    let best: { asked: Asked; elapsedMs: number; costMs: number } | undefined;
    for (let left = patience; left > 0 && !isOver(); left -= 1) {
      const asked = best === undefined ? drawer.asked() : drawer.mutated(best.asked);
      const found = time(asked);
      if (best === undefined) {
        counts.drawn += 1;
        if (found === 'tooCostly') counts.drawnTooCostly += 1;
      }
      if (typeof found !== 'object' || found.elapsedMs <= (best?.elapsedMs ?? 0)) continue;
      if (best === undefined || found.elapsedMs > best.elapsedMs * 1.05) left = patience;
      best = { asked, ...found };
    }
    if (best === undefined) continue;
    const found = { target: targetOf(best.asked), elapsedMs: best.elapsedMs, costMs: best.costMs };
    onClimb?.(found);
    slowest.push(found);
    slowest.sort((a, b) => b.elapsedMs - a.elapsedMs);
    slowest.length = Math.min(slowest.length, keptMaximum);
  }
  return { ...counts, slowest };
}

/** CPU time of this process: what else the machine does is not the request's. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What the arenas of the space have counted for the request that was answered last. */
function costOf(space: Space): number {
  const [first] = space.types.values();
  return (first?.segment.arena.budget.needed ?? 0) / 1e6;
}

/**
 * @returns the CPU time of parsing and answering, the least of three, and what the planner took it to cost; that it was too
 * costly; or undefined where it was refused otherwise
 */
function timed(space: Space, target: string, maxCostMs: number): Omit<Slow, 'target'> | 'tooCostly' | undefined {
  const { path, search } = splitTarget(target);
  let elapsedMs = Number.POSITIVE_INFINITY;
  try {
    for (let run = 0; run < 3; run += 1) {
      const startMs = cpuMs();
      const request: ParsedRequest = parseRequest(space.model, path, search);
      answer(space, request, '', { maxCostMs });
      elapsedMs = Math.min(elapsedMs, cpuMs() - startMs);
    }
    return { elapsedMs, costMs: costOf(space) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.problems.some(({ code }) => code === 'QueryTooCostly') ? 'tooCostly' : undefined;
  }
}
