/**
 * Progress of long steps on a terminal: a bar with rate and remaining time. Nothing is printed to a file or a pipe.
 */
import type { Presets, SingleBar } from 'cli-progress';
import type { BuildProgress } from '../../../build/publish/index.js';
import { missingLibrary } from '../failure.js';
import type { Output } from '../io.js';
import { formatBytes, formatCount } from '../table.js';

/** Progress of a build or a load. A load also counts items and rows. */
export interface ProgressEvent extends Omit<BuildProgress, 'unit'> {
  readonly unit: BuildProgress['unit'] | 'items' | 'rows';
}

export interface Progress {
  readonly report: (event: ProgressEvent) => void;
  /** Ends the bar, so that a message after it begins on its own line. */
  readonly stop: () => void;
}

/** @returns the step, and its size unless it is counted in steps */
function formatLabel({ step, total, unit }: ProgressEvent): string {
  switch (unit) {
    case 'bytes':
      return `${step} (${formatBytes(total)})`;
    case 'fields':
    case 'items':
    case 'rows':
      return `${step} (${formatCount(total)} ${unit})`;
    case 'steps':
      return step;
  }
}

/** Prints one line when a step begins, for a terminal without the library that draws bars. */
function lineProgress(output: Output): Progress {
  let step: string | undefined;
  return {
    report(event) {
      if (event.step === step) return;
      step = event.step;
      output.write(`${formatLabel(event)}\n`);
    },
    stop: () => undefined,
  };
}

/** The rate of a shorter time is not reliable. */
const rateAfterMs = 1000;

/** @returns the rate of a step and its remaining time; empty before the first second, and at the end */
export function formatRate({ done, total, unit }: ProgressEvent, elapsedMs: number): string {
  if (elapsedMs < rateAfterMs || done === 0 || done >= total) return '';
  const remaining = formatDuration((elapsedMs * (total - done)) / done);
  return unit === 'bytes'
    ? `, ${formatBytes(Math.round((done * 1000) / elapsedMs))}/s, ${remaining} left`
    : `, ${remaining} left`;
}

/** Formats a duration as `5 s`, `2 min 05 s` or `1 h 04 min`. */
function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

/** The part of the library `cli-progress` that draws bars. */
interface Library {
  readonly Presets: typeof Presets;
  readonly SingleBar: typeof SingleBar;
}

/** @returns undefined if the optional libraries are not installed */
async function loadLibrary(): Promise<Library | undefined> {
  try {
    return (await import('cli-progress')).default;
  } catch (error) {
    if (missingLibrary(error) === undefined) throw error;
    return undefined;
  }
}

/** Draws one bar per step. */
function barProgress({ Presets, SingleBar }: Library, output: Output, nowMs: () => number): Progress {
  // Leave the cursor and line wrapping alone: an interrupt would not restore them.
  const options = { format: '{bar} {percentage}% {label}{rate}', linewrap: true, barsize: 24, stream: output };
  let step: string | undefined;
  let startedMs = 0;
  let bar: InstanceType<typeof SingleBar> | undefined;
  return {
    report(event) {
      // The library divides by the total, which is 0 for a step that has nothing to do.
      const total = Math.max(event.total, 1);
      const done = event.total === 0 ? total : event.done;
      const isNewStep = event.step !== step;
      if (isNewStep) {
        bar?.stop();
        step = event.step;
        startedMs = nowMs();
        bar = new SingleBar(options, Presets.shades_classic);
      }
      const payload = { label: formatLabel(event), rate: formatRate(event, nowMs() - startedMs) };
      if (isNewStep) bar?.start(total, done, payload);
      bar?.setTotal(total);
      bar?.update(done, payload);
    },
    stop: () => bar?.stop(),
  };
}

const NO_PROGRESS: Progress = { report: () => undefined, stop: () => undefined };

/** @param nowMs a monotonic clock */
export async function createProgress(output: Output, nowMs: () => number = () => performance.now()): Promise<Progress> {
  if (output.isTTY !== true) return NO_PROGRESS;
  const barLibrary = await loadLibrary();
  return barLibrary === undefined ? lineProgress(output) : barProgress(barLibrary, output, nowMs);
}
