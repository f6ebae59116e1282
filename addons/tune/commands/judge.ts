/**
 * `stele build --gate`: publishes the new snapshot only if it answers recorded traffic as well as the current snapshot.
 *
 * Elsewhere: the comparison (replay/gate), the command for existing snapshots (gate).
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
import { type GateLimits, judgeCandidate, planTraffic } from '../replay/index.js';
import { buildTargets } from '../traffic/index.js';
import { readTraffic } from './files.js';
import { formatContentChange } from './replay-text.js';

/** @param when a prefix of each description, such as `with --gate: ` */
export const createLimitFlags = (when = '') =>
  new Command()
    .optionsGroup('Limits of a comparison by traffic:')
    .option('--max-p99 <share>', `${when}allowed growth of a shape's 99th percentile`, parseShare, '10%')
    .option(
      '--max-different <share>',
      `${when}share of requests that may fail, become empty or have a different total`,
      parseShare,
      '0.5%',
    )
    .option('--max-moved <share>', `${when}change of a total that does not yet count as different`, parseShare, '50%')
    .option(
      '--max-rewritten <share>',
      `${when}share of the items in both answers that may have other content`,
      parseShare,
      '100%',
    );

const createBuildFlags = () => createLimitFlags('with --gate: ');

export type LimitOptions = OptionsOf<ReturnType<typeof createLimitFlags>>;

const parseShareOfOne = (text: string): number => parsePercent(text) / 100;

export const readLimits = ({ maxP99, maxDifferent, maxMoved, maxRewritten }: LimitOptions): GateLimits => ({
  slower: parseShareOfOne(maxP99),
  different: parseShareOfOne(maxDifferent),
  moved: parseShareOfOne(maxMoved),
  rewritten: parseShareOfOne(maxRewritten),
});

/** Requests that each snapshot answers before the measurement starts. */
export const WARM_UP = 1000;

/**
 * @param snapshots the folder that the build writes to
 * @param file      the traffic file; read at once, so that a wrong file is reported before the build starts
 * @throws OperationError if the file is not a traffic file
 */
async function createJudge(snapshots: string, file: string, options: LimitOptions, io: CommandIo): Promise<Judge> {
  const traffic = await readTraffic(file);
  return async (candidate) => {
    const served = await readCurrent(diskFiles, snapshots);
    if (served === undefined) {
      io.stderr.write('note: --gate has nothing to compare with, because no snapshot is published yet\n');
      return [];
    }
    const open = (id: typeof candidate) => openSnapshot(diskFiles, snapshots, id);
    const spaces = [await open(served), await open(candidate)] as const;
    const planned = planTraffic(traffic, buildTargets(traffic, spaces[0]));
    const limits = readLimits(options);
    const verdict = judgeCandidate(spaces, planned, limits, { maxCostMs: DEFAULT_MAX_COST_MS, warmUp: WARM_UP });
    io.stderr.write(`gate: ${formatContentChange(verdict)}\n`);
    return verdict.reasons;
  };
}

/** The part of this add-on that `stele build --gate` of the core calls. */
export const judge: TrafficJudge = {
  flags: createBuildFlags,
  create: (snapshots, traffic, options, io) =>
    createJudge(snapshots, traffic, ownOptionValues(createBuildFlags(), options), io),
};
