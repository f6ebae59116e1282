/**
 * Options and exit codes of all soak commands.
 */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { rangeParser as wholeNumber } from '../src/cli/arguments.js';
import { OperationError } from '../src/content/errors/index.js';

/** Any whole number below a milliard. */
export const anyNumber = wholeNumber(0, 999_999_999);

/** @returns a parser for a number of an option, with at most three decimals. The parser throws InvalidArgumentError */
export const between =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d{1,9}(\.\d{1,3})?$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };

/** @returns a command with `--count` and `--seed`. @param count default of `--count` */
export const countedCommand = (name: string, what: string, countMeans: string, count: number) =>
  new Command(name)
    .description(what)
    .option('--count <number>', countMeans, anyNumber, count)
    .option('--seed <number>', 'another seed, other trials', anyNumber, 1);

/**
 * Runs a program that returns its exit code. The code is 1 for an OperationError, 2 for arguments that make no
 * sense.
 */
export async function runSoak(main: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (error instanceof OperationError) console.error(error.message);
    else if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error instanceof OperationError ? 1 : error.exitCode === 0 ? 0 : 2;
  }
}

/** @param countMeans meaning of `--count`; @param count its default */
export const soakOptions = (name: string, what: string, countMeans: string, count: number) =>
  countedCommand(name, what, countMeans, count).parse().opts();

/** Prints the figures and the failed trials, and sets the exit code. */
export function conclude(name: string, figures: string, wrong: readonly string[]): void {
  console.log(`${name}: ${figures}`);
  for (const line of wrong.slice(0, 100)) console.error(`  ${line}`);
  if (wrong.length === 0) return;
  console.error(`${name}: ${wrong.length} trials went wrong`);
  process.exitCode = 1;
}
