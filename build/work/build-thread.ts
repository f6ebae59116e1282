/**
 * The loop of a build thread: it does one job after the other, as the pool sends them. A failure ends the thread, and the
 * pool is notified.
 */
import { parentPort } from 'node:worker_threads';
import { InvariantError } from '../../src/content/errors/index.js';
import { collectGarbage } from '../../src/format/platform/index.js';
import { discard, movableBuffers } from './buffers.js';
import { type AnyJob, COLLECT, doJob } from './job.js';

/** A job's message from the pool. */
interface JobMessage {
  readonly name: string;
  /** The input of the job of that name. */
  readonly input: never;
}

/** Does the pool's jobs from now on. @throws InvariantError outside a pool's thread, or for an unknown job */

export function doJobs(jobs: readonly AnyJob[]): void {
  const port = parentPort;
  if (port === null) throw new InvariantError('the program of a build thread was started outside a pool');
  const known = new Map(jobs.map((job) => [job.name, job]));
  port.on('message', (message: JobMessage | typeof COLLECT) => {
    if (message === COLLECT) {
      collectGarbage();
      return;
    }
    const { name, input } = message;
    const job = known.get(name);
    if (job === undefined) throw new InvariantError(`a build thread has no job named ${name}`);
    const done = doJob(job, input);
    port.postMessage(done, [...movableBuffers(done.output)]);
    // Buffers of the output have moved; the rest of the input belongs to this thread.
    discard(input);
  });
}
