/**
 * What threads cost and bring: memory and requests per second of 1, 2 and 4 of them; and what a swap costs those who are
 * being answered.
 *
 *     npm run bench:threads -- [--swap] [options]
 *
 * Exit codes: 0 done, 1 failed or an answer was wrong, 2 wrong usage.
 */
import { runProgram } from '../harness/command.js';
import { prepare } from '../harness/input/prepare.js';
import { environmentLine, readEnvironment } from '../harness/results/environment.js';
import { measureMemory, memoryLines } from './memory.js';
import { readOptions } from './options.js';
import { measureSwap } from './swap.js';

const swapThreads = [1, 2];

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const { items, seed, seconds, connections } = options;
  console.error('making what is missing');
  const { snapshots } = await prepare(items, seed, false);
  const what = `${items} articles, seed ${seed}, ${seconds} s, ${connections} connections`;
  console.log(`${environmentLine(readEnvironment(), what)}\n`);
  if (!options.swap) {
    for (const line of memoryLines(await measureMemory(options, snapshots))) console.log(line);
    return;
  }
  const next = await prepare(items, seed + 1, false);
  for (const threads of swapThreads) {
    console.log(await measureSwap(options, [snapshots, next.snapshots], threads));
  }
}

await runProgram(main);
