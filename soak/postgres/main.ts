/**
 * The command `npm run soak:postgres -- [options]`: random queries and requests by SQL, against the naive evaluator and
 * the snapshot. It starts a PostgreSQL server of its own, or with `--citus` a coordinator and two workers.
 *
 * Exit codes: 0 all answers were right, 1 one was not or there is no server, 2 wrong usage.
 */
import { wholeNumber } from '../../bench/harness/command.js';
import { hasCitusFiles, startCluster } from '../../testing/postgres/cluster.js';
import { hasPostgres, startPostgres } from '../../testing/postgres/server.js';
import { countedCommand, runSoak } from '../options.js';
import { askAll, hasTate } from './run.js';

const number = new Intl.NumberFormat('en-US');

/** Each index of each small space is made in every shard, so the default is few of them. */
const DEFAULT_SHARDS = 4;
const CLUSTER = { workers: 2, settings: ['max_connections=300'] };

async function main(args: readonly string[]): Promise<number> {
  const what = 'compare answers by SQL with the naive evaluator and with snapshots';
  const program = countedCommand('soak:postgres', what, 'queries and documents', 20_000)
    .option('--citus', 'ask tables that are distributed over two workers, where the extension is installed', false)
    .option('--shards <number>', 'with --citus: shards of a distributed table', wholeNumber(1, 1000), DEFAULT_SHARDS)
    .option('--differences <number>', 'stop after so many differences', wholeNumber(1, 10_000), 1);
  program.exitOverride().parse(args, { from: 'user' });
  const { count, seed, citus, shards, differences: differencesMaximum } = program.opts();
  if (!hasPostgres('the comparison')) return 1;
  if (citus && !hasCitusFiles()) {
    console.error("SKIPPED: the server's package has no extension citus, so no distributed tables are asked.");
    return 1;
  }
  if (!hasTate()) console.error('SKIPPED: the Tate collection is not beside this checkout.');
  const startedMs = performance.now();
  const server = citus ? await startCluster({ ...CLUSTER, shards }) : await startPostgres();
  const sums = { worlds: 0, asked: 0, nonEmpty: 0, documents: 0, counted: 0 };
  const operators = new Set<string>();
  const differences: string[] = [];
  try {
    for await (const tally of askAll(server.url(), count, seed)) {
      sums.worlds += 1;
      sums.asked += tally.asked;
      sums.nonEmpty += tally.nonEmpty;
      sums.documents += tally.documents;
      sums.counted += tally.counted;
      for (const operator of tally.operators) operators.add(operator);
      differences.push(...tally.differences);
      console.error(`${number.format(sums.asked + sums.documents)} of ${number.format(count)} asked`);
      if (differences.length >= differencesMaximum) break;
    }
  } finally {
    await server.remove();
  }
  for (const difference of differences) console.log(`DIFFERENCE ${difference}`);
  console.log(
    `${number.format(sums.worlds)} spaces, ${number.format(sums.asked)} queries, ${number.format(sums.nonEmpty)} with an answer, ` +
      `${number.format(sums.documents)} documents, ${number.format(sums.counted)} of them with facets or statistics, ` +
      `operators ${[...operators].sort().join(' ')}`,
  );
  console.log(`differences: ${differences.length}, in ${number.format((performance.now() - startedMs) / 1000)} s`);
  return differences.length > 0 ? 1 : 0;
}

await runSoak(main);
