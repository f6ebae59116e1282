/**
 * The command line of the benchmark of replicas.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import { wholeNumber } from '../harness/command.js';
import { CACHE_FOLDER } from '../harness/root.js';

export interface PullBenchOptions {
  readonly items: number;
  readonly seed: number;
  /** Of load at once, again and again while there is a pull, and as often without. */
  readonly seconds: number;
  /** How many replicas fetch at once. */
  readonly replicas: number;
  /** How often a night is brought to all of them, and how often pulls meet the load. */
  readonly rounds: number;
  /** Folder of the two nights; made where it is missing. */
  readonly content: string;
  /** Whether it is made, and nothing measured. */
  readonly onlyPrepare: boolean;
  readonly record: boolean;
}

interface Given {
  readonly items?: number;
  readonly seed: number;
  readonly content?: string;
  readonly prepare: boolean;
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
    .option('--content <folder>', 'what is pulled, kept from run to run (default: in .cache/bench)')
    .option('--prepare', 'make what is pulled, and measure nothing', false)
    .option('--no-record', 'leave bench/results alone')
    .option('--smoke', 'a small, quick run that records nothing', false)
    .allowExcessArguments(false)
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts<Given>();
  const { smoke, seed } = given;
  const items = given.items ?? (smoke ? 2000 : 1_000_000);
  return {
    items,
    seed,
    content: given.content ?? join(CACHE_FOLDER, `nights-${items}-${seed}`),
    onlyPrepare: given.prepare,
    seconds: smoke ? 0.5 : 2,
    replicas: 3,
    rounds: smoke ? 1 : 4,
    record: given.record && !smoke,
  };
}
