/**
 * What this process has hashed itself: the segments of the snapshot that was pulled last, for each folder. Whoever loads it
 * moments later need not hash them again.
 *
 * Why a snapshot could not be loaded, as a plain value that crosses threads.
 *
 * Loading a snapshot in a thread of its own, so that nobody who is being answered waits for checksums.
 *
 * The thread reads and checks every byte, tries that a space can be made of them, and hands over the shared memory.
 */

import { Worker } from 'node:worker_threads';
import { codeOf, IntegrityError, OperationError, reasonOf } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import {
  assembleSnapshot,
  closedPages,
  type Resident,
  readSnapshot,
  type SnapshotBytes,
} from '../../index/snapshot/index.js';
import type { VerifiedSnapshot } from '../../ship/replicate/index.js';

/** By name of the file: what it looked like when its hash was right. A plain value, which can be sent to another thread. */
type SeenFiles = ReadonlyMap<string, string>;

const NOTHING: SeenFiles = new Map();

export class VerifiedFiles {
  readonly #last = new Map<string, VerifiedSnapshot>();

  /** @param folder of snapshots */
  note(folder: string, verified: VerifiedSnapshot): void {
    this.#last.set(folder, verified);
  }

  of(folder: string, id: SnapshotId): SeenFiles {
    const last = this.#last.get(folder);
    return last?.snapshot === id ? last.files : NOTHING;
  }
}

export interface LoadFailure {
  /** Says no path of this machine: `/health` shows it. */
  readonly detail: string;
  /** The same and more, for the log. */
  readonly reason: string;
  /** Whether the bytes are to blame, so that trying again without a change is of no use; a full disk is not. */
  readonly lasting: boolean;
}

/** Thrown where a failure came from another thread. */
export class LoadRefused extends Error {
  override readonly name = 'LoadRefused';
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

export function failureOf(error: unknown): LoadFailure {
  if (error instanceof LoadRefused) return error.failure;
  if (error instanceof IntegrityError) {
    return { detail: `the snapshot is damaged: ${error.message}`, reason: error.message, lasting: true };
  }
  if (error instanceof OperationError) return { detail: error.message, reason: error.message, lasting: true };
  const reason = reasonOf(error);
  const name = codeOf(error);
  const code = name === undefined ? '' : ` (${name})`;
  return { detail: `the snapshot could not be read${code}; the log says more`, reason, lasting: false };
}

/** A plain value. */
export interface LoadHow {
  /** What of it is read into memory; `all` where it is not given. */
  readonly resident?: Resident;
  /** Whether no byte counts that was not compared with the snapshot's id, whatever is written to the disk: somebody has signed it. */
  readonly sealed?: boolean;
}

/** What the thread is started with. */
interface LoaderTask {
  readonly folder: string;
  readonly id: SnapshotId;
  readonly seen: SeenFiles;
  readonly held: SnapshotBytes | undefined;
  readonly how?: LoadHow;
}

type LoaderReply =
  | { readonly kind: 'loaded'; readonly bytes: SnapshotBytes }
  | { readonly kind: 'failed'; readonly failure: LoadFailure };

/**
 * @param signal to give up
 * @param held   what is served until then: what the next snapshot has of it is shared
 * @throws why the snapshot cannot be had; `failureOf` tells what kind of reason it is
 */
export type LoadSnapshot = (
  folder: string,
  id: SnapshotId,
  signal?: AbortSignal,
  held?: SnapshotBytes,
  how?: LoadHow,
) => Promise<SnapshotBytes>;

/** Loads in this thread, without comparing hashes unless it is sealed: for a start, when nobody waits for an answer yet. */
export const loadHere: LoadSnapshot = (folder, id, _signal, _held, { resident = 'all', sealed = false } = {}) =>
  readSnapshot(diskFiles, folder, id, { hashes: false, sealed, resident });

/**
 * What the thread does: every hash is compared that this process has not seen to be right, and a space is made of the bytes to
 * see that one can be.
 */
export async function loaderReply({ folder, id, seen, held, how = {} }: LoaderTask): Promise<LoaderReply> {
  const { resident = 'all', sealed = false } = how;
  try {
    const bytes = await readSnapshot(diskFiles, folder, id, { hashes: true, sealed, seen, held, resident });
    // Nothing is read of what stays in files, so no file is opened for it.
    assembleSnapshot(bytes, closedPages());
    return { kind: 'loaded', bytes };
  } catch (error) {
    return { kind: 'failed', failure: failureOf(error) };
  }
}

/**
 * @param entry    the module that the thread runs: it is given a LoaderTask and posts a LoaderReply
 * @param verified what need not be hashed
 * Cost to the calling thread: starting a thread and a structured clone per section.
 */
export const loadingIn =
  (entry: URL, verified = new VerifiedFiles()): LoadSnapshot =>
  (folder, id, signal, held, how = {}) =>
    new Promise((resolve, reject) => {
      // An abort that has happened is not told again: the thread would outlive whoever waits for it.
      signal?.throwIfAborted();
      const task: LoaderTask = { folder, id, seen: verified.of(folder, id), held, how };
      const worker = new Worker(entry, { name: 'loader', workerData: task });
      const giveUp = (): void => void worker.terminate();
      signal?.addEventListener('abort', giveUp, { once: true });
      let reply: LoaderReply | undefined;
      worker.on('message', (received: LoaderReply) => {
        reply = received;
      });
      worker.once('error', reject);
      // Only once the thread is gone: until then it holds the memory as well.
      worker.once('exit', (code) => {
        signal?.removeEventListener('abort', giveUp);
        if (reply?.kind === 'loaded') resolve(reply.bytes);
        else if (reply?.kind === 'failed') reject(new LoadRefused(reply.failure));
        else reject(new Error(`the thread that loads a snapshot ended with ${code}`));
      });
    });

/** @param verified what need not be hashed */
export const loadUnseen = (verified: VerifiedFiles): LoadSnapshot =>
  loadingIn(new URL('./loader-thread.js', import.meta.url), verified);
