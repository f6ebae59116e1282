/**
 * `npm run bench:resident -- [options]`: memory and latency of a server that leaves rendered items in their files.
 *
 * Exit codes: 0 done, 1 failed or a wrong answer, 2 wrong usage. Missed targets are only reported.
 */
import { endOnSignals, runProgram } from '../harness/command.js';
import { environmentLine, readEnvironment } from '../harness/results/results-files.js';
import { megabytes, right, type Table, terminalTable, verdictTable } from '../harness/results/tables.js';
import { type Compared, compare } from './compare.js';
import { readOptions } from './options.js';
import { prepareContent } from './servers.js';
import { comparedVerdicts, milliseconds } from './targets.js';

const comparedTable = (compared: readonly Compared[]): Table => ({
  columns: [{ title: '--resident' }, ...['memory', 'p50 ms', 'p99 ms', 'answers/s', 'first answer ms'].map(right)],
  rows: compared.map(({ mode, loaded, firstAnswerMs }) => [
    mode,
    loaded.residentBytes === undefined ? '–' : megabytes(loaded.residentBytes),
    milliseconds(loaded.p50Us),
    milliseconds(loaded.p99Us),
    loaded.perSecond.toFixed(0),
    firstAnswerMs.toFixed(0),
  ]),
});

const say = (line: string): void => console.error(line);

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const { items, seed, seconds, cacheBytes } = options;
  say('making what is missing, and drawing questions');
  const content = await prepareContent(options);
  const what = `${items} articles, seed ${seed}, ${seconds} s each, ${megabytes(cacheBytes)} of blocks`;
  console.log(`${environmentLine(readEnvironment(), what)}\n`);
  const compared = await compare(options, content, say);
  console.log(terminalTable(comparedTable(compared)));
  console.log(terminalTable(verdictTable(comparedVerdicts(compared, items))));
}

endOnSignals();
await runProgram(main);
