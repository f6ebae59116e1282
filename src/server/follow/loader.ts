/**
 * Loads a snapshot: in this thread at the start, later in a separate thread, so that no request waits for checksums.
 *
 * The loader thread reads and checks every byte, tries to assemble a space, and hands over the shared memory.
 */
import { Worker } from 'node:worker_threads';
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import {
  assembleSnapshot,
  closedPages,
  type Resident,
  readSnapshot,
  type SnapshotBytes,
} from '../../index/snapshot/index.js';
import { describeFailure, type LoadFailure, LoadRefused } from './load-failure.js';
import { type FileIdentities, VerifiedFiles } from './verified-files.js';

/** Young generation of the loader thread, which makes few objects: with V8's default it takes 48 MB. */
const YOUNG_MEGABYTES = 6;

/** A plain value, which can be sent to another thread. */
export interface LoadManner {
  /** Which parts are read into memory; default `all`. */
  readonly resident?: Resident;
  /** Whether every byte is compared with the signed snapshot id, even if the file was verified before. */
  readonly sealed?: boolean;
}

/** The data that the loader thread is started with. */
interface LoaderTask {
  readonly folder: string;
  readonly id: SnapshotId;
  /** Files whose hashes need no check. */
  readonly verifiedFiles: FileIdentities;
  readonly servedBytes: SnapshotBytes | undefined;
  readonly manner?: LoadManner;
}

type LoaderReply =
  | { readonly kind: 'loaded'; readonly bytes: SnapshotBytes }
  | { readonly kind: 'failed'; readonly failure: LoadFailure };

/**
 * @param signal      aborts loading
 * @param servedBytes the served snapshot; its memory is shared with equal parts of the next one
 * @throws an error that `describeFailure` describes
 */
export type LoadSnapshot = (
  folder: string,
  id: SnapshotId,
  signal?: AbortSignal,
  servedBytes?: SnapshotBytes,
  manner?: LoadManner,
) => Promise<SnapshotBytes>;

/** Loads in this thread, and checks hashes only if the snapshot is sealed: for the start, when no client waits yet. */
export const loadHere: LoadSnapshot = (folder, id, _signal, _held, { resident = 'all', sealed = false } = {}) =>
  readSnapshot(diskFiles, folder, id, { hashes: false, sealed, resident });

/** The work of the loader thread: checks the hashes of all files that were not verified, and assembles a space. */
export async function loaderReply({
  folder,
  id,
  verifiedFiles,
  servedBytes,
  manner = {},
}: LoaderTask): Promise<LoaderReply> {
  const { resident = 'all', sealed = false } = manner;
  try {
    const bytes = await readSnapshot(diskFiles, folder, id, {
      hashes: true,
      sealed,
      seenFiles: verifiedFiles,
      inMemory: servedBytes,
      resident,
    });
    // Assembling reads no blocks, so no file is opened for it.
    assembleSnapshot(bytes, closedPages());
    return { kind: 'loaded', bytes };
  } catch (error) {
    return { kind: 'failed', failure: describeFailure(error) };
  }
}

/**
 * @param entry    module of the thread, which gets a LoaderTask and posts a LoaderReply
 * @param verified files whose hashes need no check
 * Cost to the calling thread: starting a thread, and a structured clone per section.
 */
export const createThreadLoader =
  (entry: URL, verified = new VerifiedFiles()): LoadSnapshot =>
  (folder, id, signal, servedBytes, manner = {}) =>
    new Promise((resolve, reject) => {
      // A signal that is aborted already emits no event: the thread would continue without a caller.
      signal?.throwIfAborted();
      const task: LoaderTask = { folder, id, verifiedFiles: verified.findIdentities(folder, id), servedBytes, manner };
      const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
      const worker = new Worker(entry, { name: 'loader', workerData: task, resourceLimits });
      const terminate = (): void => void worker.terminate();
      signal?.addEventListener('abort', terminate, { once: true });
      let reply: LoaderReply | undefined;
      worker.on('message', (message: LoaderReply) => {
        reply = message;
      });
      worker.once('error', reject);
      // Only once the thread has ended: until then it refers to the memory too.
      worker.once('exit', (code) => {
        signal?.removeEventListener('abort', terminate);
        if (reply?.kind === 'loaded') resolve(reply.bytes);
        else if (reply?.kind === 'failed') reject(new LoadRefused(reply.failure));
        else reject(new Error(`the thread that loads a snapshot ended with ${code}`));
      });
    });

/** @param verified files whose hashes need no check */
export const loadInThread = (verified: VerifiedFiles): LoadSnapshot =>
  createThreadLoader(new URL('./loader-thread.js', import.meta.url), verified);
