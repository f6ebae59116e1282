/**
 * The command `npm run bench:advise -- [options]`: how much smaller is a snapshot that leaves out what a traffic of three
 * shapes never needs, and is any of the shapes slower?
 *
 * `stele advise` is asked in a process of its own, as an operator asks it. Exit codes: 0 done, 1 failed or a target is
 * missed, 2 wrong usage.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CommanderError } from 'commander';
import { OperationError } from '../../src/errors/index.js';
import { readBuildOptions } from '../build/options.js';
import { prepare } from '../harness/input/prepare.js';
import { readEnvironment } from '../harness/results/environment.js';
import { writeResultsFile } from '../harness/results/results-files.js';
import { terminalTable } from '../harness/results/tables.js';
import { CACHE_FOLDER, COMPILED_FOLDER, RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { type AdviceFigures, readAdvice } from './figures.js';
import { threeShapes } from './traffic.js';

const requests = 6000;
const bytesTarget = 0.5;
/** In a smoke run little of a snapshot is structures, and few requests time nothing. */
const smokeEach = 1000;

const program = join(COMPILED_FOLDER, 'src', 'cli', 'main.js');

async function run(args: readonly string[]): Promise<void> {
  const options = readBuildOptions(args, 'bench:advise', 'Measures what leaving out unused structures saves.');
  const { export: source, snapshots } = await prepare(options.items, options.seed, false);
  const scratch = join(CACHE_FOLDER, `advise-${process.pid}.tmp`);
  mkdirSync(scratch, { recursive: true });
  try {
    const traffic = join(scratch, 'three-shapes.traffic');
    writeFileSync(traffic, await threeShapes(source, requests, options.seed));
    const each = options.smoke ? ['--each', String(smokeEach)] : [];
    const given = ['advise', snapshots, traffic, '--export', source, '--json', '--temp', scratch, ...each];
    const limits = ['--threads', String(options.threads), '--memory', `${Math.round(options.memoryBytes / 2 ** 20)}m`];
    const { status, stdout } = spawnSync(process.execPath, [program, ...given, ...limits], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) throw new OperationError(`stele advise ended with ${status}.`);
    const figures = readAdvice(JSON.parse(stdout));
    tell(figures);
    const { items, seed } = options;
    const results = { items, seed, environment: readEnvironment(), requests, ...figures };
    if (options.record) console.log(`wrote ${relative(ROOT, writeResultsFile(RESULTS_FOLDER, 'advise', results))}`);
    const missed = missedOf(figures, options.smoke);
    if (missed.length > 0) throw new OperationError(`missed: ${missed.join('; ')}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param smoke where only the answers are looked at: a small snapshot is mostly documents, and a busy machine times little */
function missedOf({ before, after, different, shapes, heldBack }: AdviceFigures, smoke: boolean): readonly string[] {
  const ratio = after.bytes / before.bytes;
  return [
    ...(different > 0 ? [`${different} answers differ`] : []),
    ...(ratio >= 1 ? ['the snapshot is not smaller'] : []),
    ...(!smoke && ratio > bytesTarget ? [`bytes × ${ratio.toFixed(3)}, not ≤ ${bytesTarget}`] : []),
    ...(smoke ? [] : shapes.flatMap(({ shape, verdict }) => (verdict === 'slower' ? [`${shape} is slower`] : []))),
    ...(!smoke && heldBack !== undefined ? [heldBack] : []),
  ];
}

function tell({ pieces, before, after, different, shapes }: AdviceFigures): void {
  const rows = shapes.map(({ shape, ratio, interval, verdict }) => [
    shape,
    ratio.toFixed(3),
    interval === undefined ? '-' : `${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}`,
    verdict,
  ]);
  const columns = [
    { title: 'shape' },
    { title: 'median, after ÷ before', right: true },
    { title: '95 %' },
    { title: '' },
  ];
  console.log(terminalTable({ columns, rows }));
  const times = (a: number, b: number): string => (b / a).toFixed(3);
  console.log(`${pieces} fields changed, ${different} different answers`);
  console.log(`bytes after ÷ before (target: ≤ ${bytesTarget}): ${times(before.bytes, after.bytes)}`);
  console.log(`seconds of building after ÷ before, one build each: ${times(before.seconds, after.seconds)}`);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error(error instanceof OperationError ? error.message : error);
    process.exitCode = 1;
  }
}
