/**
 * The command `npm run bench:model -- [options]`: how long would a build of very many short items take, by a model?
 *
 * It is a model, not a run: exports of short items (no long texts) of three sizes are built, each with its share of the
 * memory, so that texts are cut into as many runs and stretches as at the modelled size. Each step is fitted
 * (growth-model), and the steps' seconds at the modelled size are added up.
 * Exit codes: 0 done, 1 failed, 2 wrong usage.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { memory, threadCount } from '../../src/cli/arguments.js';
import { OperationError } from '../../src/errors/index.js';
import { prepareExport } from '../facets/content.js';
import { runProgram, wholeNumber } from '../harness/command.js';
import { count, right, terminalTable } from '../harness/results/tables.js';
import { CACHE_FOLDER } from '../harness/root.js';
import { fitGrowth, type Point } from './growth-model.js';
import type { Outcome } from './outcome.js';

const program = join(dirname(fileURLToPath(import.meta.url)), 'contestant.js');

/** Shares of the largest size that is built. */
const shares = [0.1, 0.3, 1];
const smokeItems = 2000;
const smokeGrowth = 10;
/** A build that has less says so itself; the model is of how work is cut. */
const megabyte = 2 ** 20;

interface Given {
  readonly items: number;
  readonly of: number;
  readonly threads: number;
  readonly memory: number;
  readonly rounds: number;
  readonly seed: number;
  readonly smoke: boolean;
}

const isOutcome = (value: unknown): value is Outcome =>
  typeof value === 'object' && value !== null && 'steps' in value && 'peakBytes' in value;

function build(items: number, { seed, threads }: Given, memoryBytes: number): Outcome {
  const out = join(CACHE_FOLDER, `model-${process.pid}.tmp`);
  console.error(`building: ${count(items)} items with ${(memoryBytes / megabyte).toFixed(0)} MiB`);
  try {
    const args = [program, 'stele', prepareExport(items, seed), out, String(threads), String(Math.round(memoryBytes))];
    const { status, stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const outcome: unknown = status === 0 ? JSON.parse(stdout) : undefined;
    if (!isOutcome(outcome)) throw new OperationError(`The build of ${items} items ended with ${status}.`);
    return outcome;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const seconds = (value: number): string => (value < 100 ? value.toFixed(1) : count(Math.round(value)));

function table(title: string, parts: ReadonlyMap<string, readonly Point[]>, modelled: number): string {
  const sizes =
    parts
      .values()
      .next()
      .value?.map(({ items }) => count(items)) ?? [];
  let total = 0;
  const rows = [...parts].map(([name, points]) => {
    const model = fitGrowth(points);
    const at = model.secondsAt(modelled);
    total += at;
    return [name, ...points.map((point) => seconds(point.seconds)), seconds(model.fixed), seconds(at)];
  });
  const sums = sizes.map((_, size) =>
    seconds([...parts.values()].reduce((sum, points) => sum + points[size]!.seconds, 0)),
  );
  return terminalTable({
    columns: [{ title }, ...sizes.map(right), right('fixed'), right(`${count(modelled)}, model`)],
    rows: [...rows, ['together', ...sums, '', seconds(total)]],
  });
}

type Seconds = Readonly<Record<string, number>>;

/** @returns by name the least of several builds: whatever disturbs one makes it longer */
function leastOf(builds: readonly (Seconds | undefined)[]): Seconds {
  const least = new Map<string, number>();
  for (const build of builds) {
    for (const [name, taken] of Object.entries(build ?? {})) least.set(name, Math.min(taken, least.get(name) ?? taken));
  }
  return Object.fromEntries(least);
}

/** @returns by name what each size took; a name that a size does not have took nothing there */
function byName(
  outcomes: readonly { readonly items: number; readonly parts: Seconds }[],
): ReadonlyMap<string, readonly Point[]> {
  const names = new Set(outcomes.flatMap(({ parts }) => Object.keys(parts)));
  return new Map(
    Array.from(names, (name) => [name, outcomes.map(({ items, parts }) => ({ items, seconds: parts[name] ?? 0 }))]),
  );
}

await runProgram(async (args) => {
  const given = new Command('bench:model')
    .description('Models how long a build of very many short items takes, from builds of three smaller sizes.')
    .option('--items <n>', 'items of the largest build', wholeNumber(1000, 20_000_000), 1_000_000)
    .option('--of <n>', 'items that are modelled', wholeNumber(1000, 1_000_000_000), 100_000_000)
    .option('--memory <size>', 'memory of the modelled build; each build has its share', memory, 2 ** 32)
    .option('--threads <n>', 'threads of all', threadCount, availableParallelism())
    .option('--rounds <n>', 'builds of each size, of which the least counts', wholeNumber(1, 20), 1)
    .option('--seed <n>', 'another seed gives other content', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--smoke', 'small and quick, only to see that everything works', false)
    .allowExcessArguments(false)
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts<Given>();
  const largest = given.smoke ? smokeItems : given.items;
  const modelled = given.smoke ? smokeItems * smokeGrowth : given.of;
  const built = shares.map((share) => {
    const items = Math.round(largest * share);
    const memoryBytes = (given.memory * items) / modelled;
    return { items, outcomes: Array.from({ length: given.rounds }, () => build(items, given, memoryBytes)) };
  });
  const steps = built.map(({ items, outcomes }) => ({ items, parts: leastOf(outcomes.map((one) => one.steps)) }));
  const structures = built.map(({ items, outcomes }) => ({
    items,
    parts: leastOf(outcomes.map((one) => one.structures)),
  }));
  console.log(`A model, not a run: ${count(modelled)} items with ${(given.memory / megabyte).toFixed(0)} MiB.`);
  console.log(table('step, seconds', byName(steps), modelled));
  console.log(table('structure, thread-seconds', byName(structures), modelled));
});
