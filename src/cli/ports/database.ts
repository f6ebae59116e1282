/**
 * A database in place of folders of snapshots: what the add-on `sql` brings to `stele serve`, `query`, `list`, `diff` and
 * `rollback`, which name it by its URL.
 */
import type { CommandUnknownOpts } from 'commander';
import { hasFunctions, loadPart, missingAddOn } from '../../addons/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { FollowEngine } from '../../server/index.js';
import type { ComparableContent } from '../../ship/diff/index.js';
import type { Source } from '../source/source.js';

type Options = Readonly<Record<string, unknown>>;

/** What was loaded at one time, as `stele diff` compares it. */
export interface ComparedLoad extends ComparableContent {
  /** The same for the same content. */
  readonly id: SnapshotId;
}

export interface Database {
  /** A command that has no more than the options of a database, which all commands share. */
  readonly flags: () => CommandUnknownOpts;
  /** The same for `stele serve`. */
  readonly serveFlags: () => CommandUnknownOpts;
  /** @param options values of the options that `flags` has */
  readonly open: (url: string, options: Options) => Source;
  /** Opens what is published, or with `both` the load before it and that one. */
  readonly withCompared: <Result>(
    url: string,
    options: Options,
    both: boolean,
    use: (loads: readonly ComparedLoad[]) => Promise<Result>,
  ) => Promise<Result>;
  /**
   * @param options values of the options that `serveFlags` has
   * @param wait    whether to begin although the database does not answer
   * @param pollMs  how often its register is read
   * @throws OperationError if the URL is not that of a database
   */
  readonly follow: (url: string, options: Options, wait: boolean, pollMs: number) => FollowEngine;
}

const isDatabase = (value: unknown): value is Database =>
  hasFunctions(value, ['flags', 'serveFlags', 'open', 'withCompared', 'follow']);

/** @returns undefined if this installation does not have the add-on */
export const loadDatabase = (): Promise<Database | undefined> => loadPart('sql', 'database', isDatabase);

/** @param wanted what was asked for. @throws OperationError if this installation cannot ask databases */
export async function requireDatabase(wanted: string): Promise<Database> {
  const database = await loadDatabase();
  if (database === undefined) throw missingAddOn('sql', wanted);
  return database;
}

/** Whether a text is the URL of a database and not a path. */
export const isDatabaseUrl = (text: string): boolean => /^postgres(?:ql)?:\/\//i.test(text);
