/**
 * `npm run soak:pull -- [--count 1000] [--seed 1]`: checks that a replica never publishes a snapshot that its origin
 * did not publish.
 *
 * Each trial is a replica with several pulls. The origin cuts, delays, falsifies and refuses answers and publishes new
 * snapshots; the replica's process is killed, or its power fails, at any call.
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
