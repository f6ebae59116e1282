/**
 * Builds on a failing disk: every file call fails once, or from then on, or the power fails before it.
 *
 * After each failure CURRENT must be valid and the message must say what to do; the next build must succeed.
 */
import { OperationError } from '../../src/content/errors/index.js';
import {
  type Below,
  FAULT_CODES,
  type Fault,
  faultyFiles,
  observed,
  shortTransfers,
} from '../../testing/disk/index.js';
import { build, OUT, type Scene, wrongAfterNextBuild, wrongWithCurrent } from './scene.js';

export interface CrashTally {
  trials: number;
  /** Builds that failed; the others went on, as the call that failed was one they can do without. */
  failed: number;
  /** Trials after which CURRENT named the new snapshot. */
  published: number;
  readonly wrong: string[];
}

const newTally = (): CrashTally => ({ trials: 0, failed: 0, published: 0, wrong: [] });

const advised =
  /^cannot (read the (?:export|snapshots) in|write snapshots into) .*\(E[A-Z]+: made to fail.*\)\. .*build again/;

async function tryFault(scene: Scene, fault: Fault, tally: CrashTally): Promise<void> {
  const disk = await scene.disk();
  const faulty = faultyFiles(disk, fault);
  const error: unknown = await build(faulty.files).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const call = faulty.failed();
  if (call === undefined) {
    tally.wrong.push(`call ${fault.at} was never made`);
    return;
  }
  const at = `call ${fault.at} (${call.operation} ${call.path}) with ${fault.code}${fault.lasting ? ' for good' : ''}`;
  const tell = (wrong: readonly string[]) => tally.wrong.push(...wrong.map((what) => `${at}: ${what}`));
  tally.trials += 1;
  if (error !== undefined) {
    tally.failed += 1;
    if (!(error instanceof OperationError)) tell([`not an OperationError: ${String(error)}`]);
    else if (!advised.test(error.message)) tell([`no advice: ${error.message}`]);
  }
  if (disk.openFiles !== 0) tell([`${disk.openFiles} files are left open`]);
  tell(await wrongWithCurrent(disk, scene));
  if (Buffer.from(disk.get('/site/snapshots/CURRENT') ?? []).toString() === `${scene.after}\n`) tally.published += 1;
  tell(await wrongAfterNextBuild(disk, scene));
}

/**
 * @param calls which ones fail, each on its own: numbers from 1
 * @param codes taken in turn, or all of them at every call
 * @param lastingToo whether each fault is tried once more with every later call failing too
 */
export async function tryFailingCalls(
  scene: Scene,
  calls: readonly number[],
  codes: 'in turn' | 'all',
  lastingToo: boolean,
): Promise<CrashTally> {
  const tally = newTally();
  for (const [index, at] of calls.entries()) {
    const turn = FAULT_CODES[index % FAULT_CODES.length]!;
    for (const code of codes === 'all' ? FAULT_CODES : [turn]) {
      for (const lasting of lastingToo ? [false, true] : [index % 2 === 0]) {
        await tryFault(scene, { at, code, lasting }, tally);
      }
    }
  }
  return tally;
}

/** Reads and writes stop early at random: the build must succeed nevertheless, with the same bytes. */
export async function tryShortTransfers(scene: Scene, trials: number, below: Below): Promise<CrashTally> {
  const tally = newTally();
  for (; tally.trials < trials; tally.trials += 1) {
    const disk = await scene.disk();
    const built = await build(shortTransfers(disk, below)).catch((error: unknown) => String(error));
    if (built === scene.after) tally.published += 1;
    else tally.wrong.push(`built ${built}`);
    tally.wrong.push(...(await wrongWithCurrent(shortTransfers(disk, below), scene)));
  }
  return tally;
}

class PowerCut extends Error {
  override readonly name = 'PowerCut';
}

/**
 * @param calls numbers of calls, from 1; the power fails before each of them, one trial for each. The number after the last call means after the build
 * @param cuts  how often at each call, each time with another part of the unsynced work surviving
 * @param below decides which unsynced data survives
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
