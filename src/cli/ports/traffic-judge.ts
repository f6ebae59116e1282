/**
 * The interface of the add-on `tune`: recorded traffic decides whether a build is published, for `stele build --gate`.
 */
import type { CommandUnknownOpts } from 'commander';
import type { Judge } from '../../../build/publish/index.js';
import { hasFunctions, loadPart, missingAddOn } from '../../addons/index.js';
import type { CommandIo } from '../io.js';

export interface TrafficJudge {
  /** A command without an action: the options that say how much worse an answer may be. */
  readonly flags: () => CommandUnknownOpts;
  /**
   * @param snapshots folder of snapshots that the build writes to
   * @param traffic   file of the traffic; it is read now, so that a wrong file is reported before the build begins
   * @param options   values of the options in `flags`, by the names that commander uses for them
   * @throws OperationError if the file is not recorded traffic
   */
  readonly create: (
    snapshots: string,
    traffic: string,
    options: Readonly<Record<string, unknown>>,
    io: CommandIo,
  ) => Promise<Judge>;
}

const isJudge = (value: unknown): value is TrafficJudge => hasFunctions(value, ['flags', 'create']);

/** @returns undefined if the add-on is not installed */
export const loadJudge = (): Promise<TrafficJudge | undefined> => loadPart('tune', 'judge', isJudge);

/** @throws OperationError if the add-on is not installed */
export async function requireJudge(): Promise<TrafficJudge> {
  const judge = await loadJudge();
  if (judge === undefined) throw missingAddOn('tune', '--gate');
  return judge;
}
