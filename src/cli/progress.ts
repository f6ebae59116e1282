/**
 * Progress of long work on stderr: a bar for a person watching, one line a step for everyone else.
 */
import { Presets, SingleBar } from 'cli-progress';
import type { BuildProgress } from '../../build/publish/index.js';
import type { Output } from './io.js';
import { bytes, count } from './table.js';

export interface Progress {
  readonly report: (event: BuildProgress) => void;
  /** Ends the bar, also after a failure, so that the reason begins on a line of its own. */
  readonly stop: () => void;
}

/** @returns the step and how large it is, where that says anything */
function labelOf({ step, total, unit }: BuildProgress): string {
  switch (unit) {
    case 'bytes':
      return `${step} (${bytes(total)})`;
    case 'fields':
      return `${step} (${count(total)} ${unit})`;
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

function bars(output: Output): Progress {
  let step: string | undefined;
  let bar: SingleBar | undefined;
  return {
    report(event) {
      // The library divides by the total, which is 0 for a step that has nothing to do.
      const total = Math.max(event.total, 1);
      const done = event.total === 0 ? total : event.done;
      const payload = { label: labelOf(event) };
      if (event.step !== step) {
        bar?.stop();
        step = event.step;
        // Neither the cursor nor line wrapping is touched: an interrupt would leave the terminal so.
        const options = { format: '{bar} {percentage}% {label}', linewrap: true, barsize: 24, stream: output };
        bar = new SingleBar(options, Presets.shades_classic);
        bar.start(total, done, payload);
      }
      bar?.setTotal(total);
      bar?.update(done, payload);
    },
    stop: () => bar?.stop(),
  };
}

export const progressOn = (output: Output): Progress => (output.isTTY === true ? bars(output) : lines(output));
