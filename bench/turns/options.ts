/**
 * The command line of `npm run bench:turns`.
 */
import { Command } from 'commander';
import { wholeNumber } from '../harness/command.js';

export interface TurnsOptions {
  readonly items: number;
  readonly seed: number;
  /** At half load, each server. */
  readonly seconds: number;
  /** To find out what the server can do at most. */
  readonly fullSeconds: number;
  readonly slices: number;
  /** Different questions, asked over and over of a server that keeps no answers. */
  readonly questions: number;
  /** Options of Node for the server. */
  readonly node: readonly string[];
}

const WHOLE = { items: 100_000, fullSeconds: 20, questions: 50_000 } as const;
const SMOKE = { items: 2000, fullSeconds: 0.5, questions: 500 } as const;
const smokeSeconds = 1;
/** Shorter than Node's HTTP server keeps a connection open that nothing is asked on: at a rate, some are hardly used. */
const sliceSeconds = 3;

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readOptions(args: readonly string[]): TurnsOptions {
  const given = new Command('bench:turns')
    .description(
      'Measures stalls: long turns of the event loop at half of what the server can do, cold, beside bare node:http.',
    )
    .option('--minutes <n>', 'time at half load, each server', wholeNumber(1, 600), 10)
    .option('--items <n>', `articles in the export (default: ${WHOLE.items})`, wholeNumber(2000, 5_000_000))
    .option('--seed <n>', 'another seed gives other content and other questions', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--node-options <text>', 'options of Node for the server, such as --max-semi-space-size=32', '')
    .option('--smoke', 'a small, quick run, only to see that everything works', false)
    .allowExcessArguments(false)
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts<{ minutes: number; items?: number; seed: number; nodeOptions: string; smoke: boolean }>();
  const effort = given.smoke ? SMOKE : WHOLE;
  const seconds = given.smoke ? smokeSeconds : given.minutes * 60;
  return {
    items: given.items ?? effort.items,
    seed: given.seed,
    seconds,
    fullSeconds: effort.fullSeconds,
    slices: Math.max(2, Math.ceil(seconds / sliceSeconds)),
    questions: effort.questions,
    node: given.nodeOptions.split(' ').filter((option) => option !== ''),
  };
}
