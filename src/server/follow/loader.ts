/**
 * Loading a snapshot in a thread of its own, so that nobody who is being answered waits for checksums.
 *
 * The thread reads and checks every byte, tries that a space can be made of them, and hands over the shared memory.
 */
import { Worker } from 'node:worker_threads';
import { diskFiles } from '../../files/index.js';
import type { SnapshotId } from '../../model/index.js';
import { readSnapshot, type SnapshotBytes } from '../../snapshot/index.js';
import { type LoadFailure, LoadRefused } from './load-failure.js';

/** What the thread is started with. */
export interface LoaderTask {
  readonly folder: string;
  readonly id: SnapshotId;
}

export type LoaderReply =
  | { readonly kind: 'loaded'; readonly bytes: SnapshotBytes }
  | { readonly kind: 'failed'; readonly failure: LoadFailure };

/**
 * @param signal to give up
 * @throws why the snapshot cannot be had; `failureOf` tells what kind of reason it is
 */
export type LoadSnapshot = (folder: string, id: SnapshotId, signal?: AbortSignal) => Promise<SnapshotBytes>;

/** Loads in this thread, without comparing hashes: for a start, when nobody waits for an answer yet. */
export const loadHere: LoadSnapshot = (folder, id) => readSnapshot(diskFiles, folder, id, { hashes: false });

/** Cost to the calling thread: starting a thread and a structured clone per section. */
export const loadInThread: LoadSnapshot = (folder, id, signal) =>
  new Promise((resolve, reject) => {
    // An abort that has happened is not told again: the thread would outlive whoever waits for it.
    signal?.throwIfAborted();
    const task: LoaderTask = { folder, id };
    const worker = new Worker(new URL('./loader-thread.js', import.meta.url), { name: 'loader', workerData: task });
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
