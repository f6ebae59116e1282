/**
 * One run of `npm run bench:http`: its options, preparing the input, starting the contestants, and loading them in
 * turn.
 */
import { join } from 'node:path';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { benchmarkCommand, type CommonOptions, parsedCommon, sizesOf, wholeNumber } from '../harness/command.js';
import { prepare } from '../harness/input/prepare.js';
import { drawSample } from '../harness/input/sample.js';
import { readEnvironment } from '../harness/results/results-files.js';
import { COMPILED_FOLDER } from '../harness/root.js';
import { haveSqlite, type Say } from '../harness/sqlite/driver.js';
import { launch, serverProgram } from './contestants/launch.js';
import { Generator } from './load/generator.js';
import type { Bench, Contestant, Effort } from './measuring.js';
import { workloadLine } from './report.js';
import type { HttpResults, WorkloadResult } from './results.js';
import { runHalfLoad } from './scenarios/half-load.js';
import { runKeys } from './scenarios/keys.js';
import { runOverload } from './scenarios/overload.js';
import { runThreads } from './scenarios/threads.js';
import { runWorkload, WORKLOADS } from './scenarios/workloads.js';
import { Questioner } from './workloads/questioner.js';
import type { ContestantName } from './workloads/requests.js';

const SCENARIOS = [...WORKLOADS, 'half load', 'overload', 'threads', 'keys'] as const;

type Scenario = (typeof SCENARIOS)[number];

/** @throws OperationError if there is none */
function scenariosNamed(only: string | undefined): ReadonlySet<Scenario> {
  const selected = SCENARIOS.filter((name) => only === undefined || name.includes(only));
  if (selected.length > 0) return new Set(selected);
  throw new OperationError(`No workload or scenario contains "${only}". There are: ${SCENARIOS.join(', ')}.`);
}

/** @throws OperationError, DifferenceError if an answer is wrong */
export async function run(options: HttpOptions, say: Say): Promise<HttpResults> {
  const { items, seed, seconds, connections } = options;
  const selectedScenarios = scenariosNamed(options.only);
  const withSqlite = haveSqlite(options.smoke, say);
  const paths = await prepare(items, seed, withSqlite);
  const space = await openCurrent(diskFiles, paths.snapshots);
  const random = new Random(seed, 'bench/http');
  const questioner = new Questioner(space, drawSample(paths.export, space.model, random), random);
  const serve = [join(COMPILED_FOLDER, 'src', 'cli', 'main.js'), 'serve', paths.snapshots, '--port', '0'];
  const contestants: Contestant[] = [];
  const generator = new Generator();
  try {
    const start = async (name: ContestantName, args: readonly string[]): Promise<Contestant> => {
      const started = { ...(await launch(name, process.execPath, args)), name };
      contestants.push(started);
      return started;
    };
    await start('bare', [serverProgram('bare')]);
    await start('koa', [serverProgram('koa')]);
    const { port } = await start('stele', serve);
    await start('replay', [serverProgram('replay'), String(port)]);
    if (withSqlite) await start('sqlite', [serverProgram('sqlite'), paths.database, paths.export]);
    const bench: Bench = { contestants, generator, questioner, effort: options, random };
    return {
      format: 2,
      items,
      seed,
      seconds,
      connections,
      environment: readEnvironment(),
      ...(await runAll(bench, selectedScenarios, options, serve, say)),
    };
  } finally {
    generator.close();
    await Promise.all(contestants.map((contestant) => contestant.stop()));
  }
}

type Measured = Pick<HttpResults, 'workloads' | 'halfLoads' | 'overload' | 'threads' | 'keys'>;

async function runAll(
  bench: Bench,
  wanted: ReadonlySet<Scenario>,
  { smoke, node }: HttpOptions,
  serve: readonly string[],
  say: Say,
): Promise<Measured> {
  const workloads: WorkloadResult[] = [];
  for (const name of WORKLOADS) {
    if (!wanted.has(name)) continue;
    const result = await runWorkload(bench, name);
    say(workloadLine(result));
    workloads.push(result);
  }
  /** Reports the next part, and runs it if it is requested. */
  const run = async <Result>(name: Scenario, measure: () => Promise<Result>): Promise<Result | undefined> => {
    if (!wanted.has(name)) return undefined;
    say(name);
    return measure();
  };
  const hot = await run('half load', () => runHalfLoad(bench, 'hot'));
  const cold = await run('half load', () => runHalfLoad(bench, 'cold'));
  const overload = await run('overload', () => runOverload(bench, smoke));
  const threads = await run('threads', () => runThreads(bench, node, serve));
  const keys = await run('keys', () => runKeys(bench, serve, smoke));
  return {
    workloads,
    halfLoads: [hot, cold].filter((result) => result !== undefined),
    ...(overload === undefined ? {} : { overload }),
    ...(threads === undefined ? {} : { threads }),
    ...(keys === undefined ? {} : { keys }),
  };
}

interface HttpOptions extends CommonOptions, Effort {
  /** The Node that serves with threads. */
  readonly node: string;
}

const WHOLE = { seconds: 5, slices: 10, hotUrls: 1000, itemUrls: 10_000 };
const SMOKE = { seconds: 0.1, slices: 1, hotUrls: 100, itemUrls: 200 };

const description =
  'Loads stele over HTTP, in turns with bare node:http and with Koa over SQLite; every answer is checked.';

/** @throws CommanderError as `parsed` does */
export function readOptions(args: readonly string[]): HttpOptions {
  const sizes = sizesOf(args, WHOLE, SMOKE);
  const command = benchmarkCommand('bench:http', description, 'workloads and scenarios whose name', args)
    .option('--seconds <n>', 'time a workload and contestant', wholeNumber(1, 3600), sizes.seconds)
    .option('--connections <n>', 'keep-alive connections that ask at the same time', wholeNumber(1, 1000), 32)
    .option('--node <path>', 'the Node that serves with threads: 22.12 or newer', process.execPath);
  return { ...sizes, ...parsedCommon(command, args) };
}
