/**
 * The command `npm run bench:http -- [options]`: throughput and latency over HTTP, next to other servers.
 */
import { relative } from 'node:path';
import { endOnSignals, runProgram } from '../harness/command.js';
import { terminalTable, verdictTable } from '../harness/results/tables.js';
import { RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { writePerformancePage } from '../page/performance-page.js';
import { generatorLines, keysLines, overloadLines, stallLines, strainTable, workloadTable } from './report.js';
import { type HttpResults, writeHttpResults } from './results.js';
import { readOptions, run } from './run.js';
import { httpVerdicts } from './targets.js';

function print(results: HttpResults): void {
  const tables = [workloadTable(results.workloads), strainTable(results)].filter(({ rows }) => rows.length > 0);
  for (const table of tables) console.log(`\n${terminalTable(table)}`);
  console.log(
    [...stallLines(results), ...overloadLines(results), ...keysLines(results), ...generatorLines(results), ''].join(
      '\n',
    ),
  );
  console.log(terminalTable(verdictTable(httpVerdicts(results))));
}

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const results = await run(options, (line) => console.error(line));
  print(results);
  if (!options.record) return;
  console.log(`wrote ${relative(ROOT, writeHttpResults(RESULTS_FOLDER, results))}`);
  console.log(`wrote ${relative(ROOT, writePerformancePage())}`);
}

endOnSignals();
await runProgram(main);
