/**
 * Traffic as the judge of a build: the new snapshot is published only if it answers as well as the current one.
 */
import type { Judge } from '../../../build/publish/index.js';
import { diskFiles } from '../../format/files/index.js';
import { openSnapshot, readCurrent } from '../../index/snapshot/index.js';
import { DEFAULT_MAX_COST_MS } from '../../server/index.js';
import { type GateLimits, gate, plan } from '../../tune/replay/index.js';
import { targetsOf } from '../../tune/traffic/index.js';
import { percentOf } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { readTraffic } from './files.js';

/** As the options write them. */
export const DEFAULT_LIMITS = { p99: '10%', different: '0.5%', moved: '50%' } as const;

export interface LimitOptions {
  readonly maxP99: string;
  readonly maxDifferent: string;
  readonly maxMoved: string;
}

const part = (text: string): number => percentOf(text) / 100;

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
export async function judgeOf(snapshots: string, file: string, options: LimitOptions, io: CommandIo): Promise<Judge> {
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
