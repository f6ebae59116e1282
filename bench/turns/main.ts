/**
 * How long is a turn of the server's event loop, cold, at half of what it can do?
 *
 *     npm run bench:turns -- [--minutes 10] [options]
 *
 * Exit codes: 0 done, 1 failed or an answer was wrong, 2 wrong usage.
 */
import { endOnSignals, runProgram } from '../harness/command.js';
import { environmentLine, readEnvironment } from '../harness/results/results-files.js';
import { right, type Table, terminalTable } from '../harness/results/tables.js';
import { readOptions, run, type Stalled, type TurnsResult } from './run.js';
import { LONG_MS } from './seen.js';

const milliseconds = (us: number): string => (us / 1000).toFixed(2);
const tenSeconds = 10;

const rowOf = (name: string, { loaded, summary }: Stalled): readonly string[] => [
  name,
  loaded.perSecond.toFixed(0),
  milliseconds(loaded.p50Us),
  milliseconds(loaded.p99Us),
  loaded.undisturbed === undefined ? '–' : milliseconds(loaded.undisturbed.p99Us),
  String(summary.long),
  String(summary.ownLong),
  summary.ownLongestMs.toFixed(1),
  ((summary.major * tenSeconds) / summary.seconds).toFixed(2),
  summary.longestMajorMs.toFixed(1),
  summary.minorP99Ms.toFixed(1),
  `${(summary.collecting * 100).toFixed(1)} %`,
];

const tableOf = ({ stele, bare }: TurnsResult): Table => ({
  columns: [
    { title: 'at half load' },
    ...['answers/s', 'p50 ms', 'p99 ms', 'p99 undisturbed', `turns > ${LONG_MS} ms`, 'own work', 'longest own'].map(
      right,
    ),
    ...['major in 10 s', 'longest major', 'minor p99', 'collecting'].map(right),
  ],
  rows: [rowOf('stele', stele), rowOf('bare node:http', bare)],
});

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const result = await run(options, (line) => console.error(line));
  const { items, seed, seconds } = options;
  console.log(environmentLine(readEnvironment(), `${items} articles, seed ${seed}, ${seconds} s each`));
  console.log(`Half of ${Math.round(result.highestPerSecond)} cold answers a second, arriving by chance:\n`);
  console.log(terminalTable(tableOf(result)));
  const share = result.stele.loaded.undisturbed?.share ?? 1;
  console.log(
    `"undisturbed": the ${(share * 100).toFixed(1)} % of stele's answers that did not wait for a generator held up by other work.`,
  );
  console.log('"own work": turns in which the process itself had the processor for so long. Times are milliseconds.');
}

endOnSignals();
await runProgram(main);
