/**
 * Pools that run the jobs of a build: on worker threads, or inline on this thread.
 *
 * Threads start when there is work for them, and run until the pool is closed.
 * Elsewhere: jobs (job), the loop of a thread (build-thread).
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { InvariantError } from '../../src/content/errors/index.js';
import { collectGarbage } from '../../src/format/platform/index.js';
import { discardExcept, movableBuffers } from './buffers.js';
import { COLLECT, doJob, type Job, type JobDone, ownedInput } from './job.js';
import type { WorkClock } from './work-clock.js';

export interface Pool {
  /** Number of jobs that run at once. */
  readonly threads: number;
  /**
   * @param input its owned buffers may move to a thread and must not be used afterwards
   * @param clock receives the job's times; must be stopped meanwhile
   * @throws the errors of the job
   */
  run<Input, Output>(job: Job<Input, Output>, input: Input, clock?: WorkClock): Promise<Output>;
  /** Makes each thread free unreferenced shared memory, after its current job. */
  collect(): void;
  /** Starts no more jobs; waiting and running ones fail with the reason. */
  stop(reason: Error): void;
  /** Ends the threads and their jobs. */
  close(): Promise<void>;
}

/** Does every job immediately, on this thread. */
export class InlinePool implements Pool {
  readonly threads = 1;
  #ended: Error | undefined;

  async run<Input, Output>(job: Job<Input, Output>, input: Input, clock?: WorkClock): Promise<Output> {
    if (this.#ended !== undefined) throw this.#ended;
    const { output, times: worked } = doJob(job, input);
    discardExcept(output, ownedInput(job, input));
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
 * @param threads 1 for an inline pool
 * @param program path of the threads' program, which calls `doJobs`
 * @returns a thread pool; an inline one if the compiled program is missing, as in a test that runs the sources
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
  /** The reason why no more jobs are accepted; undefined while the pool is open. */
  #ended: Error | undefined;

  constructor(threads: number, program: string) {
    this.threads = threads;
    this.#program = program;
  }

  run<Input, Output>(job: Job<Input, Output>, input: Input, clock?: WorkClock): Promise<Output> {
    const transfer = [...movableBuffers(ownedInput(job, input))];
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) throw this.#ended;
      const start = (worker: Worker): void => {
        worker.once('message', ({ output, times: worked }: JobDone<Output>) => {
          this.#running.delete(worker);
          this.#idle.push(worker);
          clock?.add(worked);
          resolve(output);
          this.#next();
        });
        worker.postMessage({ name: job.name, input }, transfer);
      };
      // Reading has priority, as most work waits for it. Later jobs of a column have priority, as they free memory.
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
    worker.on('exit', () => this.stop(new InvariantError('a build thread exited unexpectedly')));
    return worker;
  }

  /** Also called when a thread fails: the build cannot succeed then. */
  stop(reason: Error): void {
    this.#ended ??= reason;
    for (const task of [...this.#running.values(), ...this.#waiting.splice(0)]) task.reject(this.#ended);
    this.#running.clear();
  }
}
