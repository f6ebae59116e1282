/**
 * What single stretches of load gave, and what they give together.
 */
import { Histogram } from './load/histogram.js';
import type { LoadOutcome } from './load/load.js';
import type { Loaded } from './results.js';
import type { Watched } from './usage.js';
import type { ContestantName } from './workloads/requests.js';

export type Slice = Watched<LoadOutcome>;

const total = (values: readonly (number | undefined)[]): number | undefined =>
  values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);

/** What is recorded need not be longer than it is true. */
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
            share: rounded(undisturbed.samples / answers, 4),
            latenessP99Us: lateness.percentileUs(0.99),
            latenessMaximumUs: lateness.percentileUs(1),
          },
        }),
    ...(resident.length === 0 ? {} : { residentBytes: Math.max(...resident) }),
  };
}
