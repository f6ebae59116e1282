/**
 * The same traffic on two snapshots in this process, block by block in turns, so that whatever slows the machine slows
 * both. Latencies are compared of requests that both answer: what only one answers is told by itself.
 */
import type { Space } from '../../../src/index/snapshot/index.js';
import { answerOnce, finish, type InProcessOptions } from './in-process.js';
import { Gathering, type Planned } from './planned.js';
import type { ReplayReport } from './report.js';

/** Requests that one answers before the other's turn. */
const blockRequests = 200;

interface Side {
  readonly space: Space;
  readonly gathering: Gathering;
  /** Of the block at hand. */
  readonly us: Float64Array;
  readonly errors: (string | undefined)[];
}

const sideOf = (space: Space, planned: Planned): Side => ({
  space,
  gathering: new Gathering(planned),
  us: new Float64Array(blockRequests),
  errors: [],
});

/** @param planned made with the targets of the first space. Cost: twice `replayInProcess`. */
export function replaySideBySide(
  spaces: readonly [Space, Space],
  planned: Planned,
  options: InProcessOptions,
): readonly [ReplayReport, ReplayReport] {
  const { targets, requests } = planned;
  const sides: readonly [Side, Side] = [sideOf(spaces[0], planned), sideOf(spaces[1], planned)];
  for (const distinct of requests.subarray(0, Math.min(options.warmUp, requests.length))) {
    for (const { space } of sides) answerOnce(space, targets[distinct] ?? '', options.maxCostMs);
  }
  const startMs = performance.now();
  for (let from = 0; from < requests.length; from += blockRequests) {
    const block = requests.subarray(from, from + blockRequests);
    const inTurn = (from / blockRequests) % 2 === 0 ? sides : sides.toReversed();
    for (const { space, us, errors } of inTurn) {
      for (const [place, distinct] of block.entries()) {
        const beganMs = performance.now();
        errors[place] = answerOnce(space, targets[distinct] ?? '', options.maxCostMs);
        us[place] = (performance.now() - beganMs) * 1000;
      }
    }
    gather(block, sides);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const [first, second] = sides;
  return [
    finish(first.space, planned, first.gathering, seconds, options.maxCostMs),
    finish(second.space, planned, second.gathering, seconds, options.maxCostMs),
  ];
}

function gather(block: Uint32Array, sides: readonly [Side, Side]): void {
  for (const [place, distinct] of block.entries()) {
    const isAnsweredByOne = (sides[0].errors[place] === undefined) !== (sides[1].errors[place] === undefined);
    for (const { gathering, us, errors } of sides) {
      gathering.add(distinct, us[place] ?? 0, errors[place], isAnsweredByOne);
    }
  }
}
