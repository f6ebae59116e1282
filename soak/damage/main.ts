/**
 * `npm run soak:damage -- [--count 10000] [--seed 1]`: checks that every damage to a snapshot is detected and named.
 */
import { diceOf } from '../../testing/dice.js';
import { conclude, soakOptions } from '../options.js';
import { soundness, tryDamage, tryTruncation, twoSnapshots } from './trials.js';

const { count, seed } = soakOptions(
  'soak:damage',
  'Damages a snapshot and looks whether that is noticed.',
  'trials',
  10_000,
);
const startedMs = Date.now();
const disk = await twoSnapshots();
const damaged = await tryDamage(disk, count, diceOf(seed, 'damage'));
const truncated = await tryTruncation(disk, 100);
const trials = [...damaged.trials, ...truncated.trials].map(([kind, number]) => `${number} × ${kind}`).join(', ');
const seconds = ((Date.now() - startedMs) / 1000).toFixed(0);
conclude('damage', `${trials}; seed ${seed}, ${seconds} s`, [
  ...damaged.missed,
  ...truncated.missed,
  ...(await soundness(disk)),
]);
