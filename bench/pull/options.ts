/**
 * The command line of the benchmark of replicas.
 */
import { Command } from 'commander';
import { wholeNumber } from '../harness/command.js';

export interface PullBenchOptions {
  readonly items: number;
  readonly seed: number;
  /** Of load, with pulls and without, each. */
  readonly seconds: number;
  /** How many replicas fetch at once. */
  readonly replicas: number;
  /** How often a night is brought to all of them, and how often pulls meet the load. */
  readonly rounds: number;
  readonly record: boolean;
}

interface Given {
  readonly items?: number;
  readonly seed: number;
  readonly record: boolean;
  readonly smoke: boolean;
}

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readPullOptions(args: readonly string[]): PullBenchOptions {
  const given = new Command('bench:pull')
    .description(
      'Measures what replicas fetch, how soon they serve it, and what it does to those who are being answered.',
    )
    .option('--items <n>', 'articles in the export (default: 1000000)', wholeNumber(2000, 20_000_000))
    .option('--seed <n>', 'another seed gives other content', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--no-record', 'leave bench/results alone')
    .option('--smoke', 'a small, quick run that records nothing', false)
    .allowExcessArguments(false)
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts<Given>();
  const { smoke, seed } = given;
  return {
    items: given.items ?? (smoke ? 2000 : 1_000_000),
    seed,
    seconds: smoke ? 1 : 20,
    replicas: 3,
    rounds: smoke ? 1 : 5,
    record: given.record && !smoke,
  };
}
