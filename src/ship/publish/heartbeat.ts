/**
 * The heartbeat of a lock: the last byte of the lock file changes every two seconds while its owner runs, so that processes on
 * other hosts or in other containers see that the owner is alive. No clocks are compared.
 *
 * A separate thread writes it, because a build may block its own thread for many seconds.
 */
import { Worker } from 'node:worker_threads';
import { type Files, type OpenFile, readFully } from '../../format/files/index.js';
import { decodeOwner, encodeOwner, type Owner } from './owner.js';

export const BEAT_MS = 2_000;

/** The program of the thread, as text: a file would be at different places in sources, compiled files and the bundle. */
const program = `
const { fdatasyncSync, writeSync } = require('node:fs');
const { descriptor, position, beatMs } = require('node:worker_threads').workerData;
let beats = 0;
const beat = () => {
  beats = (beats + 1) % 10;
  try {
    writeSync(descriptor, String(beats), position);
    // On network file systems, other hosts see only synced bytes.
    fdatasyncSync(descriptor);
  } catch {
    // This beat is skipped.
  }
};
beat();
setInterval(beat, beatMs);
`;

interface RunningHeartbeat {
  readonly file: OpenFile;
  readonly worker: Worker | undefined;
}

/**
 * Starts after one interval: most work under a lock is over by then.
 *
 * @param path the lock file
 * @returns    a function that stops the heartbeat; it resolves when the file is closed
 */
export function beginHeartbeat(files: Files, path: string, owner: Owner): () => Promise<void> {
  let beating: Promise<RunningHeartbeat | undefined> | undefined;
  const timer = setTimeout(() => {
    beating = startBeating(files, path, owner).catch(() => undefined);
  }, BEAT_MS).unref();
  return async () => {
    clearTimeout(timer);
    const { file, worker } = (await beating) ?? {};
    await worker?.terminate();
    await file?.close();
  };
}

async function startBeating(files: Files, path: string, owner: Owner): Promise<RunningHeartbeat> {
  const ownBytes = encodeOwner(owner);
  const file = await files.open(path, 'change');
  const fileBytes = new Uint8Array(ownBytes.byteLength);
  await readFully(file, fileBytes, 0);
  const isOwnLock = decodeOwner(fileBytes)?.token === owner.token;
  // A file in memory has no descriptor, and no other process can see it.
  if (!isOwnLock || file.descriptor === undefined) return { file, worker: undefined };
  const workerData = { descriptor: file.descriptor, position: ownBytes.byteLength - 1, beatMs: BEAT_MS };
  const worker = new Worker(program, { eval: true, execArgv: [], name: 'heartbeat', workerData });
  // Without a heartbeat a waiting process takes over the lock; the owner notices before it publishes.
  worker.on('error', () => undefined);
  worker.unref();
  return { file, worker };
}
