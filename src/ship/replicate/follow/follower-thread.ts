/**
 * The program of the thread that follows one origin; `followInThread` starts it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { shrinkHeap, stepBack } from '../../../format/platform/index.js';
import { followInThisThread } from './follow-task.js';
import type { FromFollower, ToFollower } from './follower-messages.js';

const send = (message: FromFollower): void => parentPort?.postMessage(message);

// Threads that answer requests have priority.
stepBack();
const following = followInThisThread()(workerData, {
  onStatus: (status) => send({ kind: 'status', status }),
  onVerified: (verified) => send({ kind: 'verified', verified }),
  onPulled: (report) => {
    send({ kind: 'pulled', report });
    // The next pull may be a day away; until then V8 would keep the garbage of this one. No request waits for this thread.
    setImmediate(shrinkHeap);
  },
});
parentPort?.on('message', ({ kind }: ToFollower) => {
  if (kind === 'look') following.look();
  // Without a port the thread has nothing to wait for, and ends.
  else void following.stop().finally(() => parentPort?.close());
});
