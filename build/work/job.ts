/**
 * A piece of work that a thread can do by itself: what it is given and what comes back are plain data in buffers. Which
 * thread does it, and in which order, decides nothing of the result.
 *
 * A job stands beside the function that does it, and in the list of the thread's program, which finds it by its name.
 */
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
export type AnyJob = Job<never, unknown>;

export interface JobDone<Output> {
  readonly output: Output;
  readonly worked: Worked;
}

/** Does a job in this thread. @throws what the job throws */
export function doJob<Input, Output>({ work, structure }: Job<Input, Output>, input: Input): JobDone<Output> {
  const clock = new WorkClock();
  clock.on(structure);
  const output = work(input, clock);
  clock.off();
  return { output, worked: clock.worked };
}

/** @returns what of a job's input nobody else needs */
export const ownedBy = <Input>({ owned }: Job<Input, unknown>, input: Input): unknown =>
  owned === undefined ? input : owned(input);

/** What a thread may be told between two jobs, without an answer: to collect its garbage. */
export const COLLECT = 'collect';
