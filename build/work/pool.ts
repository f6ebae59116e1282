/**
 * Threads that do the jobs of a build, and the same in this thread where there are none.
 *
 * Threads start when there is work for them, and stay until the pool is closed.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { InvariantError } from '../../src/content/errors/index.js';
import { collectGarbage } from '../../src/format/node/index.js';
import { discardAllBut, movableBuffers } from './buffers.js';
import { COLLECT, doJob, type Job, type JobDone, ownedBy } from './job.js';
import type { WorkClock } from './work-clock.js';

export interface Pool {
  /** How many jobs are done at once. */
  readonly threads: number;
  /**
   * @param input whose buffers may move to a thread: not to be used afterwards, but for what jobs share
   * @param clock is told how long the job took; it must not run meanwhile
   * @throws what the job throws
   */
  run<Input, Output>(job: Job<Input, Output>, input: Input, clock?: WorkClock): Promise<Output>;
  /** Has shared memory given back that nobody refers to, by each thread once it is done with its job. */
  collect(): void;
  /** No job is begun any more; those that wait, or are done by other threads, fail for the reason. */
  stop(reason: Error): void;
  /** Ends the threads, and whatever they do. */
  close(): Promise<void>;
}

/** Does every job at once, in this thread. */
export class InlinePool implements Pool {
  readonly threads = 1;
  #ended: Error | undefined;

  async run<Input, Output>(job: Job<Input, Output>, input: Input, clock?: WorkClock): Promise<Output> {
    if (this.#ended !== undefined) throw this.#ended;
    const { output, worked } = doJob(job, input);
    discardAllBut(output, ownedBy(job, input));
    clock?.add(worked);
    return output;
  }

  collect(): void {
    collectGarbage();
  }

  stop(reason: Error): void {
    this.#ended ??= reason;
  }

  async close(): Promise<void> {
    this.stop(closed());
  }
}

const closed = (): InvariantError => new InvariantError('the pool was closed before the job was done');

/**
 * @param threads 1 for none beside this one
 * @param program of a thread: hands its jobs to `doJobs`
 * @returns a pool; of this thread alone where the compiled program of a thread is not there, as in a test that runs
 *          the sources
 */
export const createPool = (threads: number, program: string): Pool =>
  threads > 1 && existsSync(program) ? new ThreadPool(threads, program) : new InlinePool();

interface Task {
  /** Hands the job to an idle thread. */
  readonly start: (worker: Worker) => void;
  readonly reject: (error: unknown) => void;
}

class ThreadPool implements Pool {
  readonly threads: number;
  readonly #program: string;
  readonly #workers: Worker[] = [];
  readonly #idle: Worker[] = [];
  readonly #waiting: Task[] = [];
  readonly #running = new Map<Worker, Task>();
  /** Why no more jobs are taken. */
  #ended: Error | undefined;

  constructor(threads: number, program: string) {
    this.threads = threads;
    this.#program = program;
  }

  run<Input, Output>(job: Job<Input, Output>, input: Input, clock?: WorkClock): Promise<Output> {
    const transfer = [...movableBuffers(ownedBy(job, input))];
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) throw this.#ended;
      const start = (worker: Worker): void => {
        worker.once('message', ({ output, worked }: JobDone<Output>) => {
          this.#running.delete(worker);
          this.#idle.push(worker);
          clock?.add(worked);
          resolve(output);
          this.#next();
        });
        worker.postMessage({ name: job.name, input }, transfer);
      };
      // Reading comes first, as most waits for it, and what belongs to a column that is begun, as it frees memory.
      if (job.beginsColumn === true) this.#waiting.push({ start, reject });
      else this.#waiting.unshift({ start, reject });
      this.#next();
    });
  }

  collect(): void {
    for (const worker of this.#workers) worker.postMessage(COLLECT);
    collectGarbage();
  }

  async close(): Promise<void> {
    this.stop(closed());
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #next(): void {
    for (let task = this.#waiting[0]; task !== undefined; task = this.#waiting[0]) {
      const worker = this.#idle.pop() ?? this.#start();
      if (worker === undefined) return;
      this.#waiting.shift();
      this.#running.set(worker, task);
      task.start(worker);
    }
  }

  #start(): Worker | undefined {
    if (this.#workers.length === this.threads) return undefined;
    const worker = new Worker(this.#program);
    this.#workers.push(worker);
    worker.on('error', (error) => this.stop(error));
    worker.on('exit', () => this.stop(new InvariantError('a build thread ended by itself')));
    return worker;
  }

  /** Also once a thread has failed: nothing is worth going on with then. */
  stop(reason: Error): void {
    this.#ended ??= reason;
    for (const task of [...this.#running.values(), ...this.#waiting.splice(0)]) task.reject(this.#ended);
    this.#running.clear();
  }
}
