/**
 * The command `npm run bench:engine -- [options]`.
 *
 * Exit codes: 0 done, 1 failed or two contestants gave different answers, 2 wrong usage. Missed targets are reported,
 * not punished: how far off is the reader's to judge.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { CommanderError } from 'commander';
import { OperationError } from '../../src/errors/index.js';
import { DifferenceError } from './compare.js';
import { readOptions } from './options.js';
import { performancePage } from './performance-page.js';
import { classTable, footprintTable, missedLines, partTable, summary, verdictTable } from './report.js';
import { type Results, readResults, writeResults } from './results.js';
import { REPORT_FILE, RESULTS_FOLDER, ROOT } from './root.js';
import { run } from './run.js';
import { terminalTable } from './tables.js';
import { verdicts } from './targets.js';

function print(results: Results): void {
  console.log(terminalTable(partTable(results)));
  console.log(terminalTable(footprintTable(results)));
  const others = readResults(RESULTS_FOLDER).filter(({ items }) => items !== results.items);
  const found = verdicts(results, [...others, results]);
  console.log([terminalTable(verdictTable(found)), ...missedLines(found), ''].join('\n'));
}

function writePage(): void {
  writeFileSync(REPORT_FILE, performancePage(readResults(RESULTS_FOLDER)));
  console.log(`wrote ${relative(ROOT, REPORT_FILE)}`);
}

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.reportOnly) {
    writePage();
    return;
  }
  const { classes, results } = await run(options, (line) => console.error(line));
  console.log(`\n${terminalTable(classTable(classes))}`);
  if (results !== undefined) print(results);
  console.log(summary(classes));
  if (results === undefined || !options.record) return;
  console.log(`wrote ${relative(ROOT, writeResults(RESULTS_FOLDER, results))}`);
  writePage();
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const isKnown = error instanceof DifferenceError || error instanceof OperationError;
    console.error(isKnown ? error.message : error);
    process.exitCode = 1;
  }
}
