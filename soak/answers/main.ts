/**
 * `npm run soak:answers -- [options]`: compares answers to random queries with the naive evaluator.
 *
 * Exit codes: 0 all answers were right, 1 an answer was wrong, 2 wrong usage.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../testing/root.js';
import { describeDifference } from '../../testing/worlds/compare.js';
import { countedCommand, runSoak } from '../options.js';
import { runAnswers } from './run.js';

const number = new Intl.NumberFormat('en-US');

async function main(args: readonly string[]): Promise<number> {
  const what = 'compare the engine with the naive evaluator on many random queries';
  const program = countedCommand('soak:answers', what, 'queries', 20_000);
  program.exitOverride().parse(args, { from: 'user' });
  const { count, seed } = program.opts();
  const startedMs = performance.now();
  const beside = join(ROOT, '..', 'shared', 'datasets', 'tate');
  const tate = existsSync(beside) ? beside : undefined;
  const report = await runAnswers({ count, seed, tate, onLine: (line) => console.error(line) });
  for (const { name, worlds, items, asked, nonEmpty, documents } of report.tallies) {
    console.log(
      `${name}: ${number.format(worlds)} of up to ${number.format(items)} items, ${number.format(asked)} queries, ` +
        `${number.format(nonEmpty)} with an answer, ${number.format(documents)} documents`,
    );
  }
  for (const difference of report.differences)
    console.log(`DIFFERENCE, seed ${seed}: ${describeDifference(difference)}`);
  for (const difference of report.documents) console.log(`DIFFERENCE ${difference}`);
  console.log(
    `differences: ${report.differences.length + report.documents.length}, in ${number.format((performance.now() - startedMs) / 1000)} s`,
  );
  return report.differences.length + report.documents.length > 0 ? 1 : 0;
}

await runSoak(main);
