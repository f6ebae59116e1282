/**
 * `npm run bench:build -- [options]`: the time and memory of a build with one and several threads, next to SQLite.
 *
 * Each contestant builds in a process of its own, one after the other, from files in the system's cache. The run checks
 * that all builds give the same snapshot, and that the database has the same number of items. Exit codes: 0 done, 1 failed or
 * different, 2 wrong usage.
 */
import { createReadStream, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { OperationError } from '../../src/content/errors/index.js';
import { folderBytes } from '../engine/results.js';
import { runProgram } from '../harness/command.js';
import { prepareExport } from '../harness/input/prepare.js';
import { readEnvironment, writeResultsFile } from '../harness/results/results-files.js';
import { terminalTable, verdictTable } from '../harness/results/tables.js';
import { CACHE_FOLDER, RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { isInstalled } from '../harness/sqlite/driver.js';
import { type Asked, askBuilt } from './ask.js';
import { timeEdits } from './edits.js';
import { type BuildBenchOptions, readBuildOptions } from './options.js';
import { type BuildResults, buildTable, buildVerdicts, type Measured, readBuildResults } from './results.js';
import type { Outcome } from './run-contestant.js';
import { loadPostgres, runContestant } from './run-contestant.js';

interface Built {
  readonly outcome: Outcome;
  readonly measured: Measured;
  readonly asked?: Asked | undefined;
}

const measuredOf = (name: string, { seconds, peakBytes, steps, work }: Outcome, byteLength: number): Measured => ({
  name,
  seconds,
  peakBytes,
  byteLength,
  steps,
  work,
});

/** Lets a contestant build, and removes what it has built. @param use what else is done with it */
async function build(
  name: string,
  args: readonly [kind: string, source: string, ...settings: number[]],
  use: (out: string) => Promise<Asked | undefined> = async () => undefined,
): Promise<Built> {
  const out = join(CACHE_FOLDER, `build-${process.pid}.tmp`);
  try {
    const [kind, source, ...settings] = args;
    const outcome = await runContestant(name, [kind, source, out, ...settings]);
    // At once, as the build before took most of an hour, and what comes behind may fail.
    console.error(
      `built in ${outcome.seconds.toFixed(1)} s, with ${(outcome.peakBytes / 1e6).toFixed(0)} MB at its peak`,
    );
    const byteLength = statSync(out).isDirectory() ? folderBytes(out) : statSync(out).size;
    return { outcome, measured: measuredOf(name, outcome, byteLength), asked: await use(out) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** @returns seconds until two builds with one thread, started at the same time, have ended */
async function timePair(source: string, memoryBytes: number): Promise<number> {
  const folders = [1, 2].map((number) => join(CACHE_FOLDER, `build-pair${number}-${process.pid}.tmp`));
  try {
    const outcomes = await Promise.all(
      folders.map((out) =>
        runContestant('stele, 1 thread, twice at the same time', ['stele', source, out, 1, memoryBytes]),
      ),
    );
    return Math.max(...outcomes.map(({ seconds }) => seconds));
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads files, of any length, so that the system has them in memory where it can. */
async function readOnce(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const file = createReadStream(join(folder, name), { highWaterMark: 2 ** 20 });
    await finished(file.resume());
  }
}

async function run(options: BuildBenchOptions, items: number): Promise<BuildResults> {
  const { seed, threads, memoryBytes } = options;
  const source = await prepareExport(items, seed);
  await readOnce(source);
  const settings = [...new Set(options.single ? [1, threads] : [threads])];
  const builds: Built[] = [];
  for (const count of options.snapshots ? settings : []) {
    const name = `stele, ${count} ${count === 1 ? 'thread' : 'threads'}`;
    const use = options.growth ? (out: string) => askBuilt(source, out, items) : undefined;
    builds.push(await build(name, ['stele', source, count, memoryBytes], use));
  }
  const pairSeconds = options.pair ? await timePair(source, memoryBytes) : undefined;
  if (options.sqlite && isInstalled()) builds.push(await build('SQLite', ['sqlite', source]));
  else if (options.sqlite) console.error('SQLITE DOES NOT TAKE PART: npm run bench:install installs it.');
  if (options.postgres) {
    const loaded = await loadPostgres(source, threads, memoryBytes, options.smoke);
    if (loaded !== undefined) {
      const { outcome, byteLength } = loaded;
      builds.push({ outcome, measured: measuredOf('PostgreSQL', outcome, byteLength) });
    }
  }
  const edits = options.edits > 0 ? await timeEdits(source, threads, memoryBytes, options.edits) : undefined;
  const ids = new Set(builds.flatMap(({ outcome }) => outcome.id ?? []));
  const counts = new Set(builds.map(({ outcome }) => outcome.items));
  if (ids.size > 1 || (ids.size === 0 && options.snapshots))
    throw new OperationError(`The builds differ: ${[...ids].join(', ')}.`);
  if (counts.size !== 1)
    throw new OperationError(`The builds have different numbers of items: ${[...counts].join(', ')}.`);
  return {
    format: 1,
    items,
    seed,
    memoryBytes,
    environment: readEnvironment(),
    exportBytes: folderBytes(source),
    builds: builds.map(({ measured }) => measured),
    ...(builds[0]?.asked === undefined ? {} : { asked: builds[0].asked }),
    ...(edits === undefined ? {} : { edits }),
    ...(pairSeconds === undefined ? {} : { pairSeconds }),
  };
}

await runProgram(async (args) => {
  const options = readBuildOptions(args);
  const tenth = options.growth ? await run(options, options.items / 10) : undefined;
  const results = await run(options, options.items);
  for (const one of [tenth, results]) if (one !== undefined) console.log(buildTable(one));
  const recorded = readBuildResults(RESULTS_FOLDER);
  const smaller = tenth ?? recorded.find(({ items }) => items * 10 === results.items);
  console.log(terminalTable(verdictTable(buildVerdicts(results, smaller))));
  if (options.record) console.log(`wrote ${relative(ROOT, writeResultsFile(RESULTS_FOLDER, 'build', results))}`);
});
