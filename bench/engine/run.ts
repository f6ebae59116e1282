/**
 * One run of `npm run bench:engine`: its options, preparing the input, all query classes, and the footprint.
 */
import { Random } from '../../data/generate/random.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { classesNamed, MIX } from '../cases/index.js';
import { partsOf } from '../cases/parts.js';
import { benchmarkCommand, parsedCommon, sizesOf, wholeNumber } from '../harness/command.js';
import { steleContestant } from '../harness/contestant.js';
import { prepare } from '../harness/input/prepare.js';
import { drawSample } from '../harness/input/sample.js';
import { readEnvironment } from '../harness/results/results-files.js';
import { duration, times } from '../harness/results/tables.js';
import { haveSqlite, type Say } from '../harness/sqlite/driver.js';
import { openSqlite } from '../harness/sqlite/index.js';
import { measure } from '../harness/timing/measure.js';
import { runLinked } from './linked/contest.js';
import { LINKED_CLASSES, LINKED_GROUP, linkedClassesNamed } from './linked/questions.js';
import { type ClassResult, footprintOf, type PartResult, type Results, ratioOf } from './results.js';
import { type Contest, drawQueries, QUERIES_MINIMUM, runClass } from './run-class.js';
import { scanContestant } from './scan.js';

/** Above it a plain scan holds too much and takes too long. */
const scanItemsMaximum = 100_000;
const samplesMinimum = 20;
/** How often a footprint is measured; its median counts. */
const footprintRepetitions = 3;

interface Run {
  readonly classes: readonly ClassResult[];
  /** The recorded results; undefined if only some classes were requested. */
  readonly results: Results | undefined;
}

/** @throws DifferenceError if two contestants answer differently */
export async function run(options: Options, say: Say): Promise<Run> {
  const { items, seed } = options;
  const linkedClasses = linkedClassesNamed(options.only);
  const queryClasses = classesNamed(options.only, [...LINKED_CLASSES.map(({ name }) => name), LINKED_GROUP]);
  const withSqlite = haveSqlite(options.smoke, say);
  const paths = await prepare(items, seed, withSqlite);
  const space = await openCurrent(diskFiles, paths.snapshots);
  const sqlite = withSqlite ? openSqlite(paths.database, space.model) : undefined;
  try {
    if (sqlite !== undefined)
      say(`SQLite ${sqlite.version} has its ${Math.round(sqlite.byteLength / 1e6)} MB in memory`);
    if (items > scanItemsMaximum) say(`the plain scan takes part up to ${scanItemsMaximum} items only`);
    const contest: Contest = {
      model: space.model,
      sample: drawSample(paths.export, space.model, new Random(seed, 'bench/sample')),
      stele: steleContestant(space),
      sqlite,
      scan: items > scanItemsMaximum ? undefined : scanContestant(paths.export, space.model),
      effort: { budgetMs: options.budgetMs, slices: options.slices, samplesMinimum, leavesGarbage: options.smoke },
      ...(options.smoke ? { questions: QUERIES_MINIMUM } : {}),
      seed,
    };
    const classes: ClassResult[] = [];
    for (const asked of queryClasses) {
      const result = await runClass(asked, contest);
      const ratio = ratioOf(result);
      say(`${asked.name}: ${duration(result.stele.p50Us)}${ratio === undefined ? '' : `, ${times(ratio)}`}`);
      classes.push(result);
    }
    const linked = await runLinked(linkedClasses, { items, seed, effort: contest.effort, withSqlite, say });
    if (options.only !== undefined) return { classes: [...classes, ...linked], results: undefined };
    const results: Results = {
      format: 1,
      items,
      seed,
      budgetMs: options.budgetMs,
      environment: readEnvironment(),
      ...(sqlite === undefined ? {} : { sqliteVersion: sqlite.version }),
      classes,
      linked,
      parts: await runParts(space, contest),
      footprint: footprintOf(
        paths.export,
        paths.snapshots,
        sqlite?.byteLength,
        options.smoke ? 1 : footprintRepetitions,
      ),
    };
    return { classes, results };
  } finally {
    sqlite?.close();
  }
}

async function runParts(space: Space, contest: Contest): Promise<PartResult[]> {
  const random = new Random(contest.seed, 'bench/parts');
  const runners = partsOf(space, drawQueries(MIX, contest, random), random);
  return [...(await measure(runners, contest.effort, random))].map(([name, timing]) => ({ name, timing }));
}

type Options = ReturnType<typeof readOptions>;

const WHOLE = { budgetMs: 1000, slices: 10 };
const SMOKE = { budgetMs: 4, slices: 2 };

const description = 'Measures the index engine against SQLite and a plain scan, comparing every answer first.';

/** @throws CommanderError as `parsed` does */
export function readOptions(args: readonly string[]) {
  const { budgetMs, slices } = sizesOf(args, WHOLE, SMOKE);
  const command = benchmarkCommand('bench:engine', description, 'classes whose name or group', args)
    .option('--budget <ms>', 'time a class and contestant', wholeNumber(1, 600_000), budgetMs)
    .option('--report', 'only write docs/performance.md from the recorded results', false);
  const { budget, ...common } = parsedCommon(command, args);
  return { ...common, budgetMs: budget, slices };
}
