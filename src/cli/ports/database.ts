/**
 * The interface of the add-on `sql`: a database instead of a folder of snapshots.
 *
 * Used by `stele serve`, `query`, `list`, `diff` and `rollback`, which name the database by its URL.
 */
import type { CommandUnknownOpts } from 'commander';
import { hasFunctions, loadPart, missingAddOn } from '../../addons/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { FollowEngine } from '../../server/index.js';
import type { ComparableContent } from '../../ship/diff/index.js';
import type { Source } from '../source/source.js';

type Options = Readonly<Record<string, unknown>>;

/** One load, as `stele diff` compares it. */
export interface ComparedLoad extends ComparableContent {
  /** Equal for equal content. */
  readonly id: SnapshotId;
}

export interface Database {
  /** A command without an action: the options of a database that all commands share. */
  readonly flags: () => CommandUnknownOpts;
  /** A command without an action: the options of a database that `stele serve` has. */
  readonly serveFlags: () => CommandUnknownOpts;
  /** @param options values of the options in `flags` */
  readonly open: (url: string, options: Options) => Source;
  /** Opens the published load; with `both`, the load before it and the published load. */
  readonly withCompared: <Result>(
    url: string,
    options: Options,
    both: boolean,
    use: (loads: readonly ComparedLoad[]) => Promise<Result>,
  ) => Promise<Result>;
  /**
   * @param options values of the options in `serveFlags`
   * @param wait    whether to start although the database does not answer
   * @param pollMs  milliseconds between two reads of the register
   * @throws OperationError if the URL is not that of a database
   */
  readonly follow: (url: string, options: Options, wait: boolean, pollMs: number) => FollowEngine;
}

const isDatabase = (value: unknown): value is Database =>
  hasFunctions(value, ['flags', 'serveFlags', 'open', 'withCompared', 'follow']);

/** @returns undefined if the add-on is not installed */
export const loadDatabase = (): Promise<Database | undefined> => loadPart('sql', 'database', isDatabase);

/** @param feature option or URL that needs the add-on. @throws OperationError if the add-on is not installed */
export async function requireDatabase(feature: string): Promise<Database> {
  const database = await loadDatabase();
  if (database === undefined) throw missingAddOn('sql', feature);
  return database;
}

/** Whether a text is the URL of a database and not a path. */
export const isDatabaseUrl = (text: string): boolean => /^postgres(?:ql)?:\/\//i.test(text);
