/**
 * The command-line options of the relevance benchmark.
 */
import { Command } from 'commander';
import { parsed } from '../../harness/command.js';

export type RelevanceOptions = ReturnType<typeof readRelevanceOptions>;

/**
 * @throws CommanderError if the arguments make no sense, or help was requested; the message is printed already
 */
export function readRelevanceOptions(args: readonly string[]) {
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
    .option(
      '--before <checkout>',
      'compare with the ranking of another, compiled checkout, by a paired bootstrap over the queries; nothing is recorded',
    )
    .option('--queries', 'show nDCG@10 of every query, also of those held out', false)
    .option('--no-record', 'leave bench/results alone')
    .allowExcessArguments(false)
    .exitOverride();
  const given = parsed(command, args);
  const isWhole = given.only === undefined && given.collection === undefined && given.before === undefined;
  return { ...given, record: given.record && given.unseen && isWhole };
}
