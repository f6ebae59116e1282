/**
 * A content request: a GET below a delivery root with everything that is needed to answer it, and the options that all content
 * requests share.
 */
import type { SnapshotId } from '../../content/model/index.js';
import type { EngineSpace, IgnoresParameter, PathParts } from '../../jsonapi/index.js';
import type { Answer } from '../cache/prepared-answer.js';
import { SNAPSHOT_HEADER } from '../http/headers.js';
import type { RequestHeaders } from '../http/request-headers.js';
import { CompressionQueue } from '../negotiate/compression-queue.js';
import { documentLinks } from '../negotiate/profile.js';
import type { SurrogateHeader } from '../options/cache-control.js';
import type { Mount } from '../spaces/mount.js';
import type { RequestTarget } from '../spaces/request-target.js';
import type { WatchedResponse } from '../wire/watched-response.js';
import type { Admission } from './admission.js';
import type { Sending } from './send-answer.js';
import { SharedWork } from './shared-work.js';

export interface DeliveryOptions extends Sending {
  readonly mounts: readonly Mount[];
  readonly admission: Admission;
  readonly targetBytesMaximum: number;
  /** Limit of an answer's estimated cost, in milliseconds. */
  readonly maxCostMs: number;
  /** Header that names the items an answer depends on; undefined: none is sent. */
  readonly surrogateHeader: SurrogateHeader | undefined;
  /** Tells which query parameters are ignored. */
  readonly ignores: IgnoresParameter | undefined;
  /** Header lines of every answer, names and values in turn. */
  readonly answerLines: readonly string[];
  /** Header lines of every answer from a preview. */
  readonly previewLines: readonly string[];
}

/** The options of one channel, published or preview, with its shared state. */
export interface Channel extends DeliveryOptions {
  /** Header lines of every answer of a mount from a snapshot. */
  readonly linesOf: (mount: Mount, snapshot: SnapshotId) => readonly string[];
  /** Answers of an engine that are being computed. */
  readonly pendingAnswers: (space: EngineSpace) => SharedWork<Answer>;
  readonly compression: CompressionQueue;
}

export interface ContentRequest {
  readonly mount: Mount;
  readonly target: RequestTarget;
  /** The resource that the path names; undefined if it names none. */
  readonly addressed: PathParts | undefined;
  readonly headers: RequestHeaders;
  readonly response: WatchedResponse;
  readonly channel: Channel;
}

/** @returns a function that gives the pending answers of a space, for as long as the space is in use */
function pendingAnswersBySpace(): Channel['pendingAnswers'] {
  const bySpace = new WeakMap<EngineSpace, SharedWork<Answer>>();
  return (space) => {
    const pending = bySpace.get(space) ?? new SharedWork<Answer>();
    bySpace.set(space, pending);
    return pending;
  };
}

/** Snapshots of a mount whose lines are kept: two are served during a swap. */
const SNAPSHOTS_OF_MOUNT = 2;

/** @returns a function that gives the lines of a mount's snapshot; it keeps the lines of the latest snapshots */
function answerLinesByMount(answerLines: readonly string[]): Channel['linesOf'] {
  const byMount = new WeakMap<Mount, Map<SnapshotId, readonly string[]>>();
  return (mount, snapshot) => {
    const bySnapshot = byMount.get(mount) ?? new Map<SnapshotId, readonly string[]>();
    byMount.set(mount, bySnapshot);
    const knownLines = bySnapshot.get(snapshot);
    if (knownLines !== undefined) return knownLines;
    const { profile, description } = mount;
    const links = profile === undefined || description === undefined ? [] : documentLinks(profile, description);
    const lines = [SNAPSHOT_HEADER, snapshot, ...links, ...answerLines];
    if (bySnapshot.size >= SNAPSHOTS_OF_MOUNT) bySnapshot.clear();
    bySnapshot.set(snapshot, lines);
    return lines;
  };
}

const createChannel = (options: DeliveryOptions): Channel => ({
  ...options,
  linesOf: answerLinesByMount(options.answerLines),
  pendingAnswers: pendingAnswersBySpace(),
  compression: new CompressionQueue(),
});

export const createPublishedChannel = createChannel;

/** Answers from unpublished snapshots are stored by no cache and purged by none. */
export const createPreviewChannel = (options: DeliveryOptions): Channel =>
  createChannel({
    ...options,
    mounts: options.mounts.flatMap(({ preview }) => preview ?? []),
    answerLines: options.previewLines,
    surrogateHeader: undefined,
  });
