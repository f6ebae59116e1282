/**
 * Work shared by equal requests: a request for an answer that is being computed elsewhere waits for the same result. The
 * work is aborted once no client waits for it.
 */
import type { ServerResponse } from 'node:http';

/** @returns a signal that is aborted when the response is closed, also after it was sent */
export function closeSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed || response.destroyed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}

interface Job<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  /** Number of callers that wait for the result. */
  waiting: number;
}

export class SharedWork<Result> {
  readonly #jobs = new Map<string, Job<Result>>();

  /**
   * @param key    equal for calls that get the same result
   * @param closed aborted when this caller does not wait any more
   * @param start  gets a signal that is aborted when no caller waits any more
   * @returns the result of `start`, or of a call with the same key that is not finished
   */
  join(key: string, closed: AbortSignal, start: (aborted: AbortSignal) => Promise<Result>): Promise<Result> {
    const job = this.#jobs.get(key) ?? this.#begin(key, start);
    job.waiting += 1;
    const leave = (): void => {
      job.waiting -= 1;
      if (job.waiting > 0) return;
      // Later calls start again.
      if (this.#jobs.get(key) === job) this.#jobs.delete(key);
      job.controller.abort();
    };
    if (closed.aborted) leave();
    else closed.addEventListener('abort', leave, { once: true });
    return job.result;
  }

  #begin(key: string, start: (aborted: AbortSignal) => Promise<Result>): Job<Result> {
    const controller = new AbortController();
    const result = start(controller.signal).finally(() => {
      if (this.#jobs.get(key) === job) this.#jobs.delete(key);
    });
    const job: Job<Result> = { result, controller, waiting: 0 };
    this.#jobs.set(key, job);
    return job;
  }
}
