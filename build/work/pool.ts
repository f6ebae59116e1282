/**
 * A piece of work that a thread can do by itself: what it is given and what comes back are plain data in buffers. Which
 * thread does it, and in which order, decides nothing of the result.
 *
 * A job stands beside the function that does it, and in the list of the thread's program, which finds it by its name.
 */

import { existsSync } from 'node:fs';
import { parentPort, Worker } from 'node:worker_threads';
import { InvariantError } from '../../src/content/errors/index.js';
import { collectGarbage } from '../../src/format/platform/index.js';
import { discard, discardAllBut, movableBuffers } from './buffers.js';
import { WorkClock, type Worked } from './work-clock.js';

export interface Job<Input, Output> {
  /** No other job's. */
  readonly name: string;
  /** The structure that it begins with; where it makes several, it says itself when it goes on to the next. */
  readonly structure: string;
  readonly work: (input: Input, clock: WorkClock) => Output;
  /** What of the input nobody else needs: its buffers move to the thread. All else is copied, or shared. By default all. */
  readonly owned?: (input: Input) => unknown;
  /** Whether a column begins with it: then it waits for those that go on with columns which have begun. */
  readonly beginsColumn?: boolean;
}

/** A job of which only its name says what it is given. */
type AnyJob = Job<never, unknown>;

interface JobDone<Output> {
  readonly output: Output;
  readonly worked: Worked;
}

/** Does a job in this thread. @throws what the job throws */
function doJob<Input, Output>({ work, structure }: Job<Input, Output>, input: Input): JobDone<Output> {
  const clock = new WorkClock();
  clock.on(structure);
  const output = work(input, clock);
  clock.off();
  return { output, worked: clock.worked };
}

/** @returns what of a job's input nobody else needs */
const ownedBy = <Input>({ owned }: Job<Input, unknown>, input: Input): unknown =>
  owned === undefined ? input : owned(input);

/** What a thread may be told between two jobs, without an answer: to collect its garbage. */
const COLLECT = 'collect';

// Several pieces of work at once, whose results are taken in order.

/**
 * Works on several at once and takes what comes of it in order.
 *
 * @param ahead how many are under way at once
 */
export async function inOrder<Given, Made>(
  given: readonly Given[],
  ahead: number,
  work: (given: Given) => Promise<Made>,
  take: (made: Made, given: Given) => Promise<void>,
): Promise<void> {
  const begun: Promise<Made>[] = [];
  for (const [index, one] of given.entries()) {
    while (begun.length < Math.min(given.length, index + ahead)) {
      const made = work(given[begun.length]!);
      // Where one fails, the one that is waited for says so.
      made.catch(() => undefined);
      begun.push(made);
    }
    const made = await begun[index]!;
    delete begun[index];
    await take(made, one);
  }
}

// Threads that do the jobs of a build, and the same in this thread where there are none.
//
// Threads start when there is work for them, and stay until the pool is closed.

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

// What the program of a thread does: one job after the other, as the pool sends them. A failure ends the thread, and the
// pool hears of it.

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
