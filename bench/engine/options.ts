/**
 * The command line of `npm run bench:engine`.
 */
import {
  benchmarkCommand,
  type CommonGiven,
  type CommonOptions,
  commonOptions,
  wholeNumber,
} from '../harness/command.js';

export interface Options extends CommonOptions {
  /** Measure what locales cost instead. */
  readonly localized: boolean;
  readonly budgetMs: number;
  readonly slices: number;
}

const SMOKE = { budgetMs: 4, slices: 2 } as const;

interface Given extends CommonGiven {
  readonly localized: boolean;
  readonly budget?: number;
}

const description = 'Measures the index engine against SQLite and a plain scan, comparing every answer first.';

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readOptions(args: readonly string[]): Options {
  const given = benchmarkCommand('bench:engine', description, 'classes whose name or group')
    .option('--budget <ms>', 'time a class and contestant (default: 1000)', wholeNumber(1, 600_000))
    .option('--localized', 'measure what a second locale costs instead; nothing is recorded', false)
    .parse([...args], { from: 'user' })
    .opts<Given>();
  return {
    ...commonOptions(given),
    localized: given.localized,
    budgetMs: given.budget ?? (given.smoke ? SMOKE.budgetMs : 1000),
    slices: given.smoke ? SMOKE.slices : 10,
  };
}
