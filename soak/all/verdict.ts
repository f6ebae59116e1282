/**
 * What must hold after a soak, each with the figure that says whether it does.
 */

import type { Tally } from './clients/tally.js';
import type { Sample, Sampled } from './server/samples.js';
import { SWAPS, type Swapped } from './server/swaps.js';

export interface Finding {
  readonly name: FindingName;
  readonly holds: boolean;
  readonly figure: string;
}

export const FINDINGS = [
  'answers',
  'hostile conversations',
  'server errors',
  'server',
  'swaps',
  'swaps in time',
  'health and metrics',
  'memory',
  'file descriptors',
] as const;
export type FindingName = (typeof FINDINGS)[number];

export interface Observed {
  readonly load: Tally;
  readonly hostile: Tally;
  readonly swapped: Swapped;
  readonly sampled: Sampled;
  readonly serverFaults: readonly string[];
  readonly pollSeconds: number;
}

/** How much the last third may have more than the one before it. */
export const MEMORY_GROWTH_MAXIMUM = 1.1;
/** More in the last third than in the first: connections come and go. */
export const FILES_ALLOWED = 8;
/** For loading and verifying a snapshot after it was noticed, on a busy machine. */
export const LOADING_ALLOWED_MS = 1500;
/** Fewer cannot be told in thirds. */
const samplesMinimum = 6;

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const maximum = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

function thirds(samples: readonly Sample[]): readonly [readonly Sample[], readonly Sample[], readonly Sample[]] {
  const third = Math.floor(samples.length / 3);
  return [samples.slice(0, third), samples.slice(third, 2 * third), samples.slice(2 * third)];
}

function memory(samples: readonly Sample[]): Finding {
  const name = 'memory';
  if (samples.length < samplesMinimum) return { name, holds: false, figure: `only ${samples.length} samples` };
  const [, middle, last] = thirds(samples).map((part) => median(part.map(({ residentBytes }) => residentBytes)));
  const ratio = last! / middle!;
  const figure = `resident, last third against the middle one: ${number.format(ratio)} (${number.format(last! / 1e6)} and ${number.format(middle! / 1e6)} MB)`;
  return { name, holds: ratio <= MEMORY_GROWTH_MAXIMUM, figure };
}

/** Medians: a look while a snapshot is being loaded sees the files and the thread of that, too. */
function files(samples: readonly Sample[]): Finding {
  const name = 'file descriptors';
  if (samples.length < samplesMinimum) return { name, holds: false, figure: `only ${samples.length} samples` };
  const [first, , last] = thirds(samples).map((part) => median(part.map((sample) => sample.files)));
  const most = maximum(samples.map((sample) => sample.files));
  const figure = `${first} in the first third, ${last} in the last, at most ${most} at one look`;
  return { name, holds: last! <= first! + FILES_ALLOWED, figure };
}

const client = (name: 'answers' | 'hostile conversations', { done, wrong, refused }: Tally): Finding => ({
  name,
  holds: done > 0 && wrong === 0,
  figure: `${number.format(done)}, ${wrong} wrong, ${refused} refused with 503`,
});

function serverErrors({ samples }: Sampled): Finding {
  const last = samples.at(-1);
  const unexpected = last === undefined ? Number.NaN : last.serverErrors - last.refused;
  const figure = `${last?.serverErrors} times 5xx, ${last?.refused} of them refusals under overload`;
  return { name: 'server errors', holds: unexpected === 0, figure };
}

function swaps({ byKind, faults }: Swapped): Finding {
  const missing = SWAPS.filter((kind) => !byKind.has(kind));
  const made = [...byKind.values()].reduce((sum, value) => sum + value, 0);
  const figure = `${made}, ${faults.length} failed${missing.length === 0 ? '' : `, none by ${missing.join(', ')}`}`;
  return { name: 'swaps', holds: faults.length === 0 && missing.length === 0, figure };
}

/** @returns one for each name, in that order. Cost: O(samples). */
export function judge({ load, hostile, swapped, sampled, serverFaults, pollSeconds }: Observed): readonly Finding[] {
  const slowest = maximum(swapped.noticedMs);
  const allowedMs = pollSeconds * 1000 + LOADING_ALLOWED_MS;
  const told = sampled.faults.length;
  return [
    client('answers', load),
    client('hostile conversations', hostile),
    serverErrors(sampled),
    { name: 'server', holds: serverFaults.length === 0, figure: `${serverFaults.length} faults` },
    swaps(swapped),
    {
      name: 'swaps in time',
      holds: swapped.noticedMs.length > 0 && slowest <= allowedMs,
      figure: `served after ${number.format(median(swapped.noticedMs))} ms, at most ${number.format(slowest)}; ${number.format(allowedMs)} are allowed`,
    },
    {
      name: 'health and metrics',
      holds: told === 0 && sampled.samples.length > 0,
      figure: `${sampled.samples.length} samples, ${told} without an answer`,
    },
    memory(sampled.samples),
    files(sampled.samples),
  ];
}
