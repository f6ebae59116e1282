/**
 * What an answer costs inside the process, in turns with another checkout or with bare `node:http`:
 *
 *     npm run bench:cold -- [--against <folder>] [options]
 *
 * Exit codes: 0 done, 1 failed or an answer was wrong, 2 wrong usage.
 */
import { endOnSignals, runProgram } from '../harness/command.js';
import { environmentLine, readEnvironment } from '../harness/results/results-files.js';
import { right, type Table, terminalTable } from '../harness/results/tables.js';
import { type Measured, readOptions, rivalName, run } from './run.js';

const microseconds = (value: number): string => value.toFixed(2);
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${microseconds(Math.abs(value))}`;

const tableOf = (measured: readonly Measured[]): Table => ({
  columns: [
    { title: 'µs a request' },
    ...[
      'its least',
      'its median',
      "stele's least",
      "stele's median",
      'least more',
      'median more',
      '95 %',
      'of one launch',
    ].map(right),
  ],
  rows: measured.map(({ workload, difference: { one, other, median, low, high }, launches }) => [
    workload,
    ...[one.least, one.median, other.least, other.median].map(microseconds),
    signed(other.least - one.least),
    signed(median),
    `${signed(low)} to ${signed(high)}`,
    `${signed(launches.low)} to ${signed(launches.high)}`,
  ]),
});

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const measured = await run(options, (line) => console.error(line));
  const { items, seed, rounds, launches } = options;
  console.log(
    `${environmentLine(readEnvironment(), `${items} articles, seed ${seed}, ${rounds} turns each, ${launches} launches`)}`,
  );
  console.log(`Against ${rivalName(options)} ("it"):\n`);
  console.log(terminalTable(tableOf(measured)));
}

endOnSignals();
await runProgram(main);
