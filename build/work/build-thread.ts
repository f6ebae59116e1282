/**
 * The loop of a build thread: it does the jobs that the pool sends, one at a time.
 *
 * A failure ends the thread, and the pool is notified. Elsewhere: starting threads and sending jobs (pool).
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

/** Starts to receive and do the pool's jobs. @throws InvariantError outside a pool's thread, or for an unknown job */
export function doJobs(jobs: readonly AnyJob[]): void {
  const port = parentPort;
  if (port === null) throw new InvariantError('the program of a build thread was started outside a pool');
  const jobByName = new Map(jobs.map((job) => [job.name, job]));
  port.on('message', (message: JobMessage | typeof COLLECT) => {
    if (message === COLLECT) {
      collectGarbage();
      return;
    }
    const { name, input } = message;
    const job = jobByName.get(name);
    if (job === undefined) throw new InvariantError(`a build thread has no job named ${name}`);
    const result = doJob(job, input);
    port.postMessage(result, [...movableBuffers(result.output)]);
    // Buffers of the output have moved to the pool's thread. The other buffers of the input are freed.
    discard(input);
  });
}
