/**
 * The command line of the search benchmark.
 */

import { OperationError } from '../../src/errors/index.js';
import {
  benchmarkCommand,
  type CommonGiven,
  type CommonOptions,
  commonOptions,
  isNamedIn,
  wholeNumber,
} from '../harness/command.js';
import { ENGINES } from './contestants/contestant.js';
import { CORPORA, type CorpusName } from './corpora/prepare.js';

export interface SearchBenchOptions extends CommonOptions {
  /** Milliseconds a class and engine. */
  readonly budgetMs: number;
  readonly corpora: readonly CorpusName[];
}

const smokeBudgetMs = 4;
/** Fewer give too few words that differ in how frequent they are. */
const smokeItems = 400;

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readSearchOptions(args: readonly string[]): SearchBenchOptions {
  const given = benchmarkCommand(
    'bench:search',
    'Measures ranked full text search against MiniSearch, Orama, FlexSearch and SQLite FTS5, every engine in a process of its own.',
    'one or more, separated by commas: a corpus or engine whose name',
  )
    .option('--budget <ms>', 'time a class and engine (default: 1000)', wholeNumber(10, 600_000))
    .parse([...args], { from: 'user' })
    .opts<CommonGiven & { readonly budget?: number }>();
  const common = commonOptions(given);
  const { only } = common;
  const named = CORPORA.filter((name) => isNamedIn(only, name));
  if (only !== undefined && ![...CORPORA, ...ENGINES].some((name) => isNamedIn(only, name))) {
    throw new OperationError(
      `No corpus or engine contains "${only}". There are: ${[...CORPORA, ...ENGINES].join('; ')}.`,
    );
  }
  return {
    ...common,
    items: common.smoke && given.items === undefined ? smokeItems : common.items,
    budgetMs: given.budget ?? (common.smoke ? smokeBudgetMs : 1000),
    corpora: named.length > 0 ? named : CORPORA,
  };
}
