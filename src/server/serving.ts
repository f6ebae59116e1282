/**
 * What serving folders of snapshots takes and gives, whether one thread answers or several do.
 */
import type { Logger } from 'pino';
import type { SnapshotId } from '../content/model/index.js';
import type { Follow } from '../ship/replicate/index.js';
import type { LoadSnapshot } from './follow/loader.js';
import type { SnapshotFolder } from './follow/open-folders.js';
import type { ServerOptions } from './run/server-options.js';
import type { RunningServer } from './run/start-server.js';

/** What is told to every thread alike: plain values only. */
export type CommonOptions = Omit<
  ServerOptions,
  'spaces' | 'logger' | 'reusePort' | 'threads' | 'readAll' | 'pages' | 'keys' | 'trust' | 'dev'
>;

export interface ServeOptions {
  /** At least one. */
  readonly folders: readonly SnapshotFolder[];
  readonly server: CommonOptions;
  readonly logger: Logger;
  /** How many threads answer; 1: this one. */
  readonly threads: number;
  /** How often CURRENT is looked at, besides being watched; 0: never. */
  readonly pollMs: number;
  /** Whether to start although nothing can be served yet. */
  readonly wait: boolean;
  /** What the process may take, in bytes; what its control groups say where not given. */
  readonly allowedBytes?: number;
  /** What is wrong with what is built here, for the explorer; absent: nothing is built here. Of one thread alone. */
  readonly dev?: () => string | undefined;
  /** How a swap loads; what a server starts with is read at once, as nobody waits for an answer yet. */
  readonly load?: LoadSnapshot;
  /** Who must have signed what is served: public keys, or files of such, which are followed; none, the default: nobody. */
  readonly trust?: readonly string[];
  /** How long ago a snapshot may have been signed where nothing was accepted before; absent: any time. */
  readonly signatureAgeMaximumMs?: number;
  /** The file of keys, which is followed; absent: everybody may read. */
  readonly keysFile?: string;
  /** How origins are followed; in a thread each where not given. */
  readonly follow?: Follow;
}

interface ServedFolder {
  readonly name: string;
  readonly snapshot: SnapshotId | undefined;
}

export interface Serving extends Omit<RunningServer, 'readings'> {
  /** In the order of the roots. */
  readonly spaces: readonly ServedFolder[];
  /** Looks at every CURRENT now, also where a snapshot was refused before. Resolves when that is done. */
  readonly look: () => Promise<void>;
}
