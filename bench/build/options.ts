/**
 * The command-line options of the build benchmark.
 */
import { availableParallelism } from 'node:os';
import { parseMemory, parseThreadCount } from '../../src/cli/arguments.js';
import { contentCommand, parsed, sizesOf, wholeNumber } from '../harness/command.js';

export type BuildBenchOptions = ReturnType<typeof readBuildOptions>;

/** @throws CommanderError as `parsed` does */
export function readBuildOptions(args: readonly string[]) {
  const description =
    'Measures building a snapshot against loading the same items into SQLite with the same abilities.';
  const command = contentCommand('bench:build', description, sizesOf(args, 100_000, 2000), 20_000_000)
    .option('--threads <n>', 'threads of the second build; the first has one', parseThreadCount, availableParallelism())
    .option('--memory <size>', 'memory of both', parseMemory, 2 ** 30)
    .option('--no-single', 'leave the build with one thread out')
    .option('--no-sqlite', 'leave SQLite out')
    .option('--growth', 'also build a tenth of the items, and open and ask what was built; nothing else', false)
    .option(
      '--edits <n>',
      'afterwards edit a number and a text n times each, and build after each edit',
      wholeNumber(0, 100),
      0,
    )
    .option('--pair', 'also let two builds with one thread run at the same time', false)
    .option('--no-snapshots', 'leave snapshots out; nothing is recorded then')
    .option('--postgres', 'load the same into a PostgreSQL server as well', false)
    .option('--no-record', 'leave bench/results alone');
  const { memory: memoryBytes, record, single, sqlite, ...given } = parsed(command, args);
  const { edits, growth, pair } = given;
  const whole = {
    single: single && !growth,
    sqlite: sqlite && !growth,
    edits: growth ? 0 : edits,
    pair: pair && !growth,
  };
  return { ...given, ...whole, memoryBytes, record: record && given.snapshots && !given.smoke };
}
