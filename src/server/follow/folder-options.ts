/**
 * Options of serving folders of snapshots, as far as following and loading need them.
 */
import type { Logger } from 'pino';
import type { SnapshotId } from '../../content/model/index.js';
import type { Resident } from '../../index/snapshot/index.js';
import type { Follow, FollowTask } from '../../ship/replicate/index.js';
import type { LoadSnapshot } from './loader.js';

export interface SnapshotFolder {
  /** Absent: the name in the snapshot's model. */
  readonly name?: string;
  readonly folder: string;
  /** Folder of unpublished snapshots; absent: there are none. */
  readonly preview?: string;
  /** The snapshot to serve, whatever CURRENT names. */
  readonly pin?: SnapshotId;
  /** Origin that its snapshots are pulled from; absent: another program writes them. */
  readonly origin?: FollowedOrigin;
}

/** Options of an origin, without the folder that it fills. */
type FollowedOrigin = Omit<FollowTask, 'folder'>;

/** A space or a preview that begins to serve a snapshot while the server runs. */
export interface ServedSwap {
  readonly name: string;
  readonly isPreview: boolean;
  readonly snapshot: SnapshotId;
}

export interface FollowFoldersOptions {
  /** At least one. */
  readonly folders: readonly SnapshotFolder[];
  readonly logger: Logger;
  /** Interval at which files are read in addition to being watched; 0: never. */
  readonly pollMs: number;
  /** Function that follows an origin; absent: each origin is followed in a thread. */
  readonly follow?: Follow;
  /** Called after each swap. */
  readonly onSwap?: (swap: ServedSwap) => void;
}

export interface LoadingOptions extends FollowFoldersOptions, ResidenceOptions {
  /** Function that loads a snapshot for a swap. At the start snapshots are read directly, because no client waits yet. */
  readonly load?: LoadSnapshot;
  /** Public keys, or files of public keys, whose signatures are trusted; absent or empty: signatures are not checked. */
  readonly trust?: readonly string[];
  /** Maximum age of the first signature that is accepted; absent: any age. */
  readonly signatureAgeMaximumMs?: number;
}

export interface ResidenceOptions {
  readonly folders: readonly SnapshotFolder[];
  readonly logger: Logger;
  /** Number of serving threads. */
  readonly threads: number;
  /** With several threads: bytes of each one's young generation; absent: V8's default of one thread, divided. */
  readonly youngBytes?: number;
  /** Memory that the process may take, in bytes; absent: the limit of its control groups, or the machine's memory. */
  readonly allowedBytes?: number;
  readonly server: {
    readonly resident?: Resident;
    readonly residentCacheBytes?: number;
    readonly cacheBytes?: number;
    readonly overload?: { readonly heldBytesMaximum?: number };
  };
}
