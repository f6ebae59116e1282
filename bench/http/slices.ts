/**
 * The figures of single slices of load and of all slices together, with processor time and memory of the server's
 * processes.
 *
 * Processor time and memory are known on Linux only; the report says so elsewhere.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Histogram } from './load/histogram.js';
import type { LoadOutcome } from './load/load.js';
import type { Loaded } from './results.js';
import type { ContestantName } from './workloads/requests.js';

export type Slice = Watched<LoadOutcome>;

const total = (values: readonly (number | undefined)[]): number | undefined =>
  values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);

/** An answer that takes longer waited for something else than its own work. */
const slowMs = 10;

/** @returns the value with only the digits that are worth recording */
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** @returns the figures of all slices together */
export function summed(contestant: ContestantName, slices: readonly Slice[]): Loaded {
  const latencies = new Histogram();
  const undisturbed = new Histogram();
  const lateness = new Histogram();
  for (const { result } of slices) {
    latencies.add(result.latencies);
    undisturbed.add(result.undisturbed);
    lateness.add(result.lateness);
  }
  const elapsedMs = slices.reduce((sum, { result }) => sum + result.elapsedMs, 0);
  const bodyBytes = slices.reduce((sum, { result }) => sum + result.bodyBytes, 0);
  const answers = latencies.samples;
  const cpuMs = total(slices.map((slice) => slice.cpuMs));
  const generatorCpuMs = total(slices.map((slice) => slice.generatorCpuMs));
  const resident = slices.map(({ residentBytes }) => residentBytes).filter((bytes) => bytes !== undefined);
  return {
    contestant,
    answers,
    perSecond: elapsedMs === 0 ? 0 : rounded((answers * 1000) / elapsedMs, 1),
    p50Us: latencies.percentileUs(0.5),
    p99Us: latencies.percentileUs(0.99),
    p999Us: latencies.percentileUs(0.999),
    meanBytes: answers === 0 ? 0 : Math.round(bodyBytes / answers),
    ...(cpuMs === undefined || answers === 0
      ? {}
      : { cpuUs: rounded((cpuMs * 1000) / answers, 2), cpuShare: rounded(cpuMs / elapsedMs, 3) }),
    ...(generatorCpuMs === undefined || elapsedMs === 0
      ? {}
      : { generatorCpuShare: rounded(generatorCpuMs / elapsedMs, 3) }),
    ...(lateness.samples === 0 || answers === 0
      ? {}
      : {
          undisturbed: {
            p99Us: undisturbed.percentileUs(0.99),
            slowShare: rounded(undisturbed.shareAbove(slowMs), 6),
            share: rounded(undisturbed.samples / answers, 4),
            latenessP99Us: lateness.percentileUs(0.99),
            latenessMaximumUs: lateness.percentileUs(1),
          },
        }),
    ...(resident.length === 0 ? {} : { residentBytes: Math.max(...resident) }),
  };
}

interface Usage {
  readonly cpuMs: number;
  readonly residentBytes: number;
}

/** The kernel shows times in ticks of 10 ms on every platform that Node runs on (USER_HZ, proc(5)). */
const tickMs = 10;

export const isUsageKnown = (): boolean => existsSync('/proc/self/stat');

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process, or one of its threads, is gone.
    return undefined;
  }
}

function childrenOf(pid: number): readonly number[] {
  const tasks = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
  return tasks.flatMap((task) =>
    (read(`/proc/${pid}/task/${task}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
}

function ownUsage(pid: number): Usage {
  const stat = read(`/proc/${pid}/stat`) ?? '';
  // The name in parentheses may hold anything; behind it, utime and stime are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  const kilobytes = /^VmRSS:\s+([0-9]+) kB/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return { cpuMs: ticks * tickMs, residentBytes: Number(kilobytes ?? 0) * 1024 };
}

/** @returns undefined if it is not known. Cost: a few small files a process. */
export function usageOf(pid: number): Usage | undefined {
  if (!isUsageKnown()) return undefined;
  const parts = [ownUsage(pid), ...childrenOf(pid).map(usageOf)].filter((part) => part !== undefined);
  return {
    cpuMs: parts.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    residentBytes: parts.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  };
}

const sampleMs = 200;

interface Watched<Result> {
  readonly result: Result;
  /** Undefined if it is not known. */
  readonly cpuMs: number | undefined;
  readonly generatorCpuMs: number | undefined;
  /** The most seen, five times a second. */
  readonly residentBytes: number | undefined;
}

/** Runs a function, and measures the processor time of two processes meanwhile. */
export async function watch<Result>(
  serverPid: number,
  generatorPid: number,
  action: () => Promise<Result>,
): Promise<Watched<Result>> {
  const before = [usageOf(serverPid), usageOf(generatorPid)];
  let resident = before[0]?.residentBytes ?? 0;
  const look = (): void => {
    resident = Math.max(resident, usageOf(serverPid)?.residentBytes ?? 0);
  };
  const timer = setInterval(look, sampleMs);
  try {
    const result = await action();
    look();
    const after = [usageOf(serverPid), usageOf(generatorPid)];
    const spent = (which: 0 | 1): number | undefined => {
      const [from, to] = [before[which], after[which]];
      return from === undefined || to === undefined ? undefined : to.cpuMs - from.cpuMs;
    };
    return {
      result,
      cpuMs: spent(0),
      generatorCpuMs: spent(1),
      residentBytes: isUsageKnown() ? resident : undefined,
    };
  } finally {
    clearInterval(timer);
  }
}
