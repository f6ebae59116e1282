/**
 * The options of `npm run soak:replicas`.
 */
import { Command, InvalidArgumentError } from 'commander';

export interface ReplicasOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Length of a night. */
  readonly nightSeconds: number;
  /** Checked requests a second, of all replicas together. */
  readonly rate: number;
}

const between =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d{1,9}(\.\d{1,3})?$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };

export const readReplicasOptions = (args: readonly string[]): ReplicasOptions =>
  new Command('soak:replicas')
    .description('three replicas, an origin that fails, and processes that are killed, for many nights')
    .option('--minutes <number>', 'how long', between(0.01, 10_000), 60)
    .option('--night-seconds <number>', 'how long a night is', between(0.5, 3600), 60)
    .option('--rate <number>', 'checked requests a second', between(1, 1000), 20)
    .option('--seed <number>', 'other faults, other kills', between(0, 999_999_999), 1)
    .parse(args, { from: 'user' })
    .opts<ReplicasOptions>();
