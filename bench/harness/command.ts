/**
 * The shared parts of the benchmark commands: common options and exit codes.
 *
 * Exit codes: 0 done, 1 failed or a wrong answer, 2 wrong usage. Missed targets are reported and do not change the exit
 * code.
 */
import { Command, CommanderError, type OptionValues } from 'commander';
import { type OptionsOf, rangeParser as wholeNumber } from '../../src/cli/arguments.js';
import { OperationError } from '../../src/content/errors/index.js';
import { DifferenceError } from './timing/compare.js';

export { wholeNumber };

/** Options of every benchmark. */
export type ContentOptions = OptionsOf<ReturnType<typeof contentCommand>>;

/** And every one that records its results. */
export type CommonOptions = OptionsOf<ReturnType<typeof benchmarkCommand>>;

/** Fewer articles do not give every class 200 different questions. */
const itemsMinimum = 2000;
const itemsDefault = 100_000;

/** @returns how large a run is: small if the arguments say so */
export const sizesOf = <Sizes>(args: readonly string[], whole: Sizes, smoke: Sizes): Sizes =>
  args.includes('--smoke') ? smoke : whole;

/** @param items default number of items. @returns a command that throws CommanderError, with the options of every benchmark */
export const contentCommand = (name: string, description: string, items: number, itemsMaximum = 5_000_000) =>
  new Command(name)
    .description(description)
    .option('--items <n>', 'articles in the export', wholeNumber(itemsMinimum, itemsMaximum), items)
    .option('--seed <n>', 'another seed gives other content and other questions', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--smoke', 'a small, quick run that records nothing', false)
    .allowExcessArguments(false)
    .exitOverride();

/** Options of a benchmark that records. @param whats plural of the things that `--only` chooses; @param smokeItems number of items of a smoke run */
export const benchmarkCommand = (
  name: string,
  description: string,
  whats: string,
  args: readonly string[],
  smokeItems = itemsMinimum,
) =>
  contentCommand(name, description, sizesOf(args, itemsDefault, smokeItems))
    .option('--only <text>', `${whats} contains this; nothing is recorded`)
    .option('--no-record', 'leave bench/results and docs/performance.md alone');

/**
 * @throws CommanderError if the arguments make no sense, or help was requested; the message is printed already
 */
export const parsed = <Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  args: readonly string[],
): Options => command.parse([...args], { from: 'user' }).opts();

/** As `parsed`, for a benchmark that records. A run of a part, or a smoke run, is not recorded. */
export function parsedCommon<Options extends CommonOptions>(
  command: Command<[], Options>,
  args: readonly string[],
): Options {
  const options = parsed(command, args);
  return { ...options, record: options.record && !options.smoke && options.only === undefined };
}

/** Runs a benchmark's program, and turns errors into an exit code, with the reason on stderr. */
export async function runProgram(main: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      const isKnown = error instanceof DifferenceError || error instanceof OperationError;
      console.error(isKnown ? error.message : error);
      process.exitCode = 1;
    }
  }
}

/** Exits on SIGINT and SIGTERM, so that started processes end with this one. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143));
}
