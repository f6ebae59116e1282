/**
 * The thread that loads one snapshot, as `loadInThread` starts it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { diskFiles } from '../../files/index.js';
import { assembleSnapshot, readSnapshot } from '../../snapshot/index.js';
import { failureOf } from './load-failure.js';
import type { LoaderReply, LoaderTask } from './loader.js';

async function load({ folder, id }: LoaderTask): Promise<LoaderReply> {
  try {
    const bytes = await readSnapshot(diskFiles, folder, id, { hashes: true });
    assembleSnapshot(bytes);
    return { kind: 'loaded', bytes };
  } catch (error) {
    return { kind: 'failed', failure: failureOf(error) };
  }
}

parentPort?.postMessage(await load(workerData));
