/**
 * Compares this version with another one: both answer the same queries in one process, in turns.
 *
 * The other version is a second, compiled checkout. Each version builds its own snapshot of the same export, so changes
 * of the format are measured too. Nothing is recorded.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Random } from '../../data/generate/random.js';
import { OperationError, reasonOf } from '../../src/content/errors/index.js';
import { classesNamed } from '../cases/index.js';
import { drawQueries, QUERIES_MINIMUM } from '../engine/run-class.js';
import { contentCommand, parsed, runProgram, sizesOf, wholeNumber } from '../harness/command.js';
import type * as ContestantModule from '../harness/contestant.js';
import type * as PrepareModule from '../harness/input/prepare.js';
import { drawSample } from '../harness/input/sample.js';
import { duration, terminalTable } from '../harness/results/tables.js';
import { ROOT } from '../harness/root.js';
import { collectGarbage } from '../harness/timing/measure.js';
import { classTable, compareClass, summaryLines, type Version, type VersionClass } from './compare.js';

type FilesModule = typeof import('../../src/format/files/index.js');
type SnapshotModule = typeof import('../../src/index/snapshot/index.js');

/** Opens the snapshot that a checkout's own code built of the export. @throws OperationError if it is not compiled */
async function openVersion(checkout: string, items: number, seed: number) {
  const compiled = join(checkout, 'dist');
  if (!existsSync(join(compiled, 'bench', 'harness', 'contestant.js'))) {
    throw new OperationError(`${checkout} is not a compiled checkout. Run there: npm ci && npm run compile`);
  }
  const load = (file: string) => import(pathToFileURL(join(compiled, file)).href);
  const { prepare }: typeof PrepareModule = await load('bench/harness/input/prepare.js');
  const { steleContestant, parseUrl }: typeof ContestantModule = await load('bench/harness/contestant.js');
  const { diskFiles }: FilesModule = await load('src/format/files/index.js');
  const { openCurrent }: SnapshotModule = await load('src/index/snapshot/index.js');
  const paths = await prepare(items, seed, false);
  const space = await openCurrent(diskFiles, paths.snapshots);
  return { paths, space, contestant: steleContestant(space), parseUrl };
}

const WHOLE = { budgetMs: 200, rounds: 9 };
const SMOKE = { budgetMs: 4, rounds: 3 };

function readOptions(args: readonly string[]) {
  const { budgetMs, rounds } = sizesOf(args, WHOLE, SMOKE);
  const command = contentCommand(
    'bench:versions',
    'Measures this version of the engine beside another checkout, in turns.',
    sizesOf(args, 100_000, 2000),
  )
    .argument('<checkout>', 'folder of the other version, compiled')
    .option('--only <text>', 'classes whose name or group contains this')
    .option('--budget <ms>', 'time a class, version and round', wholeNumber(1, 60_000), budgetMs)
    .option('--rounds <n>', 'rounds a class; the ratio is the median over them', wholeNumber(1, 1000), rounds);
  const options = parsed(command, args);
  return { ...options, checkout: resolve(command.args[0] ?? '') };
}

async function main(args: readonly string[]): Promise<void> {
  const { checkout, items, seed, only, budget, rounds, smoke } = readOptions(args);
  const own = await openVersion(ROOT, items, seed);
  const other = await openVersion(checkout, items, seed);
  const sample = drawSample(own.paths.export, own.space.model, new Random(seed, 'bench/sample'));
  const asking = {
    model: own.space.model,
    sample,
    stele: own.contestant,
    ...(smoke ? { questions: QUERIES_MINIMUM } : {}),
  };
  const results: VersionClass[] = [];
  for (const asked of classesNamed(only)) {
    const urls = drawQueries(asked, asking, new Random(seed, `bench/${asked.name}`)).map(({ url }) => url);
    const prepare = ({ space, contestant, parseUrl }: Awaited<ReturnType<typeof openVersion>>): Version => ({
      answers: urls.map((url) => contestant.prepare(parseUrl(space.model, url))),
    });
    const ownVersion = prepare(own);
    let otherVersion: Version;
    try {
      otherVersion = prepare(other);
    } catch (error) {
      console.error(`${asked.name}: left out, because the other version refuses it: ${reasonOf(error)}`);
      continue;
    }
    collectGarbage('major');
    const effort = { budgetMs: budget, rounds, random: new Random(seed, `versions/${asked.name}`) };
    const result = await compareClass(asked.name, otherVersion, ownVersion, effort);
    console.error(`${asked.name}: ${duration(result.otherUs)} → ${duration(result.ownUs)}`);
    results.push(result);
  }
  if (results.length === 0)
    throw new OperationError('the other version refuses all of these classes, so nothing is compared');
  console.log(terminalTable(classTable(results)));
  console.log(summaryLines(results).join('\n'));
}

await runProgram(main);
