/**
 * A killed build publishes nothing half: real processes, SIGKILL at random instants. `npm run soak:crash` kills 300.
 */
import { expect, it } from 'vitest';
import { compiled, EXECUTABLE } from '../../testing/cli/stele.js';
import { diceOf } from '../../testing/dice.js';
import { BOOKSHOP_EXPORT } from '../../testing/samples/bookshop.js';
import { tryKills } from '../crash/kill.js';

// Three dozen builds, half of them processes of their own: slow where the machine has other work.
const timeout = 180_000;
const kills = 3;

it('builds killed at random › CURRENT names a snapshot that verifies, and the next build removes all leftovers', {
  timeout,
}, async () => {
  const tally = await tryKills({
    kills,
    below: diceOf(1, 'kill'),
    program: compiled(EXECUTABLE),
    exports: [BOOKSHOP_EXPORT],
  });
  console.log(`killed builds left: ${JSON.stringify(Object.fromEntries(tally.found))}`);
  expect(tally.wrong).toEqual([]);
  expect(tally.kills).toBe(kills);
});
