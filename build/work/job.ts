/**
 * A job: a unit of work that any thread can do, with plain data in buffers as input and output.
 *
 * Invariant: neither the thread nor the order of jobs changes the result. A job is defined next to its function, and listed
 * in the program of the threads (build/segment/segment-thread), which finds it by name.
 */
import { WorkClock, type WorkTimes } from './work-clock.js';

export interface Job<Input, Output> {
  /** Unique among jobs. */
  readonly name: string;
  /** The structure that its time is counted for; a job that builds several structures switches the clock itself. */
  readonly structure: string;
  readonly work: (input: Input, clock: WorkClock) => Output;
  /** Returns the part of the input that only the job uses; by default all. Its buffers move to the thread, others are copied or shared. */
  readonly owned?: (input: Input) => unknown;
  /** Whether it is the first job of a column: it waits for jobs of columns that have begun. */
  readonly beginsColumn?: boolean;
}

/** A job whose input type is known by its name only. */
export type AnyJob = Job<never, unknown>;

export interface JobDone<Output> {
  readonly output: Output;
  readonly times: WorkTimes;
}

/** Does a job on this thread. @throws the errors of the job */
export function doJob<Input, Output>({ work, structure }: Job<Input, Output>, input: Input): JobDone<Output> {
  const clock = new WorkClock();
  clock.on(structure);
  const output = work(input, clock);
  clock.off();
  return { output, times: clock.times };
}

/** @returns the part of the input that only the job uses */
export const ownedInput = <Input>({ owned }: Job<Input, unknown>, input: Input): unknown =>
  owned === undefined ? input : owned(input);

/** A message to a thread between two jobs, without a reply: collect garbage. */
export const COLLECT = 'collect';
