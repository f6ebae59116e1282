/**
 * `npm run soak:related -- [exports…]`: compares facets, statistics, filters and sorts over relationships with a naive
 * count.
 *
 * Exports are folders with a `model.json`; without arguments, the available exports. Exit codes: 0 all answers were
 * right, 1 an answer was wrong, 2 wrong usage.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { rangeParser as wholeNumber } from '../../src/cli/arguments.js';
import { LIMITS } from '../../src/content/model/index.js';
import { ROOT } from '../../testing/root.js';
import { worldOfExport } from '../../testing/worlds/worlds.js';
import { runSoak } from '../options.js';
import { compareRelated } from './compare.js';
import { Counted } from './counted.js';

const AT_HAND = ['data/bookshop', 'data/museum', '../shared/datasets/tate'];
/** Number of differences that are shown for each export. */
const shownMaximum = 20;

function atHand(): readonly string[] {
  return AT_HAND.map((folder) => join(ROOT, folder)).filter((folder) => {
    const isThere = existsSync(join(folder, 'model.json'));
    if (!isThere) console.error(`SKIPPED: there is no export at ${folder}.`);
    return isThere;
  });
}

async function main(args: readonly string[]): Promise<number> {
  const program = new Command('soak:related')
    .description('Compares what is counted, filtered and sorted through relationships with a naive count.')
    .argument('[exports...]', 'folders with a model.json')
    .option('--hops <number>', 'through how many relationships at most', wholeNumber(0, LIMITS.hops), LIMITS.hops)
    .exitOverride()
    .parse(args, { from: 'user' });
  const { hops } = program.opts();
  const folders = program.args.length > 0 ? program.args : atHand();
  let differences = 0;
  for (const folder of folders) {
    const { oracle, space } = await worldOfExport(basename(folder), folder);
    const counted = new Counted();
    for (const one of compareRelated(oracle, space, { hops })) {
      counted.add(one);
      if (one.difference !== undefined && counted.differences <= shownMaximum)
        console.log(`DIFFERENCE ${one.difference}`);
    }
    console.log(`${folder}:`);
    for (const line of counted.lines()) console.log(`  ${line}`);
    differences += counted.differences;
  }
  return differences > 0 ? 1 : 0;
}

await runSoak(main);
