/**
 * The command line of `npm run bench:cold`.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { wholeNumber } from '../harness/command.js';

export interface ColdOptions {
  readonly items: number;
  readonly seed: number;
  /** A part of the names of what is to be measured. */
  readonly only: string | undefined;
  /** Root of another checkout, compiled; undefined: bare `node:http` is what it is compared with. */
  readonly against: string | undefined;
  /** How many times each contestant has its turn. */
  readonly rounds: number;
  /** How many times the processes are started anew; the rounds are shared among them. */
  readonly launches: number;
  /** Different questions a workload. */
  readonly questions: number;
}

const WHOLE = { items: 10_000, rounds: 300, launches: 3, questions: 512 } as const;
const SMOKE = { items: 2000, rounds: 6, launches: 1, questions: 64 } as const;

/** Programs of a compiled checkout that are needed of it. */
export const commandOf = (root: string): string => join(root, 'dist', 'src', 'cli', 'main.js');

/** A parser of option values. @returns its root */
export function checkout(path: string): string {
  const root = resolve(path);
  if (existsSync(commandOf(root))) return root;
  throw new InvalidArgumentError(`There is no compiled checkout: ${commandOf(root)} is missing. Run npm ci there.`);
}

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readOptions(args: readonly string[]): ColdOptions {
  const given = new Command('bench:cold')
    .description('Measures what answering costs inside the process, in turns with another checkout or bare node:http.')
    .option('--against <folder>', 'another checkout, compiled; it builds its own snapshot of the same export', checkout)
    .option('--items <n>', `articles in the export (default: ${WHOLE.items})`, wholeNumber(2000, 5_000_000))
    .option('--seed <n>', 'another seed gives other content and other questions', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--only <text>', 'workloads whose name contains this')
    .option('--rounds <n>', `turns of each contestant (default: ${WHOLE.rounds})`, wholeNumber(2, 100_000))
    .option('--launches <n>', `how often both are started anew (default: ${WHOLE.launches})`, wholeNumber(1, 100))
    .option('--smoke', 'a small, quick run, only to see that everything works', false)
    .allowExcessArguments(false)
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts<{
      items?: number;
      seed: number;
      only?: string;
      against?: string;
      rounds?: number;
      launches?: number;
      smoke: boolean;
    }>();
  const effort = given.smoke ? SMOKE : WHOLE;
  return {
    items: given.items ?? effort.items,
    seed: given.seed,
    only: given.only,
    against: given.against,
    rounds: given.rounds ?? effort.rounds,
    launches: given.launches ?? effort.launches,
    questions: effort.questions,
  };
}
