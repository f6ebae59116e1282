/**
 * `npm run soak:pull -- [--count 1000] [--seed 1]`: does a replica ever publish what its origin never did?
 *
 * Each trial is a replica with several pulls: from an origin that cuts, stalls, lies, fails and moves on, and on a disk
 * whose process is killed, or whose power goes, at any call.
 */
import { diceOf } from '../../testing/dice.js';
import { startOrigin } from '../../testing/origin/faulty-origin.js';
import { buildNights, newPullTally, SNAPSHOTS, tryPulls } from '../../testing/origin/trial.js';
import { conclude, soakOptions } from '../options.js';

const { count, seed } = soakOptions('soak:pull', 'Pulls from an origin that misbehaves.', 'replicas to try', 1000);

const nights = await buildNights();
const origin = await startOrigin(nights.disk, SNAPSHOTS);
const tally = newPullTally();
for (let trial = 1; trial <= count; trial += 1) {
  const before = tally.wrong.length;
  await tryPulls(origin, nights, diceOf(seed, `trial ${trial}`), tally);
  for (let index = before; index < tally.wrong.length; index += 1) {
    tally.wrong[index] = `trial ${trial}: ${tally.wrong[index]}`;
  }
}
await origin.close();
const { trials, pulls, failed, killed } = tally;
conclude(
  'faulty pulls',
  `${trials} replicas, ${pulls} pulls, of which ${failed} failed and ${killed} were killed; ${origin.requests.length} requests; seed ${seed}`,
  tally.wrong,
);
