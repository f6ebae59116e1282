/**
 * The command `npm run soak:postgres -- [options]`: compares random queries and requests by SQL with the naive evaluator and
 * the snapshot. It starts its own PostgreSQL server, or with `--citus` a coordinator and two workers.
 *
 * Exit codes: 0 if all answers are equal, 1 if one differs or no server is installed, 2 for wrong usage.
 */
import { wholeNumber } from '../../bench/harness/command.js';
import { terminalTable } from '../../bench/harness/results/tables.js';
import { type Cluster, hasCitusFiles, startCluster } from '../../testing/postgres/cluster.js';
import { hasPostgres, startPostgres } from '../../testing/postgres/server.js';
import { countedCommand, runSoak } from '../options.js';
import { explainAll } from './plans.js';
import { phaseTable, planTable } from './report.js';
import { generatedWorld, hasTate, tateWorld } from './requests.js';
import { askAll } from './run.js';
import { loseWorker, type PhaseResult } from './worker-loss.js';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Each shard gets every index of every small space, so the default is a small number. */
const DEFAULT_SHARDS = 4;
const CLUSTER = { workers: 2, settings: ['max_connections=300'] };

async function main(args: readonly string[]): Promise<number> {
  const description = 'compare answers by SQL with the naive evaluator and with snapshots';
  const program = countedCommand('soak:postgres', description, 'queries and documents', 20_000)
    .option('--citus', 'ask tables that are distributed over two workers; needs the extension Citus', false)
    .option('--shards <number>', 'with --citus: shards of a distributed table', wholeNumber(1, 1000), DEFAULT_SHARDS)
    .option('--plans', 'with --citus: only explain each kind of statement', false)
    .option(
      '--lose-worker',
      'with --citus: only ask before a worker is killed, while it is dead, and afterwards',
      false,
    )
    .option('--differences <number>', 'stop after this number of differences', wholeNumber(1, 10_000), 1);
  program.exitOverride().parse(args, { from: 'user' });
  const {
    count,
    seed,
    citus,
    shards,
    plans,
    loseWorker: losesWorker,
    differences: differencesMaximum,
  } = program.opts();
  if (!hasPostgres('the comparison')) return 1;
  if (citus && !hasCitusFiles()) {
    console.error('SKIPPED: the extension Citus is not installed, so no distributed tables are asked.');
    return 1;
  }
  if (!citus && (plans || losesWorker)) program.error('error: --plans and --lose-worker need --citus');
  if (!hasTate()) console.error('SKIPPED: the Tate collection is not beside this checkout.');
  const startedMs = performance.now();
  const cluster = citus ? await startCluster({ ...CLUSTER, shards }) : undefined;
  const server = cluster ?? (await startPostgres());
  let differences: readonly string[];
  try {
    if (cluster !== undefined && plans) differences = await explainStatements(cluster, shards, seed);
    else if (cluster !== undefined && losesWorker) differences = await askWithoutWorker(cluster, seed, count);
    else differences = await compareAnswers(server.url(), count, seed, differencesMaximum);
  } finally {
    await server.remove();
  }
  for (const difference of differences) console.log(`DIFFERENCE ${difference}`);
  console.log(`differences: ${differences.length}, in ${number.format((performance.now() - startedMs) / 1000)} s`);
  return differences.length > 0 ? 1 : 0;
}

/** Compares random queries and documents, and prints how many. @returns descriptions of the differences */
async function compareAnswers(
  url: string,
  count: number,
  seed: number,
  differencesMaximum: number,
): Promise<readonly string[]> {
  const startedMs = performance.now();
  const totals = { worlds: 0, asked: 0, nonEmpty: 0, documents: 0, counted: 0 };
  const operators = new Set<string>();
  const differences: string[] = [];
  for await (const comparison of askAll(url, count, seed)) {
    totals.worlds += 1;
    totals.asked += comparison.asked;
    totals.nonEmpty += comparison.nonEmpty;
    totals.documents += comparison.documents;
    totals.counted += comparison.counted;
    for (const operator of comparison.operators) operators.add(operator);
    differences.push(...comparison.differences);
    const asked = totals.asked + totals.documents;
    const perSecond = asked / ((performance.now() - startedMs) / 1000);
    console.error(`${number.format(asked)} of ${number.format(count)} asked, ${number.format(perSecond)} a second`);
    if (differences.length >= differencesMaximum) break;
  }
  console.log(
    `${number.format(totals.worlds)} spaces, ${number.format(totals.asked)} queries, ${number.format(totals.nonEmpty)} with an answer, ` +
      `${number.format(totals.documents)} documents, ${number.format(totals.counted)} of them with facets or statistics, ` +
      `operators ${[...operators].sort().join(' ')}`,
  );
  return differences;
}

/** Explains each kind of statement, and prints the rows that it moves. @returns the rules that are broken */
async function explainStatements(cluster: Cluster, shards: number, seed: number): Promise<readonly string[]> {
  const { explained, faults } = await explainAll(cluster.url(), shards, seed);
  console.log(terminalTable(planTable(explained)));
  return faults;
}

/** Asks the large worlds with and without a worker, and prints the phases. @returns descriptions of the differences */
async function askWithoutWorker(cluster: Cluster, seed: number, count: number): Promise<readonly string[]> {
  const worlds = [await generatedWorld(seed), ...(hasTate() ? [await tateWorld()] : [])];
  const results: (PhaseResult & { readonly world: string })[] = [];
  for (const [place, world] of worlds.entries()) {
    const share = Math.ceil(count / worlds.length);
    // An even number at the end of the schema's name: all types are distributed.
    for (const result of await loseWorker(cluster, world, `lost_${place * 2}`, seed, share)) {
      results.push({ ...result, world: world.name });
    }
  }
  console.log(terminalTable(phaseTable(results)));
  return results.flatMap(({ differences }) => differences);
}

await runSoak(main);
