/**
 * `npm run bench:facets -- [options]`: the time of facets and statistics, next to SQLite with indexes, DuckDB and Groonga.
 *
 * Exit codes: 0 done, 1 failed or different counts, 2 wrong usage.
 */
import { relative } from 'node:path';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { benchmarkCommand, parsedCommon, runProgram, wholeNumber } from '../harness/command.js';
import { readEnvironment, writeResultsFile } from '../harness/results/results-files.js';
import { terminalTable } from '../harness/results/tables.js';
import { RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { type ClassResult, classTable } from '../postgres/report.js';
import { openContestants } from './contestants/index.js';
import { questionClasses } from './questions.js';
import { measureClass, PAIRS, verdicts } from './report.js';

const say = (line: string): void => console.error(line);

async function main(args: readonly string[]): Promise<void> {
  const command = benchmarkCommand(
    'bench:facets',
    'Measures facets and statistics beside SQLite, DuckDB and Groonga, comparing every answer first.',
    'only classes whose name',
    args,
  ).option('--budget <ms>', 'time a class and contestant', wholeNumber(1, 60_000), 1000);
  const { items, seed, only, smoke, record, budget } = parsedCommon(command, args);
  const all = questionClasses(new Random(seed, 'facet questions'), smoke ? 3 : 50);
  const asked = all.filter(({ name }) => only === undefined || name.includes(only));
  if (asked.length === 0) {
    const names = all.map(({ name }) => name).join('; ');
    throw new OperationError(`No class contains "${only}". There are: ${names}`);
  }
  const effort = smoke
    ? { budgetMs: 4, slices: 2, samplesMinimum: 4 }
    : { budgetMs: budget, slices: 10, samplesMinimum: 20 };
  const contestants = await openContestants(items, seed, smoke, say);
  const results: ClassResult[] = [];
  const turns = new Random(seed, 'facet turns');
  try {
    for (const one of asked) {
      say(one.name);
      results.push(await measureClass(one, contestants, effort, turns));
    }
  } finally {
    for (const contestant of contestants) await contestant.close();
  }
  console.log(terminalTable(classTable(results, PAIRS)));
  if (smoke) return;
  console.log(verdicts(results).join('\n'));
  if (!record) return;
  const classes = results.map(({ name, timings }) => ({ name, timings: Object.fromEntries(timings) }));
  const versions = Object.fromEntries(contestants.map(({ name, version }) => [name, version]));
  const written = { format: 1, items, seed, environment: readEnvironment(), versions, classes };
  console.log(`wrote ${relative(ROOT, writeResultsFile(RESULTS_FOLDER, 'facets', written))}`);
}

await runProgram(main);
