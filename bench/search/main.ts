/**
 * `npm run bench:search -- [options]`: latency, size and opening time of ranked search, next to other libraries.
 *
 * Exit codes: 0 done, 1 failed or a wrong match, 2 wrong usage.
 */
import { relative } from 'node:path';
import { runProgram } from '../harness/command.js';
import { readEnvironment } from '../harness/results/results-files.js';
import { missedLines, terminalTable, verdictTable } from '../harness/results/tables.js';
import { RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { haveSqlite } from '../harness/sqlite/driver.js';
import { writePerformancePage } from '../page/performance-page.js';
import { ENGINES } from './contestants/contestant.js';
import { enginesOf } from './contestants/engines.js';
import { prepareCorpus } from './corpora/prepare.js';
import { corpusLine, costTable, timeTable } from './report.js';
import { type CorpusResult, type SearchResults, searchVerdicts, writeSearchResults } from './results.js';
import { readSearchOptions, runCorpus } from './run.js';

const say = (line: string): void => console.error(line);

function print(result: CorpusResult): void {
  console.log(`\n${corpusLine(result)}\n`);
  console.log(terminalTable(timeTable(result)));
  console.log(terminalTable(costTable(result)));
  const found = searchVerdicts(result);
  console.log([terminalTable(verdictTable(found)), ...missedLines(found), ''].join('\n'));
}

async function main(args: readonly string[]): Promise<void> {
  const options = readSearchOptions(args);
  const { items, seed, only, smoke, budgetMs } = options;
  haveSqlite(smoke, say);
  const engines = enginesOf(ENGINES, only, say);
  const corpora: CorpusResult[] = [];
  for (const name of options.corpora) {
    const folder = await prepareCorpus(name, items, seed, say);
    if (folder === undefined) continue;
    const result = await runCorpus(folder, engines, options, say);
    print(result);
    corpora.push(result);
  }
  if (!options.record) return;
  const results: SearchResults = { format: 1, items, seed, budgetMs, environment: readEnvironment(), corpora };
  console.log(`wrote ${relative(ROOT, writeSearchResults(RESULTS_FOLDER, results))}`);
  console.log(`wrote ${relative(ROOT, writePerformancePage())}`);
}

await runProgram(main);
