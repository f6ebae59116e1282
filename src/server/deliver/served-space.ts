/**
 * What is served under a name: a snapshot or an engine, and how it goes with it.
 */
import type { AnySpace } from '../../api/jsonapi/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { EngineState, SpaceProblem } from '../follow/status.js';

/** A space under the name it is served by. */
export interface ServedSpace {
  readonly name: string;
  /** Read anew by every request; undefined while there is nothing to answer from, which is answered with 503. */
  readonly space: AnySpace | undefined;
  /** Read anew by every look at `/health` and every scrape: when the snapshot was built, in milliseconds since 1970. */
  readonly builtMs?: number | undefined;
  /** Read anew by every look at `/health`: what its URLs begin with after the next start, where that will change. */
  readonly nextName?: string | undefined;
  /** Read anew by every look at `/health`: why it is not the snapshot that CURRENT names. */
  readonly problem?: SpaceProblem | undefined;
  /** Read anew by every scrape: how often something newer that was published could not be served. */
  readonly refusedSwaps?: number;
  /** Read anew by every look at `/health` and every scrape: how it goes with the origin that is followed. */
  readonly origin?: OriginStatus | undefined;
  /** Read anew by every look at `/health` and every scrape: how it goes with the engine that answers; absent: a snapshot does. */
  readonly engine?: EngineState | undefined;
  /** Read anew by every look at `/health`: blocks of its files that another thread could not read. */
  readonly unreadableElsewhere?: number;
  /** The snapshot that is not published yet, for keys that carry `preview`; absent: they read what others read. */
  readonly preview?: ServedSpace | undefined;
}
