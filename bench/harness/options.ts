/**
 * The command line of the benchmark.
 */
import { Command, InvalidArgumentError } from 'commander';

export interface Options {
  readonly items: number;
  readonly seed: number;
  readonly budgetMs: number;
  readonly slices: number;
  /** A part of the names of the classes or groups to measure. */
  readonly only: string | undefined;
  /** Small, quick, and nothing recorded: to see that everything works. */
  readonly smoke: boolean;
  /** Only writes docs/performance.md anew. */
  readonly reportOnly: boolean;
  /** Whether results and the page are written. */
  readonly record: boolean;
}

/** Fewer articles do not give every class 200 different questions. */
const itemsMinimum = 2000;
const itemsMaximum = 5_000_000;
const SMOKE = { items: 2000, budgetMs: 4, slices: 2 } as const;

interface Given {
  readonly items?: number;
  readonly seed: number;
  readonly budget?: number;
  readonly only?: string;
  readonly smoke: boolean;
  readonly report: boolean;
  readonly record: boolean;
}

const wholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : -1;
  if (value >= minimum && value <= maximum) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
};

function command(): Command {
  return new Command('bench:engine')
    .description('Measures the index engine against SQLite and a plain scan, comparing every answer first.')
    .option('--items <n>', 'articles in the export (default: 100000)', wholeNumber(itemsMinimum, itemsMaximum))
    .option('--seed <n>', 'another seed gives other content and other questions', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--budget <ms>', 'time a class and contestant (default: 1000)', wholeNumber(1, 600_000))
    .option('--only <text>', 'classes whose name or group contains this; nothing is recorded')
    .option('--no-record', 'leave bench/results and docs/performance.md alone')
    .option('--report', 'only write docs/performance.md from the recorded results', false)
    .option('--smoke', 'a small, quick run that records nothing', false)
    .allowExcessArguments(false)
    .exitOverride();
}

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readOptions(args: readonly string[]): Options {
  const given = command()
    .parse([...args], { from: 'user' })
    .opts<Given>();
  return {
    items: given.items ?? (given.smoke ? SMOKE.items : 100_000),
    seed: given.seed,
    budgetMs: given.budget ?? (given.smoke ? SMOKE.budgetMs : 1000),
    slices: given.smoke ? SMOKE.slices : 10,
    only: given.only,
    smoke: given.smoke,
    reportOnly: given.report,
    record: given.record && !given.smoke && given.only === undefined,
  };
}
