/**
 * What the command lines of the benchmarks have in common: their options, and how a run ends.
 *
 * Exit codes: 0 done, 1 failed or an answer was wrong, 2 wrong usage. Missed targets are reported, not punished: how
 * far off is the reader's to judge.
 */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { OperationError } from '../../src/errors/index.js';
import { DifferenceError } from './timing/compare.js';

export interface CommonOptions {
  readonly items: number;
  readonly seed: number;
  /** A part of the names of what is to be measured. */
  readonly only: string | undefined;
  /** Small, quick, and nothing recorded: to see that everything works. */
  readonly smoke: boolean;
  /** Only writes docs/performance.md anew. */
  readonly reportOnly: boolean;
  /** Whether results and the page are written. */
  readonly record: boolean;
}

/** As commander gives them. */
export interface CommonGiven {
  readonly items?: number;
  readonly seed: number;
  readonly only?: string;
  readonly smoke: boolean;
  readonly report: boolean;
  readonly record: boolean;
}

/** Fewer articles do not give every class 200 different questions. */
const itemsMinimum = 2000;
const itemsMaximum = 5_000_000;
const itemsDefault = 100_000;

/** A parser of option values. */
export const wholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : -1;
  if (value >= minimum && value <= maximum) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
};

/** @param whats what `--only` chooses from; @returns a command that has the common options and throws CommanderError */
export const benchmarkCommand = (name: string, description: string, whats: string): Command =>
  new Command(name)
    .description(description)
    .option('--items <n>', `articles in the export (default: ${itemsDefault})`, wholeNumber(itemsMinimum, itemsMaximum))
    .option('--seed <n>', 'another seed gives other content and other questions', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--only <text>', `${whats} contains this; nothing is recorded`)
    .option('--no-record', 'leave bench/results and docs/performance.md alone')
    .option('--report', 'only write docs/performance.md from the recorded results', false)
    .option('--smoke', 'a small, quick run that records nothing', false)
    .allowExcessArguments(false)
    .exitOverride();

/** @param only parts of names, separated by commas; undefined: none */
export const isNamedIn = (only: string | undefined, name: string): boolean =>
  only?.split(',').some((part) => part !== '' && name.includes(part)) ?? false;

export const commonOptions = ({ items, seed, only, smoke, report, record }: CommonGiven): CommonOptions => ({
  items: items ?? (smoke ? itemsMinimum : itemsDefault),
  seed,
  only,
  smoke,
  reportOnly: report,
  record: record && !smoke && only === undefined,
});

/** Runs a benchmark's program and turns what it throws into an exit code, with the reason on stderr. */
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
