/**
 * What a run of the benchmark of replicas finds, and whether it keeps what was promised.
 */
import type { Environment } from '../harness/results/environment.js';
import { type Table, terminalTable } from '../harness/results/tables.js';
import { atMost, type Verdict, verdictTable } from '../harness/results/verdicts.js';
import type { Delay } from './delay.js';
import type { PullLoad } from './load.js';

export interface PullResults {
  readonly items: number;
  readonly seed: number;
  readonly replicas: number;
  readonly environment: Environment;
  /** Of the snapshot, of the segments of the types that changed, and fetched. */
  readonly byteLength: number;
  readonly changedBytes: number;
  readonly fetchedBytes: number;
  readonly delays: readonly Delay[];
  readonly load: PullLoad;
}

const LIMITS = { bytes: 1.02, p99: 1.5, copies: 1.5, waitSeconds: 3 } as const;

const worst = ({ delays }: PullResults): Delay =>
  delays.reduce((most, delay) => (spare(delay) > spare(most) ? delay : most));

/** How many times copying the bytes it took, beyond the seconds that asking may take. */
const spare = ({ servedSeconds, copiedSeconds }: Delay): number => (servedSeconds - LIMITS.waitSeconds) / copiedSeconds;

export function pullVerdicts(results: PullResults): readonly Verdict[] {
  const { changedBytes, fetchedBytes, load } = results;
  const bytes = fetchedBytes / changedBytes;
  const p99 = load.pullingP99Us / load.quietP99Us;
  const delay = worst(results);
  const limitSeconds = LIMITS.copies * delay.copiedSeconds + LIMITS.waitSeconds;
  return [
    atMost(
      "bytes fetched ÷ bytes of the changed types' segments",
      `≤ ${LIMITS.bytes}`,
      bytes.toFixed(3),
      bytes,
      LIMITS.bytes,
    ),
    atMost('p99 while it pulls and swaps ÷ without', `≤ ${LIMITS.p99}`, p99.toFixed(2), p99, LIMITS.p99),
    atMost(
      `CURRENT replaced to served by ${results.replicas} replicas, the worst of ${results.delays.length}`,
      `≤ ${LIMITS.copies} × copying + ${LIMITS.waitSeconds} s = ${limitSeconds.toFixed(2)} s`,
      `${delay.servedSeconds.toFixed(2)} s`,
      delay.servedSeconds,
      limitSeconds,
    ),
  ];
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function told(results: PullResults): string {
  const { byteLength, changedBytes, fetchedBytes, load, delays } = results;
  const rows = [
    ['snapshot', megabytes(byteLength)],
    ['segments of the changed type', megabytes(changedBytes)],
    ['fetched', megabytes(fetchedBytes)],
    ['answers a second', load.ratePerSecond.toFixed(0)],
    ['answers, all right', String(load.answers)],
    ['swaps meanwhile', String(load.swaps)],
    ['p99 without', `${load.quietP99Us} µs`],
    ['p99 while it pulls', `${load.pullingP99Us} µs`],
    ['copying, seconds', delays.map(({ copiedSeconds }) => copiedSeconds.toFixed(2)).join(' ')],
    ['until all serve, seconds', delays.map(({ servedSeconds }) => servedSeconds.toFixed(2)).join(' ')],
  ];
  const figures: Table = { columns: [{ title: '' }, { title: '', right: true }], rows };
  return `${terminalTable(figures)}\n${terminalTable(verdictTable(pullVerdicts(results)))}`;
}
