/**
 * The command line of the build's benchmark.
 */
import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { memory, threadCount } from '../../src/cli/arguments.js';
import { wholeNumber } from '../harness/command.js';

export interface BuildBenchOptions {
  readonly items: number;
  readonly seed: number;
  readonly threads: number;
  readonly memoryBytes: number;
  /** Whether one thread builds too, and not only as many as are asked for. */
  readonly single: boolean;
  /** Whether SQLite takes part. */
  readonly sqlite: boolean;
  /** Whether snapshots are built at all. */
  readonly snapshots: boolean;
  /** Whether the same is loaded into PostgreSQL. */
  readonly postgres: boolean;
  /** Whether the results are written. */
  readonly record: boolean;
  /** Whether it is only seen that everything works. */
  readonly smoke: boolean;
}

const smokeItems = 2000;

interface Given {
  readonly items?: number;
  readonly seed: number;
  readonly threads?: number;
  readonly memory: number;
  readonly single: boolean;
  readonly sqlite: boolean;
  readonly snapshots: boolean;
  readonly postgres: boolean;
  readonly record: boolean;
  readonly smoke: boolean;
}

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readBuildOptions(
  args: readonly string[],
  name = 'bench:build',
  description = 'Measures building a snapshot against loading the same items into SQLite with the same abilities.',
): BuildBenchOptions {
  const given = new Command(name)
    .description(description)
    .option('--items <n>', 'articles in the export (default: 100000)', wholeNumber(1, 20_000_000))
    .option('--seed <n>', 'another seed gives other content', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--threads <n>', 'threads of the second build; the first has one (default: one a core)', threadCount)
    .option('--memory <size>', 'memory of both', memory, 2 ** 30)
    .option('--no-single', 'leave the build with one thread out')
    .option('--no-sqlite', 'leave SQLite out')
    .option('--no-snapshots', 'leave snapshots out; nothing is recorded then')
    .option('--postgres', 'load the same into a PostgreSQL server as well', false)
    .option('--no-record', 'leave bench/results alone')
    .option('--smoke', 'a small, quick run that records nothing', false)
    .allowExcessArguments(false)
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts<Given>();
  return {
    items: given.items ?? (given.smoke ? smokeItems : 100_000),
    seed: given.seed,
    threads: given.threads ?? availableParallelism(),
    memoryBytes: given.memory,
    single: given.single,
    sqlite: given.sqlite,
    snapshots: given.snapshots,
    postgres: given.postgres,
    record: given.record && given.snapshots && !given.smoke,
    smoke: given.smoke,
  };
}
