/**
 * The options of `npm run soak`.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import { threadCount } from '../../src/cli/arguments.js';
import { between, whole } from '../options.js';
import { ROOT } from '../root.js';

export interface AllOptions {
  readonly minutes: number;
  readonly seed: number;
  /** That answer; 1 is the server's own default. */
  readonly threads: number;
  /** Requests a second that are checked. */
  readonly rate: number;
  /** Hostile conversations a second. */
  readonly hostileRate: number;
  /** Books of each night. */
  readonly items: number;
  /** From one swap's end to the next one's beginning. */
  readonly swapEverySeconds: number;
  readonly sampleEverySeconds: number;
  /** The server's `--poll`. */
  readonly pollSeconds: number;
  /** File for the results. */
  readonly results: string;
}

export function allCommand(run: (options: AllOptions) => Promise<void>): Command {
  return new Command('soak')
    .description('load, hostile requests, swaps and damaged snapshots together, on one server, for a while')
    .option('--minutes <number>', 'how long', between(0.1, 10_000), 30)
    .option('--seed <number>', 'other requests, other swaps', whole(0, 999_999_999), 1)
    .option('--threads <number>', 'threads of the server; auto: one per processor', threadCount, 1)
    .option('--rate <number>', 'checked requests a second', between(1, 100_000), 150)
    .option('--hostile-rate <number>', 'hostile conversations a second', between(1, 10_000), 30)
    .option('--items <number>', 'books of each night', whole(50, 1_000_000), 1500)
    .option('--swap-every-seconds <number>', 'pause between two swaps', between(0, 3600), 4)
    .option('--sample-every-seconds <number>', 'how often memory and descriptors are read', between(0.2, 3600), 10)
    .option('--poll-seconds <number>', 'how often the server looks at CURRENT', between(0.1, 3600), 2)
    .option('--results <file>', 'where the results go', join(ROOT, 'soak', 'results', 'soak.json'))
    .exitOverride()
    .action(run);
}
