/**
 * A target: an origin that also accepts files.
 */
import type { SnapshotId } from '../../../content/model/index.js';
import type { Origin } from '../origin/origin.js';
import type { OriginCurrent } from '../pull/read-small.js';

export interface Content {
  readonly byteLength: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Anew for each attempt. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** A file here that was seen to have them, and never changes. */
  readonly file?: string;
  /** Whether other bytes may take its name one day, so that caches have to ask. */
  readonly mayChange?: boolean;
}

export interface Target extends Origin {
  /** The most bytes that it takes in one piece. */
  readonly byteLengthMaximum: number;
  /** @returns how long a file there is; undefined where there is none. @throws OriginFailure */
  lengthOf(path: string, signal: AbortSignal): Promise<number | undefined>;
  /** Puts a file there: all of it, or nothing under that name. @throws OriginFailure */
  put(path: string, content: Content, signal: AbortSignal): Promise<void>;
  /**
   * Points CURRENT at the snapshot, if it still is what was read.
   *
   * @param seen undefined where there was none
   * @returns    false where it is another by now, and nothing was changed
   * @throws OriginFailure
   */
  replaceCurrent(seen: OriginCurrent | undefined, snapshot: SnapshotId, signal: AbortSignal): Promise<boolean>;
  /** Puts away what a push left that was killed; absent where none leaves anything. */
  tidy?(): Promise<void>;
}
