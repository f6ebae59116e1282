/**
 * Entry of the thread that loads one snapshot, as `loadInThread` starts it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { stepBack } from '../../format/platform/index.js';
import { loaderReply } from './loader.js';

// Threads that answer requests have priority.
stepBack();
parentPort?.postMessage(await loaderReply(workerData));
