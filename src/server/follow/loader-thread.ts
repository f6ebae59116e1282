/**
 * The thread that loads one snapshot, as `loadUnseen` starts it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { stepBack } from '../../format/platform/index.js';
import { loaderReply } from './loader.js';

// Whoever is being answered comes first.
stepBack();
parentPort?.postMessage(await loaderReply(workerData));
