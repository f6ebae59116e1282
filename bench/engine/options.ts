/**
 * The command line of `npm run bench:engine`.
 */
import { benchmarkCommand, type CommonOptions, parsedCommon, sizesOf, wholeNumber } from '../harness/command.js';

export interface Options extends CommonOptions {
  readonly budgetMs: number;
  readonly slices: number;
}

const WHOLE = { budgetMs: 1000, slices: 10 };
const SMOKE = { budgetMs: 4, slices: 2 };

const description = 'Measures the index engine against SQLite and a plain scan, comparing every answer first.';

/** @throws CommanderError as `parsed` does */
export function readOptions(args: readonly string[]): Options {
  const { budgetMs, slices } = sizesOf(args, WHOLE, SMOKE);
  const command = benchmarkCommand('bench:engine', description, 'classes whose name or group', args).option(
    '--budget <ms>',
    'time a class and contestant',
    wholeNumber(1, 600_000),
    budgetMs,
  );
  const { budget, ...common } = parsedCommon<CommonOptions & { readonly budget: number }>(command, args);
  return { ...common, budgetMs: budget, slices };
}
