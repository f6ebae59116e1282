/**
 * The command line of `npm run bench:cold`.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { type ContentOptions, contentCommand, parsed, sizesOf, wholeNumber } from '../harness/command.js';

export interface ColdOptions extends ContentOptions {
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

const WHOLE = { items: 10_000, rounds: 300, launches: 3, questions: 512 };
const SMOKE = { items: 2000, rounds: 6, launches: 1, questions: 64 };

/** Programs of a compiled checkout that are needed of it. */
export const commandOf = (root: string): string => join(root, 'dist', 'src', 'cli', 'main.js');

/** A parser of option values. @returns its root */
export function checkout(path: string): string {
  const root = resolve(path);
  if (existsSync(commandOf(root))) return root;
  throw new InvalidArgumentError(`There is no compiled checkout: ${commandOf(root)} is missing. Run npm ci there.`);
}

/** @throws CommanderError as `parsed` does */
export function readOptions(args: readonly string[]): ColdOptions {
  const { items, rounds, launches, questions } = sizesOf(args, WHOLE, SMOKE);
  const description =
    'Measures what answering costs inside the process, in turns with another checkout or bare node:http.';
  const command = contentCommand('bench:cold', description, items)
    .option('--against <folder>', 'another checkout, compiled; it builds its own snapshot of the same export', checkout)
    .option('--only <text>', 'workloads whose name contains this')
    .option('--rounds <n>', 'turns of each contestant', wholeNumber(2, 100_000), rounds)
    .option('--launches <n>', 'how often both are started anew', wholeNumber(1, 100), launches);
  return {
    questions,
    against: undefined,
    ...parsed<Omit<ColdOptions, 'questions' | 'against'> & { readonly against?: string }>(command, args),
  };
}
