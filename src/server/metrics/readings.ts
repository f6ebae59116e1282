/**
 * The values behind all metrics at one scrape: plain values, which can be sent to another thread and summed there.
 */
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { AccessReadings } from '../access/gate.js';
import type { CacheCounters } from '../cache/mount-cache.js';
import type { EngineState, HealthStatus } from '../spaces/status.js';
import type { RequestCounts } from './counters.js';

/** Status of the origin that fills a space. */
export interface OriginReadings extends Pick<OriginStatus, 'pulls' | 'failures' | 'fetchedBytes' | 'savedBytes'> {
  /** Seconds since the origin began to name another snapshot than the local one; 0 if they agree. */
  readonly behindSeconds: number;
  /** Seconds since nothing could be pulled from it; 0 if the last attempt succeeded. */
  readonly failingSeconds: number;
  /** Place of the origin that answered last, from 1; 0 before the first answer. */
  readonly used: number;
  /** Seconds since the first origin fails while a later one is tried; 0 if it answers. */
  readonly fallbackSeconds: number;
  /** Seconds since its CURRENT was last read; since the start if it was never read. */
  readonly readSeconds: number;
}

/** Status of the engine that answers a space. */
export interface EngineReadings extends Omit<EngineState, 'failingSinceMs'> {
  /** Seconds since it stopped answering; 0 if it answers. */
  readonly failingSeconds: number;
}

export interface SpaceReadings {
  readonly name: string;
  /** Id of the snapshot; undefined while none is loaded. */
  readonly snapshot: string | undefined;
  /** Seconds since this server first answered from the snapshot. */
  readonly servedSeconds: number;
  /** Seconds since the snapshot was built; undefined if the time of the build is missing. */
  readonly ageSeconds: number | undefined;
  /** Seconds since the snapshot was written into its folder; undefined if an engine answers. */
  readonly fetchedAgeSeconds: number | undefined;
  readonly cache: CacheCounters;
  /** Whether the space holds one snapshot, whatever CURRENT names. */
  readonly isPinned: boolean;
  /** Whether the space does not serve the published snapshot. */
  readonly hasProblem: boolean;
  /** Number of published snapshots that could not be served. */
  readonly refusedSwaps: number;
  /** Number of times that a thread found no room in the snapshot's memory. */
  readonly refusedMemory: number;
  readonly snapshotBytes: number;
  /** Bytes of the snapshot that are in memory. */
  readonly residentBytes: number;
  /** Number of blocks that could not be read when they were last needed. */
  readonly unreadableBlocks: number;
  /** Undefined if no origin is followed. */
  readonly origin: OriginReadings | undefined;
  /** Undefined if a snapshot answers. */
  readonly engine: EngineReadings | undefined;
}

/** Blocks of snapshots that stay in files; zeros if there are none. */
export interface BlockReadings {
  /** Number of blocks read from files. */
  readonly read: number;
  /** Number of needed blocks that were in memory. */
  readonly hits: number;
  readonly evictions: number;
  readonly bytes: number;
}

export interface Readings {
  /** Version of the program. */
  readonly version?: string | undefined;
  readonly status: HealthStatus;
  readonly requests: RequestCounts;
  readonly inFlight: number;
  readonly waitingBytes: number;
  readonly connections: number;
  /** Number of requests refused because of overload. */
  readonly shed: number;
  /** Number of expensive requests that waited in the queue. */
  readonly deferred: number;
  readonly deferredSeconds: number;
  readonly spaces: readonly SpaceReadings[];
  readonly blocks: BlockReadings;
  /** Undefined if content is open to everybody. */
  readonly access: AccessReadings | undefined;
}
