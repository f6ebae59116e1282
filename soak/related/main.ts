/**
 * `npm run soak:related -- [exports…]`: compares facets, statistics, filters and sorts over relationships with a naive
 * count.
 *
 * Exports are folders with a `model.json`; without arguments, the available exports. Then random worlds follow, with inverses,
 * numbers of links, accents and unique fields: each without locales, and in each of four locales. Exit codes: 0 all answers
 * were right, 1 an answer was wrong, 2 wrong usage.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { rangeParser as wholeNumber } from '../../src/cli/arguments.js';
import { LIMITS } from '../../src/content/model/index.js';
import { ROOT } from '../../testing/root.js';
import { localizedWorlds, type World, worldFrom, worldOfExport } from '../../testing/worlds/worlds.js';
import { runSoak } from '../options.js';
import { compareRelated } from './compare.js';
import { Counted } from './counted.js';
import { relatedSpace } from './worlds.js';

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

/** Compares all answers of a world, and prints the first differences and the counts. @returns the number of differences */
function compareWorld({ oracle, space }: World, title: string, hops: number): number {
  const counted = new Counted();
  for (const one of compareRelated(oracle, space, { hops })) {
    counted.add(one);
    if (one.difference !== undefined && counted.differences <= shownMaximum)
      console.log(`DIFFERENCE ${title}: ${one.difference}`);
  }
  console.log(`${title}:`);
  for (const line of counted.lines()) console.log(`  ${line}`);
  return counted.differences;
}

/** @returns the world of a seed without locales, and with four of them */
async function randomWorlds(seed: number): Promise<readonly World[]> {
  const oracle = relatedSpace(seed);
  const name = `world ${seed}`;
  return [await worldFrom(name, oracle), ...(await localizedWorlds(name, oracle, seed))];
}

async function main(args: readonly string[]): Promise<number> {
  const program = new Command('soak:related')
    .description('Compares what is counted, filtered and sorted through relationships with a naive count.')
    .argument('[exports...]', 'folders with a model.json')
    .option('--hops <number>', 'through how many relationships at most', wholeNumber(0, LIMITS.hops), LIMITS.hops)
    .option('--worlds <number>', 'random worlds after the exports', wholeNumber(0, 10_000), 4)
    .option('--seed <number>', 'seed of the first world; the next has the next seed', wholeNumber(0, 2 ** 31), 1)
    .exitOverride()
    .parse(args, { from: 'user' });
  const { hops, worlds, seed } = program.opts();
  const folders = program.args.length > 0 ? program.args : atHand();
  let differences = 0;
  for (const folder of folders)
    differences += compareWorld(await worldOfExport(basename(folder), folder), folder, hops);
  for (let number = seed; number < seed + worlds; number += 1)
    for (const world of await randomWorlds(number))
      differences += compareWorld(world, `seed ${number}, ${world.name}`, hops);
  return differences > 0 ? 1 : 0;
}

await runSoak(main);
