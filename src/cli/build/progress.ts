/**
 * Progress of long work on stderr: a bar for a person watching, with rate and time left, one line a step for everyone else.
 */
import type { Presets, SingleBar } from 'cli-progress';
import type { BuildProgress } from '../../../build/publish/index.js';
import { missingLibrary } from '../failure.js';
import type { Output } from '../io.js';
import { formatBytes, formatCount } from '../table.js';

/** A load counts items beside what a build counts. */
export interface ProgressEvent extends Omit<BuildProgress, 'unit'> {
  readonly unit: BuildProgress['unit'] | 'items' | 'rows';
}

export interface Progress {
  readonly report: (event: ProgressEvent) => void;
  /** Ends the bar, also after a failure, so that the reason begins on a line of its own. */
  readonly stop: () => void;
}

/** @returns the step and how large it is, where that says anything */
function labelOf({ step, total, unit }: ProgressEvent): string {
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

function lines(output: Output): Progress {
  let step: string | undefined;
  return {
    report(event) {
      if (event.step === step) return;
      step = event.step;
      output.write(`${labelOf(event)}\n`);
    },
    stop: () => undefined,
  };
}

/** Before that a rate says little. */
const paceAfterMs = 1000;

/** @returns how fast a step goes and how long it takes at that rate; empty where that is not known yet, or over */
export function paceOf({ done, total, unit }: ProgressEvent, elapsedMs: number): string {
  if (elapsedMs < paceAfterMs || done === 0 || done >= total) return '';
  const left = duration((elapsedMs * (total - done)) / done);
  return unit === 'bytes'
    ? `, ${formatBytes(Math.round((done * 1000) / elapsedMs))}/s, ${left} left`
    : `, ${left} left`;
}

/** @returns such as `5 s`, `2 min 05 s` or `1 h 04 min` */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

/** What draws bars. */
interface Library {
  readonly Presets: typeof Presets;
  readonly SingleBar: typeof SingleBar;
}

/** @returns undefined where only what a replica needs is installed */
async function library(): Promise<Library | undefined> {
  try {
    return (await import('cli-progress')).default;
  } catch (error) {
    if (missingLibrary(error) === undefined) throw error;
    return undefined;
  }
}

function bars({ Presets, SingleBar }: Library, output: Output, nowMs: () => number): Progress {
  let step: string | undefined;
  let startedMs = 0;
  let bar: InstanceType<typeof SingleBar> | undefined;
  return {
    report(event) {
      // The library divides by the total, which is 0 for a step that has nothing to do.
      const total = Math.max(event.total, 1);
      const done = event.total === 0 ? total : event.done;
      if (event.step !== step) startedMs = nowMs();
      const payload = { label: labelOf(event), pace: paceOf(event, nowMs() - startedMs) };
      if (event.step !== step) {
        bar?.stop();
        step = event.step;
        // Neither the cursor nor line wrapping is touched: an interrupt would leave the terminal so.
        const options = { format: '{bar} {percentage}% {label}{pace}', linewrap: true, barsize: 24, stream: output };
        bar = new SingleBar(options, Presets.shades_classic);
        bar.start(total, done, payload);
      }
      bar?.setTotal(total);
      bar?.update(done, payload);
    },
    stop: () => bar?.stop(),
  };
}

/** @param nowMs a clock that only goes forward */
export async function createProgress(output: Output, nowMs: () => number = () => performance.now()): Promise<Progress> {
  const drawing = output.isTTY === true ? await library() : undefined;
  return drawing === undefined ? lines(output) : bars(drawing, output, nowMs);
}
