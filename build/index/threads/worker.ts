/**
 * The program of a thread: does one job after the other, as the pool sends them. A failure ends the thread, and the pool
 * hears of it.
 */
import { parentPort } from 'node:worker_threads';
import { InvariantError } from '../../../src/errors/index.js';
import { collectGarbage, discard, movableBuffers } from './buffers.js';
import { COLLECT, doJob, type JobInputs, type JobKind } from './jobs.js';

/** What the pool sends. */
export interface JobMessage<Kind extends JobKind> {
  readonly kind: Kind;
  readonly input: JobInputs[Kind];
}

function work<Kind extends JobKind>(message: JobMessage<Kind> | typeof COLLECT): void {
  if (message === COLLECT) {
    collectGarbage();
    return;
  }
  const { kind, input } = message;
  const done = doJob(kind, input);
  parentPort?.postMessage(done, [...movableBuffers(done.output)]);
  // What of it came back has moved already. The rest is this thread's own, moved here or copied.
  discard(input);
}

if (parentPort === null) throw new InvariantError('the program of a build thread was started by itself');
parentPort.on('message', work);
