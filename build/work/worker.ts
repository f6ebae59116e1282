/**
 * What the program of a thread does: one job after the other, as the pool sends them. A failure ends the thread, and the
 * pool hears of it.
 */
import { parentPort } from 'node:worker_threads';
import { InvariantError } from '../../src/content/errors/index.js';
import { collectGarbage } from '../../src/format/node/index.js';
import { discard, movableBuffers } from './buffers.js';
import { type AnyJob, COLLECT, doJob } from './job.js';

/** What the pool sends. */
interface JobMessage {
  readonly name: string;
  /** What the job of that name is given. */
  readonly input: never;
}

/** Does the pool's jobs from now on. @throws InvariantError where this is no thread of a pool, or a job is missing */
export function doJobs(jobs: readonly AnyJob[]): void {
  const port = parentPort;
  if (port === null) throw new InvariantError('the program of a build thread was started by itself');
  const known = new Map(jobs.map((job) => [job.name, job]));
  port.on('message', (message: JobMessage | typeof COLLECT) => {
    if (message === COLLECT) {
      collectGarbage();
      return;
    }
    const { name, input } = message;
    const job = known.get(name);
    if (job === undefined) throw new InvariantError(`a build thread knows no job ${name}`);
    const done = doJob(job, input);
    port.postMessage(done, [...movableBuffers(done.output)]);
    // What of it came back has moved already. The rest is this thread's own, moved here or copied.
    discard(input);
  });
}
