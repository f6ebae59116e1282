/**
 * What the supervisor and its members tell each other: plain values only. A snapshot goes to a thread as its bytes, whose memory is shared.
 */
import type { SnapshotId } from '../../content/model/index.js';
import type { SnapshotBytes } from '../../index/snapshot/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { KeysState } from '../access/live-keys.js';
import type { LoadFailure } from '../follow/loader.js';
import type { Readings } from '../metrics/readings.js';
import type { CommonOptions } from '../serving.js';
import type { SpaceProblem, ThreadState, TrustState } from '../spaces/status.js';

interface MemberSpace {
  readonly name: string;
  /** Whether the name is a guess until a snapshot is there. */
  readonly provisional: boolean;
  /** Null while there is no snapshot. */
  readonly bytes: SnapshotBytes | null;
  /** Place of the space that it is the preview of; null where it is a space of its own. */
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
      /** Null where everybody may read. */
      readonly keys: KeysState | null;
    }
  | { readonly kind: 'keys'; readonly state: KeysState }
  | { readonly kind: 'switch'; readonly space: number; readonly bytes: SnapshotBytes }
  | {
      readonly kind: 'status';
      /** One a space. */
      readonly problems: readonly (SpaceProblem | null)[];
      /** One a space: how often something newer could not be served. */
      readonly refusedSwaps: readonly number[];
      /** One a space: what it is called after the next start, where that is another name. */
      readonly nextNames: readonly (string | null)[];
      /** One a space: how it goes with the origin that is followed. */
      readonly origins: readonly (OriginStatus | null)[];
      /** One a space: blocks of its files that a member could not read, of the member that could read the fewest. */
      readonly unreadable: readonly number[];
      readonly threads: readonly ThreadState[];
      /** Null where everybody is trusted. */
      readonly trust: TrustState | null;
    }
  | { readonly kind: 'read'; readonly ask: number }
  /** To `readingsWanted`. */
  | { readonly kind: 'allReadings'; readonly ask: number; readonly all: readonly Readings[] }
  | { readonly kind: 'stop' };

/** What a member's server has become. */
export interface Ready {
  readonly origin: string;
  readonly roots: readonly string[];
  readonly metricsOrigin?: string;
}

export type FromMember =
  | ({ readonly kind: 'ready' } & Ready)
  /** Could not start. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'switched'; readonly space: number; readonly id: SnapshotId }
  | { readonly kind: 'refused'; readonly space: number; readonly id: SnapshotId; readonly failure: LoadFailure }
  /** How many blocks of a space's files it cannot read, whenever that changes. */
  | { readonly kind: 'unreadable'; readonly space: number; readonly blocks: number }
  /** To `read`. */
  | { readonly kind: 'readings'; readonly ask: number; readonly readings: Readings }
  | { readonly kind: 'readingsWanted'; readonly ask: number }
  | { readonly kind: 'stopped'; readonly cut: number };

/** A member as the supervisor holds it. */
export interface Member {
  /** What the room it takes in shared memory is known by. */
  readonly threadId: number;
  readonly post: (message: ToMember) => void;
  /** Ends it without waiting. */
  readonly end: () => void;
}

export interface MemberEvents {
  readonly onMessage: (message: FromMember) => void;
  /** Once, when it is gone. @param reason in words, for the log */
  readonly onEnd: (reason: string) => void;
}

/** Launches a member. @param thread from 1 */
export type Launch = (thread: number, events: MemberEvents) => Member;
