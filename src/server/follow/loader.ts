/**
 * Loading a snapshot in a thread of its own, so that nobody who is being answered waits for checksums.
 *
 * The thread reads and checks every byte, tries that a space can be made of them, and hands over the shared memory.
 */
import { Worker } from 'node:worker_threads';
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { assembleSnapshot, closedPages, readSnapshot, type SnapshotBytes } from '../../index/snapshot/index.js';
import { failureOf, type LoadFailure, LoadRefused } from './load-failure.js';
import { type ResidentChoice, residentBy } from './residence.js';
import { type SeenFiles, VerifiedFiles } from './verified.js';

/** A plain value. */
export interface LoadHow {
  /** What of it is read into memory; `all` where it is not given. */
  readonly resident?: ResidentChoice;
  /** Whether no byte counts that was not compared with the snapshot's id, whatever is written to the disk: somebody has signed it. */
  readonly sealed?: boolean;
}

/** What the thread is started with. */
export interface LoaderTask {
  readonly folder: string;
  readonly id: SnapshotId;
  readonly seen: SeenFiles;
  readonly held: SnapshotBytes | undefined;
  readonly how?: LoadHow;
}

export type LoaderReply =
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
  readSnapshot(diskFiles, folder, id, { hashes: false, sealed, resident: residentBy(resident) });

/**
 * What the thread does: every hash is compared that this process has not seen to be right, and a space is made of the bytes to
 * see that one can be.
 */
export async function loaderReply({ folder, id, seen, held, how = {} }: LoaderTask): Promise<LoaderReply> {
  const { resident = 'all', sealed = false } = how;
  try {
    const options = { hashes: true, sealed, seen, held, resident: residentBy(resident) };
    const bytes = await readSnapshot(diskFiles, folder, id, options);
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

const loaderThread = new URL('./loader-thread.js', import.meta.url);

/** @param verified what need not be hashed */
export const loadUnseen = (verified: VerifiedFiles): LoadSnapshot => loadingIn(loaderThread, verified);

export const loadInThread: LoadSnapshot = loadingIn(loaderThread);
