/**
 * The figures of a run: errors, stale and mixed answers, and latencies near a swap and far from one.
 */
import type { Answer } from './rated-load.js';

/** One swap, by `performance.now()`. */
export interface Swap {
  readonly snapshot: string;
  /** When CURRENT was replaced. */
  readonly publishedMs: number;
  /** When health named the new snapshot. */
  readonly servedMs: number;
}

export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maximumMs: number;
}

export interface Summary {
  /** Answers with a status from 500, and broken connections. */
  readonly errors: number;
  /** Answers from an earlier snapshot to requests that were due after health named the new one. */
  readonly stale: number;
  /** Answers with another body than that of the snapshot in their header. */
  readonly mixed: number;
  readonly nearSwap: Latencies;
  readonly otherwise: Latencies;
}

/** Requests that are due from the replacement of CURRENT until this long after the swap are near it. */
const NEAR_MS = 500;

function measureLatencies(answers: readonly Answer[]): Latencies {
  const sorted = answers.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  const quantile = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50Ms: quantile(0.5), p99Ms: quantile(0.99), maximumMs: quantile(1) };
}

/** @param swaps in the order of their times */
export function summarise(answers: readonly Answer[], swaps: readonly Swap[]): Summary {
  const isNear = ({ dueMs }: Answer): boolean =>
    swaps.some(({ publishedMs, servedMs }) => dueMs >= publishedMs && dueMs < servedMs + NEAR_MS);
  const isStale = ({ dueMs, snapshot, status }: Answer): boolean => {
    const last = swaps.findLast(({ servedMs }) => servedMs <= dueMs);
    const next = swaps.find(({ publishedMs }) => publishedMs > (last?.publishedMs ?? 0));
    const allowed = [last?.snapshot, next?.snapshot];
    return last !== undefined && status !== 0 && !allowed.includes(snapshot);
  };
  return {
    errors: answers.filter(({ status }) => status === 0 || status >= 500).length,
    stale: answers.filter(isStale).length,
    mixed: answers.filter(({ isWhole }) => !isWhole).length,
    nearSwap: measureLatencies(answers.filter(isNear)),
    otherwise: measureLatencies(answers.filter((answer) => !isNear(answer))),
  };
}
