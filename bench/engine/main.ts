/**
 * The command `npm run bench:engine -- [options]`: latency of each query class, next to SQLite and a plain scan.
 */
import { relative } from 'node:path';
import { runProgram } from '../harness/command.js';
import { missedLines, terminalTable, verdictTable } from '../harness/results/tables.js';
import { RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { writePerformancePage } from '../page/performance-page.js';
import { classTable, footprintTable, partTable, summary } from './report.js';
import { type Results, readResults, writeResults } from './results.js';
import { readOptions, run } from './run.js';
import { verdicts } from './targets.js';

function print(results: Results): void {
  console.log(terminalTable(partTable(results)));
  console.log(terminalTable(footprintTable(results)));
  const otherSizes = readResults(RESULTS_FOLDER).filter(({ items }) => items !== results.items);
  const found = verdicts(results, [...otherSizes, results]);
  console.log([terminalTable(verdictTable(found)), ...missedLines(found), ''].join('\n'));
}

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.report) {
    console.log(`wrote ${relative(ROOT, writePerformancePage())}`);
    return;
  }
  const { classes, results } = await run(options, (line) => console.error(line));
  console.log(`\n${terminalTable(classTable(classes))}`);
  if (results !== undefined) print(results);
  if (results?.linked !== undefined) console.log(terminalTable(classTable(results.linked)));
  console.log(summary(classes));
  if (results === undefined || !options.record) return;
  console.log(`wrote ${relative(ROOT, writeResults(RESULTS_FOLDER, results))}`);
  console.log(`wrote ${relative(ROOT, writePerformancePage())}`);
}

await runProgram(main);
