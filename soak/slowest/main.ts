/**
 * `npm run soak:slowest -- <snapshots>`: searches for the slowest accepted request and the slowest refused request.
 *
 * Exit codes: 0 none takes longer than the bounds, 1 one does, 2 wrong usage.
 */
import { Command } from 'commander';
import { DEFAULT_MAX_COST_MS } from '../../src/server/index.js';
import { between, runSoak } from '../options.js';
import { openSnapshots } from '../requests/subjects.js';
import { climb, type Slow } from './climb.js';

const inMs = ({ elapsedMs, costMs }: Slow): string => `${elapsedMs.toFixed(2)} ms, estimated ${costMs.toFixed(2)} ms`;

const positive = between(0.001, 999_999_999);

async function main(args: readonly string[]): Promise<number> {
  const program = new Command('soak:slowest')
    .description('hunt for the slowest requests that a snapshot accepts and refuses, by hill climbing')
    .argument('<snapshots>', 'folder the snapshots are kept in')
    .option('--minutes <n>', 'how long', positive, 3)
    .option('--seed <n>', 'other requests', positive, 1)
    .option('--bound-ms <n>', 'what no request may take', positive, 25)
    .option('--refusal-bound-ms <n>', 'what no refusal may take', positive, 5)
    .option('--max-cost <ms>', 'as stele serve takes it', positive, DEFAULT_MAX_COST_MS)
    .option('--patience <n>', 'a climb ends after so many requests that are no slower; 1: no climbing', positive, 60)
    .option('--show <n>', 'how many of the slowest are printed', positive, 10)
    .exitOverride();
  program.parse([...args], { from: 'user' });
  const { seed, minutes, boundMs, refusalBoundMs, maxCost, patience, show } = program.opts();
  const space = await openSnapshots(program.args[0] ?? '');
  const now = (): number => performance.now();
  const report = climb({
    space,
    seed,
    maxCostMs: maxCost,
    patience,
    now,
    endMs: now() + minutes * 60_000,
    askedMaximum: Number.POSITIVE_INFINITY,
    onClimb: (found) => console.error(`a climb ended at ${inMs(found)}: ${found.target}`),
  });
  const { asked, answered, tooCostly, mistaken, climbs, slowest, slowestRefused, underestimated } = report;
  console.log(
    `${asked} requests asked in ${climbs} climbs, ${answered} answered, ${tooCostly} refused as too costly, ${mistaken} for other reasons`,
  );
  const printSlowest = (title: string, found: readonly Slow[]): void => {
    console.log(`\n${title}:`);
    for (const one of found.slice(0, show)) console.log(`${inMs(one)}: ${one.target}`);
  };
  printSlowest('The slowest', slowest);
  printSlowest('Those that took longest beside their estimate', underestimated);
  printSlowest('Those that took longest to be refused', slowestRefused);
  const beyond = slowest.filter(({ elapsedMs }) => elapsedMs > boundMs);
  const refusedLate = slowestRefused.filter(({ elapsedMs }) => elapsedMs > refusalBoundMs);
  console.log(`${beyond.length} of the slowest of each climb took longer than ${boundMs} ms`);
  console.log(`${refusedLate.length} of the slowest refusals took longer than ${refusalBoundMs} ms`);
  return slowest.length === 0 || beyond.length + refusedLate.length > 0 ? 1 : 0;
}

await runSoak(main);
