/**
 * The options of `npm run soak:replicas`.
 */
import { Command } from 'commander';
import { between, whole } from '../options.js';

export interface ReplicasOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Length of a night. */
  readonly nightSeconds: number;
  /** Checked requests a second, of all replicas together. */
  readonly rate: number;
  /** Hostile conversations a second, of all replicas together. */
  readonly hostileRate: number;
  /** How many nights follow in which nobody is killed, to tell whether memory levels off. */
  readonly quickNights: number;
}

export const readReplicasOptions = (args: readonly string[]): ReplicasOptions =>
  new Command('soak:replicas')
    .description('three replicas, an origin that fails, and processes that are killed, for many nights')
    .option('--minutes <number>', 'how long', between(0.01, 10_000), 60)
    .option('--night-seconds <number>', 'how long a night is', between(0.5, 3600), 60)
    .option('--rate <number>', 'checked requests a second', between(1, 1000), 20)
    .option('--hostile-rate <number>', 'hostile conversations a second', between(1, 1000), 10)
    .option('--quick-nights <number>', 'nights after these in which nobody is killed', whole(0, 100_000), 120)
    .option('--seed <number>', 'other faults, other kills', whole(0, 999_999_999), 1)
    .parse(args, { from: 'user' })
    .opts<ReplicasOptions>();
