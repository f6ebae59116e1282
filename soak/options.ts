/**
 * Options that every soak command understands, and how it ends.
 */
import { Command, InvalidArgumentError } from 'commander';
import { Random } from '../data/generate/random.js';

export interface SoakOptions {
  readonly count: number;
  readonly seed: number;
}

const wholeNumber = (text: string): number => {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number below a milliard.');
};

/** @param countMeans what `--count` counts; @param count its default */
export function soakOptions(name: string, what: string, countMeans: string, count: number): SoakOptions {
  const command = new Command(name)
    .description(what)
    .option('--count <number>', countMeans, wholeNumber, count)
    .option('--seed <number>', 'another seed, other trials', wholeNumber, 1);
  return command.parse().opts<SoakOptions>();
}

/** @returns integers from 0 to bound - 1, the same for the same seed and stream */
export const diceOf = (seed: number, stream: string): ((bound: number) => number) => {
  const random = new Random(seed, stream);
  return (bound) => random.below(bound);
};

/** Prints what went wrong, or that nothing did, and sets the exit code. */
export function conclude(name: string, figures: string, wrong: readonly string[]): void {
  console.log(`${name}: ${figures}`);
  for (const line of wrong.slice(0, 100)) console.error(`  ${line}`);
  if (wrong.length === 0) return;
  console.error(`${name}: ${wrong.length} trials went wrong`);
  process.exitCode = 1;
}
