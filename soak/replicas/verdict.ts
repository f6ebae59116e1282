/**
 * The verdict of a soak of replicas: a table of its findings, and a test whether memory grew.
 *
 * Growth is the slope of a least-squares line; its interval comes from a block bootstrap, because neighbouring samples
 * are similar.
 * Source: Künsch, "The jackknife and the bootstrap for general stationary observations", 1989.
 */
import { count, megabytes, right, terminalTable } from '../../bench/harness/results/tables.js';

export interface NightSeen {
  readonly night: number;
  readonly snapshot: string;
  /** Well-formed but false answers of the origin. */
  readonly lies: readonly string[];
  readonly kills: number;
  readonly faults: number;
  /** Time from the end of the faults until all replicas served the night's snapshot. */
  readonly convergedSeconds: number;
  readonly answers: number;
  /** Median memory over the night of the replica that is never killed; undefined if it could not be read. */
  readonly residentBytes: number | undefined;
  readonly files: number | undefined;
}

/** Growth over an hour of nights, as a share of the used memory, that counts as flat. */
const GROWTH_MAXIMUM = 0.05;
const nightsPerHour = 60;

export const medianOf = (values: readonly number[]): number | undefined =>
  [...values].sort((a, b) => a - b)[values.length >> 1];

/**
 * @returns a description of the fault in a replica's memory, or undefined: growth counts if even the interval's lower end is
 * too much
 */
export function growthFault({ least }: Slope, median: number): string | undefined {
  const share = (least * nightsPerHour) / median;
  if (share <= GROWTH_MAXIMUM) return undefined;
  return `memory grows by ${(share * 100).toFixed(0)} % in ${nightsPerHour} nights or more; ${GROWTH_MAXIMUM * 100} % is allowed`;
}

/** How many more may be open in the last third of the nights than in the first, by the median. */
const FILES_ALLOWED = 8;

/** @param files number of open descriptors in each night. @returns a description of their growth, or undefined if they do not grow */
export function filesFault(files: readonly number[]): string | undefined {
  const third = Math.floor(files.length / 3);
  const [first, last] = [medianOf(files.slice(0, third)), medianOf(files.slice(-third))];
  if (third === 0 || first === undefined || last === undefined || last <= first + FILES_ALLOWED) return undefined;
  return `open files grow from ${first} to ${last}; ${FILES_ALLOWED} more are allowed`;
}

export function nightsTable(nights: readonly NightSeen[]): string {
  const titles = 'night|snapshot|kills|faults|converged s|answers|resident|files';
  const rows = nights.map((seen) => [
    ...[String(seen.night), seen.snapshot.slice(0, 8), String(seen.kills), count(seen.faults)],
    ...[seen.convergedSeconds.toFixed(1), count(seen.answers)],
    ...[
      seen.residentBytes === undefined ? '' : megabytes(seen.residentBytes),
      String(seen.files ?? ''),
      seen.lies.join(', '),
    ],
  ]);
  return terminalTable({ columns: [...titles.split('|').map(right), { title: 'lies of the origin' }], rows });
}

export const slopeText = ({ perStep, least, most }: Slope): string => {
  const [slope, from, to] = [perStep, least, most].map((bytes) => (bytes / 1e6).toFixed(3));
  return `${slope} MB a night (95 %: ${from} to ${to})`;
};

export interface Slope {
  /** By one step of the series. */
  readonly perStep: number;
  /** 95 %. */
  readonly least: number;
  readonly most: number;
}

const blockLength = 5;
const draws = 2000;
/** Fewer say nothing of a slope. */
const STEPS_MINIMUM = 2 * blockLength;

/** Cost: O(n). */
function slopeOf(points: readonly (readonly [step: number, value: number])[]): number {
  const meanStep = points.reduce((sum, [step]) => sum + step, 0) / points.length;
  const meanValue = points.reduce((sum, [, value]) => sum + value, 0) / points.length;
  let above = 0;
  let below = 0;
  for (const [step, value] of points) {
    above += (step - meanStep) * (value - meanValue);
    below += (step - meanStep) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

/**
 * @param dice draws integers from 0 to bound - 1
 * @returns    undefined if there are fewer than ten values
 * Cost: 2,000 slopes.
 */
export function slopeWithInterval(values: readonly number[], dice: (bound: number) => number): Slope | undefined {
  if (values.length < STEPS_MINIMUM) return undefined;
  const points = values.map((value, step) => [step, value] as const);
  const blocks = Math.ceil(points.length / blockLength);
  const drawn = Array.from({ length: draws }, () => {
    const starts = Array.from({ length: blocks }, () => dice(points.length - blockLength + 1));
    return slopeOf(starts.flatMap((start) => points.slice(start, start + blockLength)));
  }).sort((a, b) => a - b);
  const at = (share: number): number => drawn[Math.floor(share * (draws - 1))] ?? 0;
  return { perStep: slopeOf(points), least: at(0.025), most: at(0.975) };
}
