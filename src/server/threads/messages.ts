/**
 * Messages between the supervisor and its members: plain values only. A snapshot is sent as its bytes, whose memory is
 * shared.
 */
import type { SnapshotId } from '../../content/model/index.js';
import type { SnapshotBytes } from '../../index/snapshot/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { KeysState } from '../access/live-keys.js';
import type { LoadFailure } from '../follow/load-failure.js';
import type { Readings } from '../metrics/readings.js';
import type { CommonOptions } from '../run/serve-options.js';
import type { SpaceProblem, ThreadState, TrustState } from '../spaces/status.js';

interface MemberSpace {
  readonly name: string;
  /** Whether a later snapshot will name the space. */
  readonly isProvisional: boolean;
  /** Null while there is no snapshot. */
  readonly bytes: SnapshotBytes | null;
  /** Index of the space that it is the preview of; null if it is no preview. */
  readonly previewOf: number | null;
}

export type ToMember =
  | {
      readonly kind: 'start';
      /** From 1. */
      readonly thread: number;
      readonly server: CommonOptions;
      readonly logLevel: string;
      readonly spaces: readonly MemberSpace[];
      /** Null if content is open to everybody. */
      readonly keys: KeysState | null;
    }
  | { readonly kind: 'keys'; readonly state: KeysState }
  | { readonly kind: 'switch'; readonly space: number; readonly bytes: SnapshotBytes }
  /** Every list has one element per space. */
  | {
      readonly kind: 'status';
      readonly problems: readonly (SpaceProblem | null)[];
      /** Number of published snapshots that could not be served. */
      readonly refusedSwaps: readonly number[];
      /** Name after the next start, if it will change. */
      readonly nextNames: readonly (string | null)[];
      readonly origins: readonly (OriginStatus | null)[];
      /** The snapshot that each space holds, whatever CURRENT names. */
      readonly pins: readonly (SnapshotId | null)[];
      /** Number of blocks that could not be read, in the member with the most. */
      readonly unreadable: readonly number[];
      readonly threads: readonly ThreadState[];
      /** Null if signatures are not checked. */
      readonly trust: TrustState | null;
    }
  /** The memory was divided again: this member's shares, in bytes. */
  | {
      readonly kind: 'sizes';
      readonly cacheBytes: number;
      readonly blockCacheBytes: number;
      readonly waitingBytes: number;
    }
  | { readonly kind: 'read'; readonly ask: number }
  /** Answers `readingsWanted`. */
  | { readonly kind: 'allReadings'; readonly ask: number; readonly all: readonly Readings[] }
  | { readonly kind: 'stop' };

/** A member's server once it listens. */
export interface Ready {
  readonly origin: string;
  readonly roots: readonly string[];
  readonly metricsOrigin?: string;
}

export type FromMember =
  | ({ readonly kind: 'ready' } & Ready)
  /** The member could not start. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'switched'; readonly space: number; readonly id: SnapshotId }
  | { readonly kind: 'refused'; readonly space: number; readonly id: SnapshotId; readonly failure: LoadFailure }
  /** Sent when the number of a space's unreadable blocks changes. */
  | { readonly kind: 'unreadable'; readonly space: number; readonly blocks: number }
  /** Answers `read`. */
  | { readonly kind: 'readings'; readonly ask: number; readonly readings: Readings }
  | { readonly kind: 'readingsWanted'; readonly ask: number }
  | { readonly kind: 'stopped'; readonly cut: number };

/** A member as the supervisor holds it. */
export interface Member {
  /** Identifies its part of the shared memory. */
  readonly threadId: number;
  readonly post: (message: ToMember) => void;
  /** Ends it without waiting. */
  readonly end: () => void;
}

export interface MemberEvents {
  readonly onMessage: (message: FromMember) => void;
  /** Called once, when it has ended. @param reason in words, for the log */
  readonly onEnd: (reason: string) => void;
}

/** Launches a member. @param thread from 1 */
export type Launch = (thread: number, events: MemberEvents) => Member;
