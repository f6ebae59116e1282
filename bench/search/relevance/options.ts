/**
 * The command line of the relevance harness.
 */
import { Command } from 'commander';
import { parsed } from '../../harness/command.js';

export interface RelevanceOptions {
  /** A folder with a test collection; the Tate artworks where none is given. */
  readonly collection: string | undefined;
  readonly only: string | undefined;
  /** Whether the half of the known items that nobody works with is asked, too. */
  readonly unseen: boolean;
  /** Whether every query is shown. */
  readonly queries: boolean;
  readonly record: boolean;
}

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readRelevanceOptions(args: readonly string[]): RelevanceOptions {
  const command = new Command('bench:relevance')
    .description('Measures by judgements how well stele and the other engines rank: nDCG@10, MAP and recall@100.')
    .option(
      '--collection <folder>',
      'a test collection: corpus.jsonl, queries.jsonl, qrels.tsv (default: the sets kept here, and known items)',
    )
    .option(
      '--only <text>',
      'engines whose names contain this, or one of these, separated by commas; nothing is recorded',
    )
    .option(
      '--unseen',
      'ask the half of the known items, too, that nobody works with; only then results are recorded',
      false,
    )
    .option('--queries', 'show nDCG@10 of every query, also of those held out', false)
    .option('--no-record', 'leave bench/results alone')
    .allowExcessArguments(false)
    .exitOverride();
  const none = { collection: undefined, only: undefined };
  const given = {
    ...none,
    ...parsed<Partial<RelevanceOptions> & Pick<RelevanceOptions, 'unseen' | 'queries' | 'record'>>(command, args),
  };
  const isWhole = given.only === undefined && given.collection === undefined;
  return { ...given, record: given.record && given.unseen && isWhole };
}
