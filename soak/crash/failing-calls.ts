/**
 * Every call of a build fails once, and once for good: CURRENT stays whole, the message says what to do, and the next
 * build mends everything.
 */
import { OperationError } from '../../src/content/errors/index.js';
import { type Below, FAULT_CODES, type Fault, faultyFiles, shortTransfers } from '../disk/index.js';
import { build, type Scene, wrongAfterNextBuild, wrongWithCurrent } from './scene.js';

export interface CrashTally {
  trials: number;
  /** Builds that failed; the others went on, as the call that failed was one they can do without. */
  failed: number;
  /** Trials after which CURRENT named the new snapshot. */
  published: number;
  readonly wrong: string[];
}

export const newTally = (): CrashTally => ({ trials: 0, failed: 0, published: 0, wrong: [] });

const advised = /^cannot (read the export in|write snapshots into) .*\(E[A-Z]+: made to fail.*\)\. .*build again/;

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

/** Reads and writes stop short at random: the build succeeds all the same, with the same bytes. */
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
