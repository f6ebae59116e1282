/**
 * A killed build publishes nothing half: real processes, SIGKILL at random instants. `npm run soak:crash` kills 300.
 */
import { expect, it } from 'vitest';
import { tryKills } from '../../soak/crash/kill.js';
import { diceOf } from '../../soak/options.js';
import { compiled } from '../cli/stele.js';
import { BOOKSHOP_EXPORT } from '../support/bookshop.js';

// Three dozen builds, half of them processes of their own: slow where the machine has other work.
const timeout = 180_000;

it('builds killed at random › CURRENT names a snapshot that verifies, and the next build leaves nothing behind', {
  timeout,
}, async () => {
  const { kills, found, wrong } = await tryKills({
    kills: 12,
    below: diceOf(1, 'kill'),
    program: compiled('src/cli/main.js'),
    exports: [BOOKSHOP_EXPORT],
  });
  console.log(`killed builds left: ${JSON.stringify(Object.fromEntries(found))}`);
  expect(wrong).toEqual([]);
  expect(kills).toBe(12);
});
