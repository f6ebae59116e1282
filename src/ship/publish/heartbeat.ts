/**
 * The sign that whoever holds a lock still runs, for those who cannot look at its process: the last byte of the lock's file
 * changes every two seconds. No clock is compared.
 *
 * A thread of its own does it, because a build keeps its own thread busy for longer than others should have to wait. It
 * ends with its process, however that ends.
 */
import { Worker } from 'node:worker_threads';
import { type Files, type OpenFile, readFully } from '../../format/files/index.js';
import { decodeOwner, encodeOwner, type Owner } from './owner.js';

export const BEAT_MS = 2_000;

/** A file of its own would have to be found from sources and from compiled files alike. */
const program = `
const { fdatasyncSync, writeSync } = require('node:fs');
const { descriptor, position, beatMs } = require('node:worker_threads').workerData;
let beats = 0;
const beat = () => {
  beats = (beats + 1) % 10;
  try {
    writeSync(descriptor, String(beats), position);
    // A network file system tells others only what is synced.
    fdatasyncSync(descriptor);
  } catch {
    // One beat less.
  }
};
beat();
setInterval(beat, beatMs);
`;

interface Beating {
  readonly file: OpenFile;
  readonly worker: Worker | undefined;
}

/**
 * Begins after a while: most work under a lock is over by then.
 *
 * @param path of the lock's file, which is the owner's
 * @returns    ends it; resolves when the file is closed
 */
export function beginHeartbeat(files: Files, path: string, owner: Owner): () => Promise<void> {
  let beating: Promise<Beating | undefined> | undefined;
  const timer = setTimeout(() => {
    beating = beat(files, path, owner).catch(() => undefined);
  }, BEAT_MS).unref();
  return async () => {
    clearTimeout(timer);
    const { file, worker } = (await beating) ?? {};
    await worker?.terminate();
    await file?.close();
  };
}

async function beat(files: Files, path: string, owner: Owner): Promise<Beating> {
  const mine = encodeOwner(owner);
  const file = await files.open(path, 'change');
  const found = new Uint8Array(mine.byteLength);
  await readFully(file, found, 0);
  const isMine = decodeOwner(found)?.token === owner.token;
  // A file in memory has no descriptor, and no other process looks at it.
  if (!isMine || file.descriptor === undefined) return { file, worker: undefined };
  const workerData = { descriptor: file.descriptor, position: mine.byteLength - 1, beatMs: BEAT_MS };
  const worker = new Worker(program, { eval: true, execArgv: [], name: 'heartbeat', workerData });
  // Without it, whoever waits takes the lock over, and the owner finds that out before it publishes.
  worker.on('error', () => undefined);
  worker.unref();
  return { file, worker };
}
