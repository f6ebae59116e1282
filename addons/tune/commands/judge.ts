/**
 * Traffic as the judge of a build: the new snapshot is published only if it answers as well as the current one.
 */

import { Command } from 'commander';
import type { Judge } from '../../../build/publish/index.js';
import {
  type CommandIo,
  type OptionsOf,
  ownOptionValues,
  parsePercent,
  parseShare,
  type TrafficJudge,
} from '../../../src/cli/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openSnapshot, readCurrent } from '../../../src/index/snapshot/index.js';
import { DEFAULT_MAX_COST_MS } from '../../../src/server/index.js';
import { type GateLimits, gate, plan } from '../replay/index.js';
import { targetsOf } from '../traffic/index.js';
import { readTraffic } from './files.js';

/** @param when they count, as the help says it */
export const limitFlags = (when = '') =>
  new Command()
    .option('--max-p99 <share>', `${when}by how much a shape's 99th percentile may grow`, parseShare, '10%')
    .option(
      '--max-different <share>',
      `${when}share of requests that may fail, become empty or have another total`,
      parseShare,
      '0.5%',
    )
    .option(
      '--max-moved <share>',
      `${when}by how much a total may differ before it counts as another total`,
      parseShare,
      '50%',
    );

const buildLimits = () => limitFlags('with --gate: ');

export type LimitOptions = OptionsOf<ReturnType<typeof limitFlags>>;

const part = (text: string): number => parsePercent(text) / 100;

export const limitsOf = ({ maxP99, maxDifferent, maxMoved }: LimitOptions): GateLimits => ({
  slower: part(maxP99),
  different: part(maxDifferent),
  moved: part(maxMoved),
});

/** Requests that each side answers before the clock runs. */
export const WARM_UP = 1000;

/**
 * @param snapshots folder that is built into
 * @param file      of the traffic; read now, so that a wrong one is told before the build begins
 * @throws OperationError for what is no traffic file
 */
async function judgeOf(snapshots: string, file: string, options: LimitOptions, io: CommandIo): Promise<Judge> {
  const traffic = await readTraffic(file);
  return async (candidate) => {
    const served = await readCurrent(diskFiles, snapshots);
    if (served === undefined) {
      io.stderr.write('note: --gate has nothing to compare with, as no snapshot is served yet\n');
      return [];
    }
    const open = (id: typeof candidate) => openSnapshot(diskFiles, snapshots, id);
    const spaces = [await open(served), await open(candidate)] as const;
    const planned = plan(traffic, targetsOf(traffic, spaces[0]));
    return gate(spaces, planned, limitsOf(options), { maxCostMs: DEFAULT_MAX_COST_MS, warmUp: WARM_UP }).reasons;
  };
}

/** For `stele build --gate`: the part of the door that the core asks. */
export const judge: TrafficJudge = {
  flags: buildLimits,
  create: (snapshots, traffic, options, io) => judgeOf(snapshots, traffic, ownOptionValues(buildLimits(), options), io),
};
