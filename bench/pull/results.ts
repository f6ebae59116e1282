/**
 * What a run of the benchmark of replicas finds, and whether it keeps what was promised.
 */
import type { Environment } from '../harness/results/environment.js';
import { duration, percent, type Table, terminalTable } from '../harness/results/tables.js';
import { atMost, type Verdict, verdictTable } from '../harness/results/verdicts.js';
import type { Loaded } from '../http/results.js';
import { ownP99Us } from '../http/targets.js';
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
  const [quietP99Us, pullingP99Us] = [ownP99Us(load.quiet), ownP99Us(load.pulling)];
  const p99 = pullingP99Us / quietP99Us;
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
    atMost(
      'p99 while it pulls and swaps ÷ without',
      `≤ ${LIMITS.p99}`,
      `${p99.toFixed(2)} (${duration(pullingP99Us)} and ${duration(quietP99Us)})`,
      p99,
      LIMITS.p99,
    ),
    atMost(
      `CURRENT replaced to served by ${results.replicas} replicas, the worst of ${results.delays.length}`,
      `≤ ${LIMITS.copies} × copying + ${LIMITS.waitSeconds} s = ${limitSeconds.toFixed(2)} s`,
      `${delay.servedSeconds.toFixed(2)} s`,
      delay.servedSeconds,
      limitSeconds,
    ),
  ];
}

const PHASES = {
  highest: 'as fast as it can',
  quiet: 'half, without a pull',
  pulling: 'half, while it pulls',
} as const;

const share = (value: number | undefined): string => (value === undefined ? 'unknown' : percent(value));

/** Latencies, who was how busy, and what was left out. */
function phaseText({ p50Us, p99Us, cpuShare, generatorCpuShare, undisturbed }: Loaded): string {
  const busy = `replica at ${share(cpuShare)} of a core, generator at ${share(generatorCpuShare)}`;
  const own =
    undisturbed === undefined
      ? ''
      : `; ${duration(undisturbed.p99Us)} of the ${percent(undisturbed.share)} that did not wait for the generator`;
  return `p50 ${duration(p50Us)}, p99 ${duration(p99Us)}${own}; ${busy}`;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function told(results: PullResults): string {
  const { byteLength, changedBytes, fetchedBytes, load, delays } = results;
  const rows = [
    ['snapshot', megabytes(byteLength)],
    ['segments of the changed type', megabytes(changedBytes)],
    ['fetched', megabytes(fetchedBytes)],
    ['answers a second at most', load.highest.perSecond.toFixed(0)],
    ['asked for a second, half of it', load.ratePerSecond.toFixed(0)],
    ['answers, all right', String(load.quiet.answers + load.pulling.answers)],
    ['swaps meanwhile', String(load.swaps)],
    ...(['highest', 'quiet', 'pulling'] as const).map((which) => [`${PHASES[which]}`, phaseText(load[which])]),
    ['copying, seconds', delays.map(({ copiedSeconds }) => copiedSeconds.toFixed(2)).join(' ')],
    ['until all serve, seconds', delays.map(({ servedSeconds }) => servedSeconds.toFixed(2)).join(' ')],
  ];
  const figures: Table = { columns: [{ title: '' }, { title: '', right: true }], rows };
  return `${terminalTable(figures)}\n${terminalTable(verdictTable(pullVerdicts(results)))}`;
}
