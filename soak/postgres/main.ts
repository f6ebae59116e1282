/**
 * The command `npm run soak:postgres -- [options]`: compares random queries and requests by SQL with the naive evaluator and
 * the snapshot. It starts its own PostgreSQL server, or with `--citus` a coordinator and two workers.
 *
 * Exit codes: 0 if all answers are equal, 1 if one differs or no server is installed, 2 for wrong usage.
 */
import { wholeNumber } from '../../bench/harness/command.js';
import { hasCitusFiles, startCluster } from '../../testing/postgres/cluster.js';
import { hasPostgres, startPostgres } from '../../testing/postgres/server.js';
import { countedCommand, runSoak } from '../options.js';
import { askAll, hasTate } from './run.js';

const number = new Intl.NumberFormat('en-US');

/** Each shard gets every index of every small space, so the default is a small number. */
const DEFAULT_SHARDS = 4;
const CLUSTER = { workers: 2, settings: ['max_connections=300'] };

async function main(args: readonly string[]): Promise<number> {
  const description = 'compare answers by SQL with the naive evaluator and with snapshots';
  const program = countedCommand('soak:postgres', description, 'queries and documents', 20_000)
    .option('--citus', 'ask tables that are distributed over two workers; needs the extension Citus', false)
    .option('--shards <number>', 'with --citus: shards of a distributed table', wholeNumber(1, 1000), DEFAULT_SHARDS)
    .option('--differences <number>', 'stop after this number of differences', wholeNumber(1, 10_000), 1);
  program.exitOverride().parse(args, { from: 'user' });
  const { count, seed, citus, shards, differences: differencesMaximum } = program.opts();
  if (!hasPostgres('the comparison')) return 1;
  if (citus && !hasCitusFiles()) {
    console.error('SKIPPED: the extension Citus is not installed, so no distributed tables are asked.');
    return 1;
  }
  if (!hasTate()) console.error('SKIPPED: the Tate collection is not beside this checkout.');
  const startedMs = performance.now();
  const server = citus ? await startCluster({ ...CLUSTER, shards }) : await startPostgres();
  const totals = { worlds: 0, asked: 0, nonEmpty: 0, documents: 0, counted: 0 };
  const operators = new Set<string>();
  const differences: string[] = [];
  try {
    for await (const comparison of askAll(server.url(), count, seed)) {
      totals.worlds += 1;
      totals.asked += comparison.asked;
      totals.nonEmpty += comparison.nonEmpty;
      totals.documents += comparison.documents;
      totals.counted += comparison.counted;
      for (const operator of comparison.operators) operators.add(operator);
      differences.push(...comparison.differences);
      console.error(`${number.format(totals.asked + totals.documents)} of ${number.format(count)} asked`);
      if (differences.length >= differencesMaximum) break;
    }
  } finally {
    await server.remove();
  }
  for (const difference of differences) console.log(`DIFFERENCE ${difference}`);
  console.log(
    `${number.format(totals.worlds)} spaces, ${number.format(totals.asked)} queries, ${number.format(totals.nonEmpty)} with an answer, ` +
      `${number.format(totals.documents)} documents, ${number.format(totals.counted)} of them with facets or statistics, ` +
      `operators ${[...operators].sort().join(' ')}`,
  );
  console.log(`differences: ${differences.length}, in ${number.format((performance.now() - startedMs) / 1000)} s`);
  return differences.length > 0 ? 1 : 0;
}

await runSoak(main);
