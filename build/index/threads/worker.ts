/**
 * The program of a thread: does one job after the other, as the pool sends them. A failure ends the thread, and the pool
 * hears of it.
 */
import { parentPort } from 'node:worker_threads';
import { InvariantError } from '../../../src/errors/index.js';
import { doJob, type JobInputs, type JobKind, movableBuffers } from './jobs.js';

/** What the pool sends. */
export interface JobMessage<Kind extends JobKind> {
  readonly kind: Kind;
  readonly input: JobInputs[Kind];
}

function work<Kind extends JobKind>({ kind, input }: JobMessage<Kind>): void {
  const done = doJob(kind, input);
  parentPort?.postMessage(done, [...movableBuffers(done.output)]);
}

if (parentPort === null) throw new InvariantError('the program of a build thread was started by itself');
parentPort.on('message', work);
