/**
 * Traffic as the judge of a build: what the add-on `tune` brings to `stele build --gate`.
 */
import type { CommandUnknownOpts } from 'commander';
import type { Judge } from '../../../build/publish/index.js';
import { hasFunctions, loadPart, missingAddOn } from '../../addons/index.js';
import type { CommandIo } from '../io.js';

export interface TrafficJudge {
  /** A command that has no more than the options that say how much worse an answer may be. */
  readonly flags: () => CommandUnknownOpts;
  /**
   * @param snapshots folder that is built into
   * @param traffic   file of the traffic; read now, so that a wrong file is reported before the build begins
   * @param options   values of the options that `flags` has, by the names that commander gives them
   * @throws OperationError for a file that is no traffic
   */
  readonly create: (
    snapshots: string,
    traffic: string,
    options: Readonly<Record<string, unknown>>,
    io: CommandIo,
  ) => Promise<Judge>;
}

const isJudge = (value: unknown): value is TrafficJudge => hasFunctions(value, ['flags', 'create']);

/** @returns undefined if this installation does not have the add-on */
export const loadJudge = (): Promise<TrafficJudge | undefined> => loadPart('tune', 'judge', isJudge);

/** @throws OperationError if this installation cannot judge traffic */
export async function requireJudge(): Promise<TrafficJudge> {
  const judge = await loadJudge();
  if (judge === undefined) throw missingAddOn('tune', '--gate');
  return judge;
}
