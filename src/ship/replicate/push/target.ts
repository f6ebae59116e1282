/**
 * The interface of a target: an origin that also accepts files.
 */
import type { SnapshotId } from '../../../content/model/index.js';
import type { Origin } from '../origin/origin.js';
import type { OriginCurrent } from '../pull/origin-files.js';

export interface Content {
  readonly byteLength: number;
  /** Hexadecimal hash of the bytes. */
  readonly sha256: string;
  /** Starts a new iteration for each attempt. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** A local file with these bytes, which never changes. */
  readonly file?: string;
  /** Whether the file may be replaced later: then caches must not store it. */
  readonly mayChange?: boolean;
}

/** A file that a target lists. */
export interface StoredFile {
  /** Path below the target, as in `put`. */
  readonly path: string;
  readonly byteLength: number;
  /** In milliseconds since 1970, by the clock of the target. */
  readonly modifiedMs: number;
}

export interface Target extends Origin {
  /** Maximum length of a file. */
  readonly byteLengthMaximum: number;
  /** @returns the length of a file at the target; undefined if it is missing. @throws OriginFailure */
  lengthOf(path: string, signal: AbortSignal): Promise<number | undefined>;
  /** Stores a file, completely or not at all. @throws OriginFailure */
  put(path: string, content: Content, signal: AbortSignal): Promise<void>;
  /**
   * Points CURRENT at the snapshot, if CURRENT has not changed since it was read.
   *
   * @param currentSeen CURRENT as it was read; undefined if it was missing
   * @returns           false if CURRENT has changed; then nothing was written
   * @throws OriginFailure
   */
  replaceCurrent(currentSeen: OriginCurrent | undefined, snapshot: SnapshotId, signal: AbortSignal): Promise<boolean>;
  /**
   * Lists files; undefined if this kind of target cannot list.
   *
   * @param folder a folder name that ends with a slash, or an empty text for all files
   * @throws OriginFailure, for example if the credentials do not permit listing
   */
  list?(folder: string, signal: AbortSignal): Promise<readonly StoredFile[]>;
  /** Removes a file; does nothing if it is missing. Undefined if this kind of target cannot list. @throws OriginFailure */
  remove?(path: string, signal: AbortSignal): Promise<void>;
  /** Removes leftovers of killed pushes; undefined if this kind of target has none. */
  tidy?(): Promise<void>;
}
