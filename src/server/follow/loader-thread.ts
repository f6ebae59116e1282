/**
 * The thread that loads one snapshot, as `loadInThread` starts it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { loaderReply } from './loader.js';

parentPort?.postMessage(await loaderReply(workerData));
