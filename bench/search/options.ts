/**
 * The command line of the search benchmark.
 */

import { OperationError } from '../../src/content/errors/index.js';
import {
  benchmarkCommand,
  type CommonOptions,
  isNamedIn,
  parsedCommon,
  sizesOf,
  wholeNumber,
} from '../harness/command.js';
import { ENGINES } from './contestants/contestant.js';
import { CORPORA, type CorpusName } from './corpora/prepare.js';

export interface SearchBenchOptions extends CommonOptions {
  /** Milliseconds a class and engine. */
  readonly budgetMs: number;
  readonly corpora: readonly CorpusName[];
}

/** Fewer give too few words that differ in how frequent they are. */
const smokeItems = 400;

/** @throws CommanderError as `parsed` does */
export function readSearchOptions(args: readonly string[]): SearchBenchOptions {
  const command = benchmarkCommand(
    'bench:search',
    'Measures ranked full text search against MiniSearch, Orama, FlexSearch and SQLite FTS5, every engine in a process of its own.',
    'one or more, separated by commas: a corpus or engine whose name',
    args,
    smokeItems,
  ).option('--budget <ms>', 'time a class and engine', wholeNumber(10, 600_000), sizesOf(args, 1000, 4));
  const { budget, ...common } = parsedCommon<CommonOptions & { readonly budget: number }>(command, args);
  const { only } = common;
  const named = CORPORA.filter((name) => isNamedIn(only, name));
  if (only !== undefined && ![...CORPORA, ...ENGINES].some((name) => isNamedIn(only, name))) {
    throw new OperationError(
      `No corpus or engine contains "${only}". There are: ${[...CORPORA, ...ENGINES].join('; ')}.`,
    );
  }
  return { ...common, budgetMs: budget, corpora: named.length > 0 ? named : CORPORA };
}
