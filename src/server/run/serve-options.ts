/**
 * Options and result of serving folders of snapshots, for one thread and for several.
 */
import type { SnapshotId } from '../../content/model/index.js';
import type { LoadingOptions } from '../follow/folder-options.js';
import type { ServerOptions } from './server-options.js';
import type { RunningServer } from './start-server.js';

/** Server options that are the same for every thread: plain values only. */
export type CommonOptions = Omit<
  ServerOptions,
  'spaces' | 'logger' | 'reusePort' | 'threads' | 'readAll' | 'pages' | 'keys' | 'trust' | 'dev'
>;

export interface ServeOptions extends LoadingOptions {
  readonly server: CommonOptions;
  /** Number of serving threads; 1: this one. */
  readonly threads: number;
  /** Whether to start although nothing can be served yet. */
  readonly wait: boolean;
  /** For the explorer: problem of the content that is built here; absent: nothing is built here. One thread only. */
  readonly dev?: () => string | undefined;
  /** File of keys, which is followed; absent: content is open to everybody. */
  readonly keysFile?: string;
}

interface ServingSpace {
  readonly name: string;
  readonly snapshot: SnapshotId | undefined;
}

export interface Serving extends Omit<RunningServer, 'readings' | 'resize'> {
  /** In the order of the roots. */
  readonly spaces: readonly ServingSpace[];
  /** Reads every CURRENT now, and tries refused snapshots again. Resolves when that is done. */
  readonly look: () => Promise<void>;
}
