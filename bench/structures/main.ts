/**
 * The command `npm run bench:structures -- [name] [options]`: two or more structures for one purpose, measured.
 *
 * Exit codes: 0 done, 1 two contestants gave different answers, 2 wrong usage.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Argument, Command, CommanderError, InvalidArgumentError } from 'commander';
import { readEnvironment } from '../harness/results/environment.js';
import { duration, megabytes, type Table, terminalTable } from '../harness/results/tables.js';
import { RESULTS_FOLDER, ROOT } from '../harness/root.js';
import type { ContestResult } from './contest.js';
import { measureDictionary } from './dictionary.js';
import type { Measuring } from './measuring.js';
import { measureSets } from './sets.js';
import { measureSmaller } from './smaller/smaller.js';
import { measureSubstrings } from './substrings.js';

/** What is measured, and at which sizes where none is given. */
const QUESTIONS = {
  dictionary: { measure: measureDictionary, sizes: [100_000, 1_000_000] },
  sets: { measure: measureSets, sizes: [1_000_000] },
  smaller: { measure: measureSmaller, sizes: [100_000] },
  substrings: { measure: measureSubstrings, sizes: [100_000] },
} as const;
type Name = keyof typeof QUESTIONS;

const isName = (text: string): text is Name => Object.hasOwn(QUESTIONS, text);
const names = Object.keys(QUESTIONS).filter(isName);

const SMOKE = { sizes: [2000], questions: 20, effort: { budgetMs: 4, slices: 2, samplesMinimum: 4 } };

interface Options {
  readonly items?: number;
  readonly seed: number;
  readonly budget: number;
  readonly smoke: boolean;
  readonly record: boolean;
}

function wholeNumber(text: string): number {
  if (/^[0-9]{1,8}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 99999999.');
}

export function structureTable({ over, contestants }: ContestResult): Table {
  const tasks = Object.keys(contestants[0]?.timings ?? {});
  return {
    columns: [{ title: over }, ...['bytes', 'built in', ...tasks].map((title) => ({ title, right: true }))],
    rows: contestants.map(({ name, byteLength, buildMs, timings }) => [
      name,
      megabytes(byteLength),
      buildMs === 0 ? '' : duration(buildMs * 1000),
      ...tasks.map((task) => duration(timings[task]?.p50Us ?? 0)),
    ]),
  };
}

async function measureOne(name: Name, options: Options): Promise<void> {
  const { measure, sizes } = QUESTIONS[name];
  const { seed, budget: budgetMs, smoke, items } = options;
  const full = { sizes, questions: 200, effort: { budgetMs, slices: 10, samplesMinimum: 20 } };
  const chosen = smoke ? SMOKE : full;
  const measuring: Measuring = { ...chosen, seed, sizes: items === undefined ? chosen.sizes : [items] };
  const contests = await measure(measuring);
  for (const result of contests) console.log(terminalTable(structureTable(result)));
  if (smoke || !options.record || items !== undefined) return;
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const path = join(RESULTS_FOLDER, `structures-${name}.json`);
  const results = { format: 1, name, seed, budgetMs, environment: readEnvironment(), contests };
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  console.log(`wrote ${relative(ROOT, path)}`);
}

const command = new Command('bench:structures')
  .description('Measures structures that answer the same questions, comparing every answer first; medians are shown.')
  .addArgument(new Argument('[name]', 'which question; all where none is given').choices(names))
  .option('--items <n>', 'values, docs or texts; nothing is recorded', wholeNumber)
  .option('--seed <n>', 'another seed gives other content and other questions', wholeNumber, 1)
  .option('--budget <ms>', 'time a task and contestant', wholeNumber, 500)
  .option('--no-record', 'leave bench/results alone')
  .option('--smoke', 'a small, quick run that records nothing', false)
  .exitOverride()
  .action(async (name: string | undefined, options: Options) => {
    for (const one of names) if (name === undefined || name === one) await measureOne(one, options);
  });

try {
  await command.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error(error);
    process.exitCode = 1;
  }
}
