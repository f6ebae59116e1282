/**
 * Follows an origin in a separate thread, so that requests do not wait for hashing.
 */
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../../content/errors/index.js';
import type { Follow } from './follow-task.js';
import type { FromFollower, ToFollower } from './follower-messages.js';
import { type OriginStatus, UNKNOWN_STATUS } from './origin-status.js';

/** Pause before a dead thread is restarted; it dies only of a bug or a lack of memory. */
const RESTART_MS = 5_000;
/** Time for a cancelled pull to clean up. */
const STOP_MS = 2_000;

export const followInThread: Follow = (task, events) => {
  let status: OriginStatus = UNKNOWN_STATUS;
  let worker: Worker | undefined;
  let restart: NodeJS.Timeout | undefined;
  let isStopped = false;

  const handleMessage = (message: FromFollower): void => {
    switch (message.kind) {
      case 'verified':
        events.onVerified(message.verified);
        break;
      case 'pulled':
        events.onPulled(message.report);
        break;
      case 'status':
        status = message.status;
        events.onStatus(status);
        break;
    }
  };
  const handleExit = (reason: string): void => {
    worker = undefined;
    if (isStopped) return;
    const failing = {
      sinceMs: status.failing?.sinceMs ?? Date.now(),
      detail: `the thread that pulls snapshots has ended: ${reason}`,
    };
    status = { ...status, failing, failures: status.failures + 1 };
    events.onStatus(status);
    restart = setTimeout(startThread, RESTART_MS).unref();
  };
  const startThread = (): void => {
    const startedWorker = new Worker(new URL('./follower-thread.js', import.meta.url), {
      name: 'follower',
      workerData: task,
      // It makes few objects; with V8's default the space for young ones would grow to 48 MB.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    });
    let reason: string | undefined;
    startedWorker.on('message', handleMessage);
    startedWorker.on('error', (error) => {
      reason = reasonOf(error);
    });
    startedWorker.once('exit', (code) => handleExit(reason ?? `exit code ${code}`));
    worker = startedWorker;
  };
  startThread();

  const send = (message: ToFollower): void => worker?.postMessage(message);
  return {
    look: () => send({ kind: 'look' }),
    stop: async () => {
      isStopped = true;
      clearTimeout(restart);
      const stopping = worker;
      if (stopping === undefined) return;
      const exited = new Promise<void>((resolve) => stopping.once('exit', () => resolve()));
      send({ kind: 'stop' });
      const deadline = setTimeout(() => void stopping.terminate(), STOP_MS);
      await exited;
      clearTimeout(deadline);
    },
  };
};
