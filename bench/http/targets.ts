/**
 * The targets of serving over HTTP, and the verdict of a run on each. Ratios are within one run.
 */
import {
  atLeast,
  atMost,
  duration,
  megabytes,
  percent,
  times,
  unknown,
  type Verdict,
} from '../harness/results/tables.js';
import {
  type HalfLoadResult,
  type HttpResults,
  type KeysResult,
  type Loaded,
  type More,
  type OverloadResult,
  ratio,
  type WorkloadResult,
} from './results.js';
import type { WorkloadName } from './scenarios/workloads.js';
import type { ContestantName } from './workloads/requests.js';

const signed = (share: number): string => `${share < 0 ? '−' : '+'}${(Math.abs(share) * 100).toFixed(1)} %`;

export const moreText = ({ share, low, high }: More): string =>
  `${signed(share)} (95 %: ${signed(low)} to ${signed(high)})`;

const LIMITS = {
  /** By processor time, kernel included, as is the next. */
  ready: 0.95,
  coldCpu: 4,
  cold: 0.28,
  coldToSqlite: 20,
  /** Above bare `node:http`'s at the same rate in the same run. */
  halfLoadP99Us: 3000,
  /** Figures of a bare server that works as long on each answer. */
  halfLoadCold: 1.3,
  threadMemory: 1.2,
  overThroughput: 0.8,
  overP99: 10,
  /** Difference that garbage collection may cause between two processes with the same work. */
  overMemory: 1.25,
  /** Share of the time of a hot answer. */
  keys: 0.03,
} as const;

/** Number of items from which the ratio to SQLite is promised. */
const sqliteItems = 100_000;
/** Whose memory the threads' target is set for. */
const threadItems = 100_000;

/** @returns a function that shows a ratio with its two figures */
const beside =
  (shown: (value: number) => string, one: string, other: string) =>
  (value: number): string =>
    `${shown(value)} (${one} and ${other})`;

function ratioVerdict(
  results: HttpResults,
  workload: WorkloadName,
  to: ContestantName,
  promise: string,
  minimum: number,
): Verdict {
  const found = results.workloads.find(({ name }) => name === workload);
  return atLeast(promise, minimum, found && ratio(found, 'stele', to), times);
}

const cold = ({ workloads }: HttpResults): WorkloadResult | undefined => workloads.find(({ name }) => name === 'cold');

function coldCpu(results: HttpResults): Verdict {
  const promise = "processor time of a cold answer ÷ bare node:http's";
  const of = (contestant: ContestantName) =>
    cold(results)?.loaded.find((loaded) => loaded.contestant === contestant)?.cpuUs;
  const [stele, bare] = [of('stele'), of('bare')];
  if (stele === undefined || bare === undefined) return unknown(promise, `≤ ${LIMITS.coldCpu}`);
  return atMost(promise, LIMITS.coldCpu, stele / bare, beside(times, duration(stele), duration(bare)));
}

/** Rate of a Koa handler that does no work: the limit for cold answers. */
function floorVerdict(results: HttpResults): Verdict[] {
  const found = cold(results);
  const value = found === undefined ? undefined : ratio(found, 'koa', 'bare');
  return value === undefined
    ? []
    : [unknown('bare Koa with @koa/router ÷ bare node:http, as many bytes', 'reported', times(value))];
}

/** Time of bare node:http with stele's headers and bytes in a map: the limit for any server that sends them. */
function readyVerdicts({ workloads }: HttpResults): Verdict[] {
  return workloads.flatMap(({ name, loaded }) => {
    const of = (contestant: ContestantName) => loaded.find((one) => one.contestant === contestant)?.cpuUs;
    const [stele, floor] = [of('stele'), of('replay')];
    if (stele === undefined || floor === undefined) return [];
    const promise = `${name} ÷ stele’s answers from a map, by processor time`;
    return [atLeast(promise, LIMITS.ready, floor / stele, beside(times, duration(floor), duration(stele)))];
  });
}

function toBareVerdict({ workloads }: HttpResults): Verdict {
  const shares = workloads.flatMap((workload) => {
    const value = ratio(workload, 'stele', 'bare');
    return value === undefined ? [] : [`${workload.name} ${times(value)}`];
  });
  return unknown('÷ bare node:http, as many bytes', 'reported', shares.join(', '));
}

export function httpVerdicts(results: HttpResults): Verdict[] {
  const { halfLoads, overload, keys, items } = results;
  const sqlitePromise = `cold ÷ Koa over SQLite, ${sqliteItems.toLocaleString('en-US')} items`;
  return [
    toBareVerdict(results),
    ...readyVerdicts(results),
    ratioVerdict(results, 'cold', 'bare', 'cold ÷ bare node:http', LIMITS.cold),
    coldCpu(results),
    ...floorVerdict(results),
    items < sqliteItems
      ? unknown(sqlitePromise, `≥ ${LIMITS.coldToSqlite}`)
      : ratioVerdict(results, 'cold', 'sqlite', sqlitePromise, LIMITS.coldToSqlite),
    ...(halfLoads.length === 0
      ? [unknown(halfLoadPromise, `≤ ${duration(LIMITS.halfLoadP99Us)}`)]
      : halfLoads.map(halfLoadVerdict)),
    threadMemory(results),
    threadThroughput(results),
    ...overloadVerdicts(overload),
    // Runs from before keys were measured say nothing of them.
    ...(keys === undefined ? [] : [keysVerdict(keys)]),
  ];
}

