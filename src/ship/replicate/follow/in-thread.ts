/**
 * Following an origin in a separate thread, so that requests do not wait for hashing.
 */
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../../content/errors/index.js';
import type { FromFollower, ToFollower } from './messages.js';
import { type OriginStatus, UNKNOWN_STATUS } from './status.js';
import type { Follow } from './task.js';

/** Pause before a dead thread is restarted; it dies only of a bug or a lack of memory. */
const RESTART_MS = 5_000;
/** Time for a cancelled pull to clean up. */
const STOP_MS = 2_000;

export const followInThread: Follow = (task, events) => {
  let status: OriginStatus = UNKNOWN_STATUS;
  let worker: Worker | undefined;
  let restart: NodeJS.Timeout | undefined;
  let isStopped = false;

  const take = (message: FromFollower): void => {
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
  const died = (reason: string): void => {
    worker = undefined;
    if (isStopped) return;
    const failing = {
      sinceMs: status.failing?.sinceMs ?? Date.now(),
      detail: `the thread that pulls has ended: ${reason}`,
    };
    status = { ...status, failing, failures: status.failures + 1 };
    events.onStatus(status);
    restart = setTimeout(begin, RESTART_MS).unref();
  };
  const begin = (): void => {
    const begun = new Worker(new URL('./follower-thread.js', import.meta.url), { name: 'follower', workerData: task });
    let reason: string | undefined;
    begun.on('message', take);
    begun.on('error', (error) => {
      reason = reasonOf(error);
    });
    begun.once('exit', (code) => died(reason ?? `exit code ${code}`));
    worker = begun;
  };
  begin();

  const tell = (message: ToFollower): void => worker?.postMessage(message);
  return {
    look: () => tell({ kind: 'look' }),
    stop: async () => {
      isStopped = true;
      clearTimeout(restart);
      const stopping = worker;
      if (stopping === undefined) return;
      const gone = new Promise<void>((resolve) => stopping.once('exit', () => resolve()));
      tell({ kind: 'stop' });
      const deadline = setTimeout(() => void stopping.terminate(), STOP_MS);
      await gone;
      clearTimeout(deadline);
    },
  };
};
