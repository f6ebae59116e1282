/**
 * The thread that follows one origin, as `followInThread` starts it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage, stepBack } from '../../../format/platform/index.js';
import type { FromFollower, ToFollower } from './messages.js';
import { followInThisThread } from './task.js';

const say = (message: FromFollower): void => parentPort?.postMessage(message);

// Whoever is being answered by the other threads comes first.
stepBack();
const following = followInThisThread()(workerData, {
  onStatus: (status) => say({ kind: 'status', status }),
  onVerified: (verified) => say({ kind: 'verified', verified }),
  onPulled: (report) => {
    say({ kind: 'pulled', report });
    // The next pull may be a day away: until then V8 would keep what this one has left. Nobody else waits for it.
    setImmediate(collectGarbage);
  },
});
parentPort?.on('message', ({ kind }: ToFollower) => {
  if (kind === 'look') following.look();
  // Nothing is left to do then, and the thread ends.
  else void following.stop().finally(() => parentPort?.close());
});
