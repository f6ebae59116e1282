/**
 * The command line of `npm run bench:resident`.
 */
import { Command } from 'commander';
import { wholeNumber } from '../harness/command.js';

export interface ResidentOptions {
  readonly items: number;
  readonly seed: number;
  /** Each server, over all slices. */
  readonly seconds: number;
  readonly slices: number;
  /** Different questions of the mix. */
  readonly questions: number;
  /** Starts of each server, for the time to the first answer. */
  readonly starts: number;
  /** What `--resident-cache-bytes` is. */
  readonly cacheBytes: number;
  /** Whether a server is asked that may take half as much memory as the snapshot has bytes. */
  readonly limited: boolean;
  /** Whether nothing is measured but the time to the first answer, of a snapshot that need not fit into memory. */
  readonly first: boolean;
}

const WHOLE = { items: 1_000_000, seconds: 60, slices: 20, questions: 20_000, starts: 5 } as const;
const SMOKE = { items: 2000, seconds: 0.5, slices: 2, questions: 200, starts: 1 } as const;

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readOptions(args: readonly string[]): ResidentOptions {
  const given = new Command('bench:resident')
    .description(
      'Measures what --resident indexes and hot save of memory, and what they cost of time, beside --resident all.',
    )
    .option('--items <n>', `articles in the export (default: ${WHOLE.items})`, wholeNumber(2000, 20_000_000))
    .option('--seed <n>', 'another seed gives other content and other questions', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--seconds <n>', `each server (default: ${WHOLE.seconds})`, wholeNumber(1, 3600))
    .option(
      '--cache-bytes <n>',
      'memory for blocks (default: 256 MiB, with --limited 64 MiB)',
      wholeNumber(2 ** 20, 9_999_999_999),
    )
    .option('--limited', 'instead, one server in a control group that allows half of the snapshot', false)
    .option(
      '--first',
      'instead, the time to the first answer with indexes, of a snapshot larger than memory too',
      false,
    )
    .option('--smoke', 'a small, quick run, only to see that everything works', false)
    .allowExcessArguments(false)
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts<{
      items?: number;
      seed: number;
      seconds?: number;
      cacheBytes?: number;
      limited: boolean;
      first: boolean;
      smoke: boolean;
    }>();
  const effort = given.smoke ? SMOKE : WHOLE;
  const { seed, limited, first } = given;
  const { cacheBytes = (limited ? 64 : 256) * 2 ** 20 } = given;
  const { items = effort.items, seconds = effort.seconds } = given;
  return { ...effort, items, seconds, seed, cacheBytes, limited, first };
}
