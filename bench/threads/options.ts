/**
 * The command line of `npm run bench:threads`.
 */
import { Command } from 'commander';
import { wholeNumber } from '../harness/command.js';

export interface ThreadsOptions {
  readonly items: number;
  readonly seed: number;
  /** Whether a swap is measured, rather than memory and requests per second. */
  readonly swap: boolean;
  /** The Node that serves. */
  readonly node: string;
  /** Under load, each server. */
  readonly seconds: number;
  readonly connections: number;
  /** How many threads each server has, one after the other. */
  readonly threads: readonly number[];
}

const WHOLE = { items: 100_000, seconds: 8, threads: [1, 2, 4] } as const;
const SMOKE = { items: 2000, seconds: 1, threads: [1, 2] } as const;

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readOptions(args: readonly string[]): ThreadsOptions {
  const given = new Command('bench:threads')
    .description('Measures what threads cost and bring: memory and requests per second, or how long a swap makes wait.')
    .option('--items <n>', `articles in the export (default: ${WHOLE.items})`, wholeNumber(2000, 5_000_000))
    .option('--seed <n>', 'another seed gives other content', wholeNumber(0, 2 ** 32 - 2), 1)
    .option('--swap', 'instead, a change to the snapshot of the next seed, under a steady load', false)
    .option('--node <path>', 'the Node that serves; 22.12 or newer shares memory', process.execPath)
    .option('--seconds <n>', `load of each server (default: ${WHOLE.seconds})`, wholeNumber(1, 3600))
    .option('--connections <n>', 'keep-alive connections that ask at the same time', wholeNumber(1, 10_000), 32)
    .option('--smoke', 'a small, quick run, only to see that everything works', false)
    .allowExcessArguments(false)
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts<{
      items?: number;
      seed: number;
      swap: boolean;
      node: string;
      seconds?: number;
      connections: number;
      smoke: boolean;
    }>();
  const effort = given.smoke ? SMOKE : WHOLE;
  const { seed, swap, node, connections, items = effort.items, seconds = effort.seconds } = given;
  return { items, seed, swap, node, seconds, connections, threads: effort.threads };
}
