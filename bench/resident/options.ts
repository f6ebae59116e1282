/**
 * The command-line options of `npm run bench:resident`.
 */
import { contentCommand, parsed, sizesOf, wholeNumber } from '../harness/command.js';

export type ResidentOptions = ReturnType<typeof readOptions>;

const WHOLE = { items: 1_000_000, seconds: 60, slices: 20, questions: 20_000, starts: 5 };
const SMOKE = { items: 2000, seconds: 0.5, slices: 2, questions: 200, starts: 1 };

/** @throws CommanderError as `parsed` does */
export function readOptions(args: readonly string[]) {
  const sizes = sizesOf(args, WHOLE, SMOKE);
  const description =
    'Measures what --resident indexes saves of memory, and what it costs of time, beside --resident all.';
  const command = contentCommand('bench:resident', description, sizes.items, 20_000_000)
    .option('--seconds <n>', 'each server', wholeNumber(1, 3600), sizes.seconds)
    .option('--cache-bytes <n>', 'memory for blocks', wholeNumber(2 ** 20, 9_999_999_999), 256 * 2 ** 20);
  return { ...sizes, ...parsed(command, args) };
}
