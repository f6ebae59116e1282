/**
 * A whole run: prepare, open, ask every class, look at the footprint.
 */
import { Random } from '../../data/generate/random.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { classesNamed, MIX, type QueryClass } from '../cases/index.js';
import { partsOf } from '../cases/parts.js';
import { prepare } from '../harness/input/prepare.js';
import { drawSample } from '../harness/input/sample.js';
import { readEnvironment } from '../harness/results/environment.js';
import { duration, times } from '../harness/results/tables.js';
import { haveSqlite, type Say } from '../harness/sqlite/available.js';
import { openSqlite, type SqliteContestant } from '../harness/sqlite/index.js';
import { steleContestant } from '../harness/stele.js';
import { measure } from '../harness/timing/measure.js';
import { footprintOf } from './footprint.js';
import type { Options } from './options.js';
import { drawQueries } from './queries.js';
import { type ClassResult, type PartResult, type Results, ratioOf } from './results.js';
import { type Contest, runClass } from './run-class.js';
import { scanContestant } from './scan.js';

/** Above it a plain scan holds too much and takes too long. */
const scanItemsMaximum = 100_000;
const samplesMinimum = 20;

export interface Run {
  readonly classes: readonly ClassResult[];
  /** All that is recorded; undefined where only some classes were asked for. */
  readonly results: Results | undefined;
}

/** @throws DifferenceError when two contestants answer differently */
export async function run(options: Options, say: Say): Promise<Run> {
  const { items, seed } = options;
  const wanted = classesNamed(options.only);
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
      effort: { budgetMs: options.budgetMs, slices: options.slices, samplesMinimum },
      seed,
    };
    const classes = runClasses(wanted, contest, say);
    if (options.only !== undefined) return { classes, results: undefined };
    const results: Results = {
      format: 1,
      items,
      seed,
      budgetMs: options.budgetMs,
      environment: readEnvironment(),
      ...versionOf(sqlite),
      classes,
      parts: runParts(space, contest),
      footprint: footprintOf(paths.export, paths.snapshots, sqlite?.byteLength),
    };
    return { classes, results };
  } finally {
    sqlite?.close();
  }
}

const versionOf = (sqlite: SqliteContestant | undefined): { readonly sqliteVersion?: string } =>
  sqlite === undefined ? {} : { sqliteVersion: sqlite.version };

function runClasses(classes: readonly QueryClass[], contest: Contest, say: Say): readonly ClassResult[] {
  return classes.map((asked) => {
    const result = runClass(asked, contest);
    const ratio = ratioOf(result);
    say(`${asked.name}: ${duration(result.stele.p50Us)}${ratio === undefined ? '' : `, ${times(ratio)}`}`);
    return result;
  });
}

function runParts(space: Space, contest: Contest): PartResult[] {
  const random = new Random(contest.seed, 'bench/parts');
  const runners = partsOf(space, drawQueries(MIX, contest, random), random);
  return [...measure(runners, contest.effort, random)].map(([name, timing]) => ({ name, timing }));
}
