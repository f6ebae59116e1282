/**
 * The command `npm run bench:facets -- [options]`: how long do facets and statistics take, beside SQLite with its
 * indexes and DuckDB with its columns?
 *
 * Exit codes: 0 done, 1 failed or somebody counted something else, 2 wrong usage.
 */
import { relative } from 'node:path';
import { Random } from '../../data/generate/random.js';
import { benchmarkCommand, type CommonGiven, commonOptions, runProgram, wholeNumber } from '../harness/command.js';
import { DifferenceError } from '../harness/compare.js';
import { readEnvironment } from '../harness/environment.js';
import { writeResultsFile } from '../harness/results-files.js';
import { RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { haveSqlite } from '../harness/sqlite/available.js';
import { geometricMean } from '../harness/statistics.js';
import { duration, right, type Table, terminalTable, times } from '../harness/tables.js';
import { prepareExport } from './content.js';
import { type Contestant, openSqlite, openStele } from './contestants.js';
import { haveDuckDb, openDuckDb } from './duckdb.js';
import { type ClassResult, measureClass } from './measure-class.js';
import { questionClasses } from './questions.js';

const say = (line: string): void => {
  console.error(line);
};

/** Milliseconds that a page may take: half of them, and all but one in a hundred. */
const PAGE_TARGETS = { p50Ms: 1, p99Ms: 5 };
const MEAN_TARGET = 50;

function tableOf(results: readonly ClassResult[], names: readonly string[]): Table {
  const others = names.slice(1);
  return {
    columns: [
      { title: 'class' },
      right('stele p50'),
      right('p99'),
      ...others.flatMap((name) => [right(`${name} p50`), right('ratio')]),
    ],
    rows: results.map(({ name, timings }) => {
      const own = timings['stele'];
      const shown = others.flatMap((other) => {
        const timing = timings[other];
        if (timing === undefined || own === undefined) return ['', ''];
        return [duration(timing.p50Us), times(timing.p50Us / own.p50Us)];
      });
      return [name, duration(own?.p50Us ?? 0), duration(own?.p99Us ?? 0), ...shown];
    }),
  };
}

function verdicts(results: readonly ClassResult[], names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const other of names.slice(1)) {
    const ratios = results.map(({ timings }) => (timings[other]?.p50Us ?? 1) / (timings['stele']?.p50Us ?? 1));
    const behind = results.filter((_, place) => (ratios[place] ?? 0) <= 1).map(({ name }) => name);
    const target = other === 'SQLite' ? ` (target ${MEAN_TARGET})` : '';
    lines.push(`${other} ÷ stele: geometric mean ${times(geometricMean(ratios))}${target}`);
    lines.push(
      behind.length === 0 ? `  ahead of ${other} in every class` : `  behind ${other} in: ${behind.join('; ')}`,
    );
  }
  const page = results.find(({ name }) => name.startsWith('list page'))?.timings['stele'];
  if (page !== undefined) {
    const isKept = page.p50Us <= PAGE_TARGETS.p50Ms * 1000 && page.p99Us <= PAGE_TARGETS.p99Ms * 1000;
    lines.push(
      `list page: p50 ≤ ${PAGE_TARGETS.p50Ms} ms and p99 ≤ ${PAGE_TARGETS.p99Ms} ms: ${isKept ? 'kept' : 'MISSED'}`,
    );
  }
  return lines;
}

async function main(args: readonly string[]): Promise<void> {
  const command = benchmarkCommand(
    'bench:facets',
    'Measures facets and statistics beside SQLite and DuckDB, comparing every answer first.',
    'only classes whose name',
  ).option('--budget <ms>', 'time a class and contestant', wholeNumber(1, 60_000), 1000);
  command.parse(args, { from: 'user' });
  const given = command.opts<CommonGiven & { readonly budget: number }>();
  const { items, seed, only, smoke, record } = commonOptions(given);
  const contestants: Contestant[] = [await openStele(prepareExport(items, seed), 'this checkout')];
  if (haveSqlite(smoke, say)) contestants.push(openSqlite(items, seed));
  if (haveDuckDb()) contestants.push(await openDuckDb(items, seed));
  else say('DUCKDB IS NOT INSTALLED AND IS LEFT OUT: npm run bench:install makes it take part');
  const random = new Random(seed, 'facet questions');
  const effort = smoke
    ? { budgetMs: 4, slices: 2, samplesMinimum: 4 }
    : { budgetMs: given.budget, slices: 10, samplesMinimum: 20 };
  const results: ClassResult[] = [];
  for (const one of questionClasses(random, smoke ? 3 : 50)) {
    if (only !== undefined && !one.name.includes(only)) continue;
    say(one.name);
    results.push(await measureClass(one, contestants, effort, random));
  }
  if (results.length === 0) throw new DifferenceError(`No class is called "${only}".`);
  const names = contestants.map(({ name }) => name);
  console.log(terminalTable(tableOf(results, names)));
  if (smoke) return;
  console.log(verdicts(results, names).join('\n'));
  if (!record || only !== undefined) return;
  const versions = Object.fromEntries(contestants.map(({ name, version }) => [name, version]));
  const written = { format: 1, items, seed, environment: readEnvironment(), versions, classes: results };
  console.log(`wrote ${relative(ROOT, writeResultsFile(RESULTS_FOLDER, 'facets', written))}`);
}

await runProgram(main);
