/**
 * `npm run soak:crash -- [--count 300] [--seed 1]`: checks that a crash never publishes a part of a snapshot.
 *
 * Every file call of a build fails with every errno, once and permanently; reads and writes stop early; the power fails
 * at every call; and `--count` builds are killed.
 */
import { join } from 'node:path';
import { diceOf } from '../../testing/dice.js';
import { ROOT } from '../../testing/root.js';
import { conclude, soakOptions } from '../options.js';
import { type CrashTally, tryFailingCalls, tryPowerCuts, tryShortTransfers } from './failing-calls.js';
import { tryKills } from './kill.js';
import { callsOf, scenes } from './scene.js';

const { count, seed } = soakOptions(
  'soak:crash',
  'Lets builds fail, and looks what they leave.',
  'builds to kill',
  300,
);
const cutsPerCall = 2;
const shortBuilds = 50;

const figures = ({ trials, failed, published }: CrashTally): string =>
  `${trials} trials, ${failed} builds failed, ${published} times CURRENT named the new snapshot`;

for (const [name, scene] of await scenes()) {
  const { all } = await callsOf(scene);
  // Every errno at every call of an ordinary night; of the others each call fails with one of them.
  const failing = await tryFailingCalls(scene, all, name === 'an ordinary night' ? 'all' : 'in turn', true);
  conclude(`failing calls, ${name}`, `${all.length} calls, ${figures(failing)}`, failing.wrong);
  const short = await tryShortTransfers(scene, shortBuilds, diceOf(seed, `short ${name}`));
  conclude(`short transfers, ${name}`, figures(short), short.wrong);
  const cut = await tryPowerCuts(scene, [...all, all.length + 1], cutsPerCall, diceOf(seed, `power ${name}`));
  conclude(`power cuts, ${name}`, figures(cut), cut.wrong);
}
const program = join(ROOT, 'dist', 'src', 'cli', 'main.js');
const exports = [join(ROOT, 'data', 'bookshop')];
const killed = await tryKills({ kills: count, below: diceOf(seed, 'kill'), program, exports });
const found = [...killed.found].map(([state, number]) => `${number} × ${state}`).join(', ');
conclude('killed builds', `${killed.kills}, leaving ${found}; seed ${seed}`, killed.wrong);
