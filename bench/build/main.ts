/**
 * The command `npm run bench:build -- [options]`: how long does a build take and how much memory, with one thread and
 * with several, and how long does SQLite take for the same items and the same abilities?
 *
 * Each builds in a process of its own, one after the other, from files that have been read before. That all builds are
 * the same snapshot, and as many items as the database has, is seen before anything is told; then, which targets are kept.
 * Exit codes: 0 done, 1 failed or different, 2 wrong usage.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { OperationError } from '../../src/errors/index.js';
import { folderBytes } from '../engine/footprint.js';
import { prepareExport } from '../harness/input/prepare.js';
import { readEnvironment } from '../harness/results/environment.js';
import { readResultsFiles, writeResultsFile } from '../harness/results/results-files.js';
import { terminalTable } from '../harness/results/tables.js';
import { verdictTable } from '../harness/results/verdicts.js';
import { CACHE_FOLDER, RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { isInstalled } from '../harness/sqlite/driver.js';
import type { Outcome } from './contestant.js';
import { type BuildBenchOptions, readBuildOptions } from './options.js';
import { type BuildResults, buildTable, isBuildResults, type Measured } from './results.js';
import { buildVerdicts } from './targets.js';

const program = join(dirname(fileURLToPath(import.meta.url)), 'contestant.js');

const isOutcome = (value: unknown): value is Outcome =>
  typeof value === 'object' && value !== null && 'items' in value && 'seconds' in value && 'peakBytes' in value;

/** Lets a contestant build, and removes what it has built. */
function build(
  name: string,
  kind: string,
  source: string,
  ...settings: number[]
): { outcome: Outcome; measured: Measured } {
  const out = join(CACHE_FOLDER, `build-${process.pid}.tmp`);
  console.error(`building: ${name}`);
  try {
    const { status, stdout } = spawnSync(process.execPath, [program, kind, source, out, ...settings.map(String)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const outcome: unknown = status === 0 ? JSON.parse(stdout) : undefined;
    if (!isOutcome(outcome)) throw new OperationError(`The build "${name}" ended with ${status}.`);
    const byteLength = statSync(out).isDirectory() ? folderBytes(out) : statSync(out).size;
    return { outcome, measured: { name, seconds: outcome.seconds, peakBytes: outcome.peakBytes, byteLength } };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Reads files, of any length, so that the system has them in memory where it can. */
async function readOnce(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const file = createReadStream(join(folder, name), { highWaterMark: 2 ** 20 });
    await finished(file.resume());
  }
}

async function run(options: BuildBenchOptions): Promise<BuildResults> {
  const { items, seed, threads, memoryBytes } = options;
  const source = await prepareExport(items, seed);
  await readOnce(source);
  const settings = [...new Set(options.single ? [1, threads] : [threads])];
  const builds = settings.map((count) =>
    build(`stele, ${count} ${count === 1 ? 'thread' : 'threads'}`, 'stele', source, count, memoryBytes),
  );
  if (options.sqlite && isInstalled()) builds.push(build('SQLite', 'sqlite', source));
  else if (options.sqlite) console.error('SQLITE DOES NOT TAKE PART: npm run bench:install installs it.');
  const ids = new Set(builds.flatMap(({ outcome }) => outcome.id ?? []));
  const counts = new Set(builds.map(({ outcome }) => outcome.items));
  if (ids.size !== 1) throw new OperationError(`The builds differ: ${[...ids].join(', ')}.`);
  if (counts.size !== 1)
    throw new OperationError(`The builds have different numbers of items: ${[...counts].join(', ')}.`);
  return {
    items,
    seed,
    memoryBytes,
    environment: readEnvironment(),
    exportBytes: folderBytes(source),
    builds: builds.map(({ measured }) => measured),
  };
}

try {
  const options = readBuildOptions(process.argv.slice(2));
  const results = await run(options);
  console.log(buildTable(results));
  const recorded = readResultsFiles(RESULTS_FOLDER, 'build', isBuildResults);
  const verdicts = buildVerdicts(
    results,
    recorded.find(({ items }) => items * 10 === results.items),
  );
  console.log(terminalTable(verdictTable(verdicts)));
  if (options.record) console.log(`wrote ${relative(ROOT, writeResultsFile(RESULTS_FOLDER, 'build', results))}`);
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error(error instanceof OperationError ? error.message : error);
    process.exitCode = 1;
  }
}
