/**
 * Tries one forgery: it must be refused, or every request to it must get an answer or a request error.
 */

import { OperationError, RequestError } from '../../src/content/errors/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../src/index/verify/index.js';
import { answer, parseTarget } from '../../src/jsonapi/index.js';
import { diceOf } from '../../testing/dice.js';
import { MemoryDisk } from '../../testing/disk/index.js';
import { FORGED_FOLDER } from '../../testing/forged/parts.js';
import { filesOf, type Parts } from '../../testing/forged/segments.js';
import { type Forgery, forge } from './forgeries.js';
import { REQUESTS } from './requests.js';

export interface Verdict {
  readonly number: number;
  readonly kind: string;
  readonly section: string;
  readonly what: string;
  readonly verdict: 'refused' | 'answered' | 'thrown' | 'unnamed' | 'hung';
  /** Reason of the refusal, or description of the fault. */
  readonly why: string;
}

/** @returns the forgery of a number, the same for the same seed */
export function forgeryOf(parts: Parts, seed: number, number: number): Forgery {
  const below = diceOf(seed, `forged ${number}`);
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const forgery = forge(parts, number, below);
    if (forgery !== undefined) return forgery;
  }
  throw new Error(`nothing can be forged in trial ${number} of seed ${seed}`);
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/**
 * @returns the status: 200, or that of a request that is refused by its own fault. @throws what a server would answer
 * with 500
 */
function ask(space: Space, target: string): number {
  try {
    answer(space, parseTarget(space.model, target), '/delivery/jsonapi');
    return 200;
  } catch (error) {
    if (error instanceof RequestError && error.status >= 400 && error.status < 500) return error.status;
    throw new Error(`${target}: ${stackOf(error)}`);
  }
}

/** @returns faults of the snapshot before it is forged; there must be none for trials to mean anything */
export async function soundness(parts: Parts): Promise<readonly string[]> {
  const disk = diskOf(parts);
  const space = await openCurrent(disk, FORGED_FOLDER);
  const refused = REQUESTS.filter((target) => !target.includes('absent') && ask(space, target) !== 200);
  return [
    ...listProblems(await verifySnapshots(disk, FORGED_FOLDER)),
    ...refused.map((target) => `${target} is refused of the snapshot that is not forged`),
  ];
}

function diskOf(parts: Parts): MemoryDisk {
  const disk = new MemoryDisk();
  for (const [path, bytes] of filesOf(parts, FORGED_FOLDER)) disk.put(path, bytes);
  return disk;
}

/** @param onPhase called before each step that must end within a second */
export async function tryForgery(
  parts: Parts,
  seed: number,
  number: number,
  onPhase: (phase: number) => void,
): Promise<Verdict> {
  const forgery = forgeryOf(parts, seed, number);
  const { kind, section, what } = forgery;
  const verdict = (name: Verdict['verdict'], why: string): Verdict => ({
    number,
    kind,
    section,
    what,
    verdict: name,
    why,
  });
  const disk = diskOf(forgery.parts);
  onPhase(0);
  try {
    const problems = listProblems(await verifySnapshots(disk, FORGED_FOLDER));
    const unexpected = problems.find((problem) => problem.includes('unexpected'));
    if (unexpected !== undefined) return verdict('unnamed', unexpected);
    if (problems.length > 0) return verdict('refused', problems.join('; '));
  } catch (error) {
    if (error instanceof OperationError) return verdict('refused', error.message);
    return verdict('thrown', `verify: ${stackOf(error)}`);
  }
  try {
    onPhase(1);
    const space = await openCurrent(disk, FORGED_FOLDER);
    for (const [index, target] of REQUESTS.entries()) {
      onPhase(2 + index);
      ask(space, target);
    }
  } catch (error) {
    return verdict('thrown', `opening: ${stackOf(error)}`);
  }
  return verdict('answered', '');
}
