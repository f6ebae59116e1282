/**
 * Following an origin in a thread of its own, so that nobody who is being answered waits for hashes.
 */
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../../content/errors/index.js';
import type { FromFollower, ToFollower } from './messages.js';
import { NOTHING_KNOWN, type OriginStatus } from './status.js';
import type { Follow } from './task.js';

/** A thread that died, which only a bug or a lack of memory does to it, begins anew after this. */
const RESTART_MS = 5_000;
/** A pull that is given up puts away what it has begun, which takes moments. */
const STOP_MS = 2_000;

export const followInThread: Follow = (task, events) => {
  let status: OriginStatus = NOTHING_KNOWN;
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
