/**
 * The same traffic on two snapshots in this process, block by block in turns, so that whatever slows the machine slows
 * both.
 */
import type { Space } from '../../index/snapshot/index.js';
import { answerOnce, finish, type InProcessOptions } from './in-process.js';
import { Gathering, type Planned } from './planned.js';
import type { ReplayReport } from './report.js';

/** Requests that one answers before the other's turn. */
const blockRequests = 200;

interface Side {
  readonly space: Space;
  readonly gathering: Gathering;
}

/** @param planned made with the targets of the first space. Cost: twice `replayInProcess`. */
export function replaySideBySide(
  spaces: readonly [Space, Space],
  planned: Planned,
  options: InProcessOptions,
): readonly [ReplayReport, ReplayReport] {
  const { targets, requests } = planned;
  const sides: readonly [Side, Side] = [
    { space: spaces[0], gathering: new Gathering(planned) },
    { space: spaces[1], gathering: new Gathering(planned) },
  ];
  for (const distinct of requests.subarray(0, Math.min(options.warmUp, requests.length))) {
    for (const { space } of sides) answerOnce(space, targets[distinct] ?? '', options.maxCostMs);
  }
  const startMs = performance.now();
  for (let from = 0; from < requests.length; from += blockRequests) {
    const block = requests.subarray(from, from + blockRequests);
    const inTurn = (from / blockRequests) % 2 === 0 ? sides : sides.toReversed();
    for (const { space, gathering } of inTurn) {
      for (const distinct of block) {
        const beganMs = performance.now();
        const error = answerOnce(space, targets[distinct] ?? '', options.maxCostMs);
        gathering.add(distinct, (performance.now() - beganMs) * 1000, error);
      }
    }
  }
  const seconds = (performance.now() - startMs) / 1000;
  const [first, second] = sides;
  return [
    finish(first.space, planned, first.gathering, seconds),
    finish(second.space, planned, second.gathering, seconds),
  ];
}
