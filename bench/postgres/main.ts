/**
 * `npm run bench:postgres -- [options]`: the latency of queries on PostgreSQL, next to a snapshot and SQLite with the
 * same content.
 *
 * It uses the query classes of `bench:engine`. Exit codes: 0 done, 1 failed or a wrong answer, 2 wrong usage.
 */
import { contentCommand, parsed, runProgram, sizesOf, wholeNumber } from '../harness/command.js';
import { environmentLine, readEnvironment } from '../harness/results/results-files.js';
import { count, terminalTable } from '../harness/results/tables.js';
import { runByHand } from './by-hand.js';
import { listContest } from './lists.js';
import { measurePlacement } from './placement.js';
import { classTable, meanLine, type Pair, ratioOf } from './report.js';
import { run } from './run.js';

const DEFAULT_ITEMS = 100_000;
const PAIRS: readonly Pair[] = [
  ['PostgreSQL', 'stele'],
  ['PostgreSQL', 'sqlite'],
  ['Citus', 'PostgreSQL'],
];
const SMOKE = { items: 2000, budgetMs: 2, slices: 1, samplesMinimum: 2, comparedMinimum: 2, compareMs: 0 } as const;

async function main(args: readonly string[]): Promise<void> {
  const description = 'Measures answers by SQL beside a snapshot and SQLite, comparing every answer first.';
  const command = contentCommand('bench:postgres', description, sizesOf(args, DEFAULT_ITEMS, SMOKE.items))
    .option('--only <text>', 'classes whose name or group contains this')
    .option('--budget <ms>', 'time a class and contestant', wholeNumber(1, 600_000), 1000)
    .option('--url <url>', 'load into this database, postgres://…, and ask it (default: a server of its own)')
    .option('--citus', 'ask a coordinator with two workers as well, where the extension is installed', false)
    .option('--placement', 'instead: Citus with related types copied and distributed, beside PostgreSQL', false)
    .option('--shards <n>', 'with --placement: shards of a distributed table', wholeNumber(1, 1000), 4)
    .option('--samples <n>', 'with --placement: timed answers of each kind', wholeNumber(1, 10_000), 31)
    .option('--lists', 'instead: pages with facets and statistics, and searches, beside SQL by hand', false);
  const { budget, ...options } = parsed(command, args);
  const { items, seed } = options;
  const effort = options.smoke
    ? SMOKE
    : { budgetMs: budget, slices: 10, samplesMinimum: 20, comparedMinimum: 25, compareMs: 2 * budget };
  if (options.placement) {
    const { shards, samples } = options;
    const table = await measurePlacement(options, (line) => console.error(line));
    const setup = `Citus with two workers and ${shards} shards, ${count(items)} articles, seed ${seed}, medians of ${samples}`;
    console.log(`${environmentLine(readEnvironment(), setup)}\n\n${table}`);
    return;
  }
  if (options.lists) {
    const questions = options.smoke ? 3 : 200;
    console.log(await runByHand(await listContest(items, seed), { ...options, effort, questions }));
    return;
  }
  const measured = await run(options, effort, (line) => console.error(line));
  if (measured === undefined) return;
  const { versions, loads, snapshotBytes, classes } = measured;
  const what = `${versions}, ${count(items)} articles, seed ${seed}, ${effort.budgetMs} ms a class and contestant`;
  console.log(`${environmentLine(readEnvironment(), what)}\n`);
  for (const { seconds, databaseBytes } of loads) {
    const size = `${count(databaseBytes)} bytes with indexes, ${(databaseBytes / snapshotBytes).toFixed(2)} of the snapshot`;
    console.log(`Loaded in ${seconds.toFixed(1)} s; ${size}.\n`);
  }
  console.log(terminalTable(classTable(classes, PAIRS)));
  const comparedPairs = PAIRS.filter((pair) => classes.some((one) => ratioOf(one, pair) !== undefined));
  for (const pair of comparedPairs) console.log(meanLine(classes, pair));
}

await runProgram(main);