const halfLoadPromise = "p99 at half of the highest load − bare node:http's at that rate";

/** The p99 without the generator's own stalls, where they are known. */
export const ownP99Us = ({ undisturbed, p99Us }: Loaded): number => undisturbed?.p99Us ?? p99Us;

function halfLoadVerdict({ workload, half, bare, busy }: HalfLoadResult): Verdict {
  if (workload === 'cold' && busy !== undefined) {
    const [own, other] = [ownP99Us(half), ownP99Us(busy.loaded)];
    const promise = 'p99 at half of the highest load ÷ that of a bare node:http as busy, cold';
    return atMost(promise, LIMITS.halfLoadCold, own / other, beside(times, duration(own), duration(other)));
  }
  const more = ownP99Us(half) - ownP99Us(bare);
  const shown = `${more < 0 ? '−' : ''}${duration(Math.abs(more))} (${duration(ownP99Us(half))} and ${duration(ownP99Us(bare))})`;
  const limit = `≤ ${duration(LIMITS.halfLoadP99Us)}`;
  return atMost(`${halfLoadPromise}, ${workload}`, LIMITS.halfLoadP99Us, more, () => shown, limit);
}

function threadMemory({ threads, items }: HttpResults): Verdict {
  const promise = `memory of 4 threads ÷ 1 thread, ${threadItems.toLocaleString('en-US')} items`;
  const limit = `≤ ${LIMITS.threadMemory}`;
  if (threads === undefined) return unknown(promise, limit);
  if ('missing' in threads) return unknown(promise, limit, threads.missing);
  const { oneBytes, fourBytes, node } = threads;
  if (oneBytes === undefined || fourBytes === undefined) return unknown(promise, limit);
  const value = fourBytes / oneBytes;
  const measured = `${times(value)} (${megabytes(oneBytes)} → ${megabytes(fourBytes)}, Node ${node})`;
  if (items < threadItems) return unknown(promise, limit, `${measured} at ${items.toLocaleString('en-US')} items`);
  return atMost(promise, LIMITS.threadMemory, value, () => measured);
}

function threadThroughput({ threads }: HttpResults): Verdict {
  const promise = '2 threads ÷ 1 thread, hot, generator on the same cores';
  const limit = 'reported';
  if (threads === undefined) return unknown(promise, limit);
  if ('missing' in threads) return unknown(promise, limit, threads.missing);
  const share = (of: 'one' | 'two'): string => {
    const { generatorCpuShare } = threads[of];
    return generatorCpuShare === undefined ? 'unknown' : percent(generatorCpuShare);
  };
  const value = threads.two.perSecond / threads.one.perSecond;
  return unknown(promise, limit, `${times(value)} (generator at ${share('one')} and ${share('two')} of a core)`);
}

/** Fewest values of which the least and the greatest are an interval of 95 %. */
const keyLaunches = 6;

function keysVerdict({ launches, elapsed: { guarded, noise } }: KeysResult): Verdict {
  const promise = 'keys: how much longer a hot answer takes';
  const limit = `≤ ${percent(LIMITS.keys)}`;
  if (launches < keyLaunches)
    return unknown(promise, limit, `${moreText(guarded)}, of ${launches} launches, which are too few`);
  if (noise.low > 0 || noise.high < 0) {
    return unknown(
      promise,
      limit,
      `${moreText(guarded)}, but two servers that are the same differ by ${moreText(noise)}`,
    );
  }
  // If the limit is inside the interval, the run does not decide.
  const isTold = guarded.high <= LIMITS.keys || guarded.low > LIMITS.keys;
  if (!isTold) return unknown(promise, limit, moreText(guarded));
  return atMost(promise, LIMITS.keys, guarded.share, () => moreText(guarded), limit);
}

function overloadVerdicts(overload: OverloadResult | undefined): Verdict[] {
  const { over, peak, connections, peakConnections } = overload ?? {};
  const of = (key: 'perSecond' | 'p99Us' | 'residentBytes'): number | undefined =>
    over?.[key] === undefined || peak?.[key] === undefined ? undefined : over[key] / peak[key];
  return [
    atLeast(
      'at 5 × the connections of the peak, cold: answers ÷ peak',
      LIMITS.overThroughput,
      of('perSecond'),
      (value) => `${times(value)} (${connections} and ${peakConnections} connections)`,
    ),
    atMost(
      'p99 of answers there ÷ p99 at the peak',
      LIMITS.overP99,
      of('p99Us'),
      beside(times, duration(over?.p99Us ?? 0), duration(peak?.p99Us ?? 0)),
    ),
    atMost(
      'memory there ÷ memory at the peak',
      LIMITS.overMemory,
      of('residentBytes'),
      beside(times, megabytes(over?.residentBytes ?? 0), megabytes(peak?.residentBytes ?? 0)),
      `≤ ${LIMITS.overMemory} (flat)`,
    ),
  ];
}
