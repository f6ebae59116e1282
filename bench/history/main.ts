/**
 * The command `npm run bench:history -- [options]`: is this commit slower than the one before?
 *
 * Exit codes: 0 no, 1 yes, or it failed, 2 wrong usage.
 */
import { Command } from 'commander';
import { OperationError } from '../../src/errors/index.js';
import { checkout } from '../cold/options.js';
import { runProgram, wholeNumber } from '../harness/command.js';
import { readEnvironment } from '../harness/results/environment.js';
import { terminalTable } from '../harness/results/tables.js';
import { RESULTS_FOLDER } from '../harness/root.js';
import { writePerformancePage } from '../page/performance-page.js';
import { checkoutOf, commitOf, hasChanges } from './checkout.js';
import { type Effort, measure } from './measure.js';
import { tableOf } from './report.js';
import { addEntry, type Entry, regressions } from './series.js';

const WHOLE: Effort = { items: 10_000, rounds: 150, builds: 5, questions: 256 };
const SMOKE: Effort = { items: 2000, rounds: 4, builds: 1, questions: 32 };

async function main(args: readonly string[]): Promise<void> {
  const {
    against,
    checkout: given,
    items,
    smoke,
    record,
  } = new Command('bench:history')
    .description(
      'Measures a fixed small set in turns with another commit, and fails where this one is slower than noise.',
    )
    .option(
      '--against <revision>',
      'commit to measure against (default: the one before; HEAD where files have changed)',
    )
    .option('--checkout <folder>', 'measure against a checkout that is compiled, whatever its commit', checkout)
    .option('--items <n>', `articles in the export (default: ${WHOLE.items})`, wholeNumber(2000, 1_000_000))
    .option('--record', 'add the run to bench/results/history.json and its plot', false)
    .option('--smoke', 'a small, quick run, only to see that everything works', false)
    .allowExcessArguments(false)
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts<{ against?: string; checkout?: string; items?: number; smoke: boolean; record: boolean }>();
  const say = (line: string): void => console.error(line);
  if (record && !smoke && given !== undefined) {
    throw new OperationError('A recorded run is named by its commit: give --against <revision> instead of --checkout.');
  }
  const before = given === undefined ? commitOf(against ?? (hasChanges() ? 'HEAD' : 'HEAD^')) : given;
  const usual = smoke ? SMOKE : WHOLE;
  const effort = { ...usual, items: items ?? usual.items };
  const measures = await measure(given ?? checkoutOf(before, say), effort, say);
  const { commit, date, node } = readEnvironment();
  const entry: Entry = { commit, before: given ?? before.slice(0, 12), date, node, items: effort.items, measures };
  const slower = regressions(entry);
  console.log(`${commit} against ${entry.before}, ${effort.items} articles, ${effort.rounds} turns each\n`);
  console.log(terminalTable(tableOf(entry, slower)));
  if (record && !smoke) {
    say(`recorded in ${addEntry(RESULTS_FOLDER, entry)}`);
    writePerformancePage();
  }
  if (slower.length === 0) return;
  console.error(`Slower than noise: ${slower.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 1;
}

// What was started ends with this process, whatever ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143));
await runProgram(main);
