/**
 * A space as requests, `/health` and `/metrics` see it: a snapshot or an engine, and its status.
 *
 * Every member is read again for each request or scrape, because the follower of the space changes them.
 */
import type { SnapshotId } from '../../content/model/index.js';
import type { AnySpace } from '../../jsonapi/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { EngineState, SpaceProblem } from './status.js';

/** A space under the name that it is served by. */
export interface ServedSpace {
  readonly name: string;
  /** Whether the first snapshot will give it another name; then metrics have no label for it yet. */
  readonly isNameProvisional?: boolean;
  /** Undefined while there is nothing to answer from; then requests get 503. */
  readonly space: AnySpace | undefined;
  /** Time of the build, in milliseconds since 1970; undefined if it is missing. */
  readonly builtMs?: number | undefined;
  /** Time at which the snapshot was written into its folder, in milliseconds since 1970; undefined if an engine answers. */
  readonly fetchedMs?: number | undefined;
  /** The name in its URLs after the next start, if that will change. */
  readonly nextName?: string | undefined;
  /** The reason why it is not the snapshot that CURRENT names. */
  readonly problem?: SpaceProblem | undefined;
  /** Number of published snapshots that could not be served. */
  readonly refusedSwaps?: number;
  /** Status of the origin that is followed. */
  readonly origin?: OriginStatus | undefined;
  /** The snapshot that it holds, whatever CURRENT names. */
  readonly pin?: SnapshotId | undefined;
  /** Status of the engine that answers; absent: a snapshot answers. */
  readonly engine?: EngineState | undefined;
  /** Number of blocks of its files that another thread could not read. */
  readonly unreadableElsewhere?: number;
  /** The unpublished snapshot, for keys with `preview`; absent: such keys read the published one. */
  readonly preview?: ServedSpace | undefined;
}
