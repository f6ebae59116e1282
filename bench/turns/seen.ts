/**
 * What a probe has seen of a server's process, and what that says of the stretches of load.
 */
import { percentile } from '../harness/timing/statistics.js';

/** A turn of the event loop that took longer than most; times since 1970. */
export interface LongTurn {
  readonly atMs: number;
  readonly ms: number;
  /** Processor time of the whole process meanwhile: little of it where the machine was at other work. */
  readonly cpuMs: number;
}

/** Garbage collected: the young generation's, or all of the heap's. */
export interface Collection {
  readonly atMs: number;
  readonly ms: number;
  readonly isMajor: boolean;
}

export interface Seen {
  readonly turns: readonly LongTurn[];
  readonly collections: readonly Collection[];
}

/** A stretch of load, since 1970. */
export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** A turn is long from here on. */
export const LONG_MS = 10;

export interface Summary {
  readonly seconds: number;
  /** Turns above LONG_MS, and those of them that were the process's own work for as long. */
  readonly long: number;
  readonly ownLong: number;
  readonly longestMs: number;
  readonly ownLongestMs: number;
  readonly minor: number;
  readonly major: number;
  readonly minorP99Ms: number;
  readonly longestMajorMs: number;
  /** Of the processor's time, 0 to 1. */
  readonly collecting: number;
}

const most = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), 0);

/** @returns what was seen during the stretches */
export function summaryOf({ turns, collections }: Seen, stretches: readonly Stretch[]): Summary {
  const isWithin = ({ atMs }: { readonly atMs: number }): boolean =>
    stretches.some(({ startMs, endMs }) => startMs <= atMs && atMs <= endMs);
  const long = turns.filter((turn) => isWithin(turn) && turn.ms > LONG_MS);
  const own = turns.filter((turn) => isWithin(turn)).map(({ ms, cpuMs }) => Math.min(ms, cpuMs));
  const within = collections.filter(isWithin);
  const minor = within.filter(({ isMajor }) => !isMajor).map(({ ms }) => ms);
  const major = within.filter(({ isMajor }) => isMajor).map(({ ms }) => ms);
  const elapsedMs = stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return {
    seconds: elapsedMs / 1000,
    long: long.length,
    ownLong: own.filter((ms) => ms > LONG_MS).length,
    longestMs: most(long.map(({ ms }) => ms)),
    ownLongestMs: most(own),
    minor: minor.length,
    major: major.length,
    minorP99Ms: minor.length === 0 ? 0 : percentile(Float64Array.from(minor).sort(), 0.99),
    longestMajorMs: most(major),
    collecting: elapsedMs === 0 ? 0 : within.reduce((sum, { ms }) => sum + ms, 0) / elapsedMs,
  };
}

const isNumber = (value: unknown): boolean => typeof value === 'number';

const isEvent = (value: unknown, other: 'cpuMs' | 'isMajor'): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'atMs' in value &&
  isNumber(value.atMs) &&
  'ms' in value &&
  isNumber(value.ms) &&
  other in value;

/** Sees whether a probe wrote it. */
export const isSeen = (value: unknown): value is Seen =>
  typeof value === 'object' &&
  value !== null &&
  'turns' in value &&
  Array.isArray(value.turns) &&
  value.turns.every((turn) => isEvent(turn, 'cpuMs')) &&
  'collections' in value &&
  Array.isArray(value.collections) &&
  value.collections.every((one) => isEvent(one, 'isMajor'));
