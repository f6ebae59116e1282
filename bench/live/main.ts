/**
 * How long does a change take from its webhook to the answer of a replica?
 *
 *     npm run bench:live -- [--items 10000] [--changes 20] [options]
 *
 * Exit codes: 0 done, 1 failed or an answer was wrong, 2 wrong usage.
 */
import { contentCommand, endOnSignals, parsed, runProgram, sizesOf, wholeNumber } from '../harness/command.js';
import { environmentLine, readEnvironment } from '../harness/results/results-files.js';
import { percentile } from '../harness/timing/statistics.js';
import { run } from './run.js';

const WHOLE = { items: 10_000, changes: 20 };
const SMOKE = { items: 2000, changes: 2 };

async function main(args: readonly string[]): Promise<void> {
  const { items, changes } = sizesOf(args, WHOLE, SMOKE);
  const description = 'Measures the time from a webhook to the new answer of a replica.';
  const command = contentCommand('bench:live', description, items).option(
    '--changes <n>',
    'articles that are changed, one after the other',
    wholeNumber(1, 1000),
    changes,
  );
  const options = parsed(command, args);
  const { seconds, cpuSeconds } = await run(options, (line) => console.error(line));
  const sorted = Float64Array.from(seconds).sort();
  const shares = [0.5, 0.95, 1].map((share) => percentile(sorted, share).toFixed(2));
  console.log(environmentLine(readEnvironment(), `${options.items} articles, seed ${options.seed}`));
  console.log(
    `From the webhook to the replica's new answer, ${sorted.length} changes of one article: median ${shares[0]} s, 95th percentile ${shares[1]} s, most ${shares[2]} s.`,
  );
  if (cpuSeconds !== undefined) {
    console.log(
      `Processor time of a change: ${cpuSeconds.watch.toFixed(2)} s of stele watch, ${cpuSeconds.replica.toFixed(2)} s of the replica.`,
    );
  }
}

endOnSignals();
await runProgram(main);
