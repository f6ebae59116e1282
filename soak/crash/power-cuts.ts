/**
 * The power goes before every call of a build: whatever the disk has kept of what was not synced, CURRENT is whole.
 */
import { type Below, observed } from '../disk/index.js';
import { type CrashTally, newTally } from './failing-calls.js';
import { build, OUT, type Scene, wrongAfterNextBuild, wrongWithCurrent } from './scene.js';

class PowerCut extends Error {
  override readonly name = 'PowerCut';
}

/**
 * @param calls before which the power goes, each on its own: numbers from 1; one behind the last means after the build
 * @param cuts  how often at each call, each time with another part of the unsynced work surviving
 * @param below decides what survives
 */
export async function tryPowerCuts(
  scene: Scene,
  calls: readonly number[],
  cuts: number,
  below: Below,
): Promise<CrashTally> {
  const tally = newTally();
  for (const at of calls) for (let cut = 0; cut < cuts; cut += 1) await tryPowerCut(scene, at, below, tally);
  return tally;
}

async function tryPowerCut(scene: Scene, at: number, below: Below, tally: CrashTally): Promise<void> {
  const disk = await scene.disk();
  let calls = 0;
  const files = observed(disk, () => {
    calls += 1;
    if (calls >= at) throw new PowerCut();
  });
  const built = await build(files).catch(() => undefined);
  const after = disk.afterPowerCut(below);
  const where = built === undefined ? `before call ${at}` : 'after the build';
  tally.trials += 1;
  if (built === undefined) tally.failed += 1;
  const wrong = [...(await wrongWithCurrent(after, scene))];
  const current = Buffer.from(after.get(`${OUT}/CURRENT`) ?? []).toString();
  if (current === `${scene.after}\n`) tally.published += 1;
  // Once the build has said that it is done, its snapshot must be there for good.
  else if (built !== undefined) wrong.push('the build was over, but CURRENT does not name its snapshot');
  wrong.push(...(await wrongAfterNextBuild(after, scene)));
  tally.wrong.push(...wrong.map((what) => `${where}: ${what}`));
}
