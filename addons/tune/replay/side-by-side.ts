/**
 * Replays the same traffic on two snapshots in this process, in alternating blocks, so that a busy machine slows both.
 *
 * Only requests that both snapshots answer are compared; requests that only one answers are reported separately.
 */
import type { Space } from '../../../src/index/snapshot/index.js';
import { answerOnce, type InProcessOptions, writeReport } from './in-process.js';
import { Measurements } from './measurements.js';
import type { Planned } from './planned.js';
import type { ReplayReport } from './report.js';

/** Requests that one snapshot answers before the other one's turn. */
const blockRequests = 200;

interface Side {
  readonly space: Space;
  readonly measurements: Measurements;
  /** Latencies of the current block. */
  readonly us: Float64Array;
  readonly errors: (string | undefined)[];
}

const createSide = (space: Space, planned: Planned): Side => ({
  space,
  measurements: new Measurements(planned),
  us: new Float64Array(blockRequests),
  errors: [],
});

/**
 * @param planned traffic whose values come from the first snapshot
 * @returns the reports of both snapshots
 * Cost: twice `replayInProcess`.
 */
export function replaySideBySide(
  spaces: readonly [Space, Space],
  planned: Planned,
  options: InProcessOptions,
): readonly [ReplayReport, ReplayReport] {
  const { targets, requests } = planned;
  const sides: readonly [Side, Side] = [createSide(spaces[0], planned), createSide(spaces[1], planned)];
  for (const distinct of requests.subarray(0, Math.min(options.warmUp, requests.length))) {
    for (const { space } of sides) answerOnce(space, targets[distinct] ?? '', options.maxCostMs);
  }
  const startMs = performance.now();
  for (let blockStart = 0; blockStart < requests.length; blockStart += blockRequests) {
    const block = requests.subarray(blockStart, blockStart + blockRequests);
    const sidesInTurn = (blockStart / blockRequests) % 2 === 0 ? sides : sides.toReversed();
    for (const { space, us, errors } of sidesInTurn) {
      for (const [place, distinct] of block.entries()) {
        const sentMs = performance.now();
        errors[place] = answerOnce(space, targets[distinct] ?? '', options.maxCostMs);
        us[place] = (performance.now() - sentMs) * 1000;
      }
    }
    addBlock(block, sides);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const [first, second] = sides;
  return [
    writeReport(first.space, planned, first.measurements, seconds, options.maxCostMs),
    writeReport(second.space, planned, second.measurements, seconds, options.maxCostMs),
  ];
}

/** Adds the latencies of the current block to the figures of both snapshots. */
function addBlock(block: Uint32Array, sides: readonly [Side, Side]): void {
  for (const [place, distinct] of block.entries()) {
    const isAnsweredByOne = (sides[0].errors[place] === undefined) !== (sides[1].errors[place] === undefined);
    for (const { measurements, us, errors } of sides) {
      measurements.add(distinct, us[place] ?? 0, errors[place], isAnsweredByOne);
    }
  }
}
