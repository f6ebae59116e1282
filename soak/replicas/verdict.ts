/**
 * What a soak of replicas found, as a table, and whether memory stayed where it was.
 */
import { count, megabytes, right, terminalTable } from '../../bench/harness/results/tables.js';
import type { Slope } from './slope.js';

export interface NightSeen {
  readonly night: number;
  readonly snapshot: string;
  /** What the origin told that was well-formed, and not true. */
  readonly lies: readonly string[];
  readonly kills: number;
  readonly faults: number;
  /** From the end of the faults until all replicas served the night. */
  readonly convergedSeconds: number;
  readonly answers: number;
  /** Of the replica that is spared: the median over the night; undefined where it was not to be had. */
  readonly residentBytes: number | undefined;
  readonly files: number | undefined;
}

/** Growth over an hour of nights, as a share of what is used, that is called flat. */
const GROWTH_MAXIMUM = 0.05;
const nightsPerHour = 60;

export const medianOf = (values: readonly number[]): number | undefined =>
  [...values].sort((a, b) => a - b)[values.length >> 1];

/** @returns what is wrong with a replica's memory, or undefined: growth counts where even the interval's lower end is too much */
export function growthFault({ least }: Slope, median: number): string | undefined {
  const share = (least * nightsPerHour) / median;
  if (share <= GROWTH_MAXIMUM) return undefined;
  return `memory grows by ${(share * 100).toFixed(0)} % in ${nightsPerHour} nights or more; ${GROWTH_MAXIMUM * 100} % is allowed`;
}

/** How many more may be open in the last third of the nights than in the first, by the median. */
const FILES_ALLOWED = 8;

/** @param files open descriptors, a night each. @returns what is wrong with them, or undefined */
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
