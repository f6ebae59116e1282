/**
 * The queue of expensive requests: they wait while cheap requests arrive.
 *
 * A request in the queue runs in the first event loop turn without another request, or after `PATIENCE_MS`. One runs per
 * turn; between two, all requests that have arrived are read, and cheap ones are answered. Under overload expensive
 * requests are refused first: when the queue is full.
 */
import { RequestError } from '../../content/errors/index.js';
import type { EventLoopTurn } from './event-loop-turn.js';
import { sendBatch } from './send-batch.js';
import type { WatchedResponse } from './watched-response.js';

/** Requests with a higher estimated cost, in milliseconds, are queued. */
export const AT_ONCE_MS = 5;
/** Longest time that a request waits while cheap requests keep arriving, in milliseconds. */
const PATIENCE_MS = 50;

export const createOverloadError = (): RequestError =>
  new RequestError([{ code: 'Unavailable', detail: 'The server is overloaded; try again in a second.' }]);

/**
 * Runs the work when it is its turn, unless its client is gone by then.
 *
 * @throws RequestError 503 if the queue is full
 */
type Defer = <Result>(response: WatchedResponse, work: () => Result | Promise<Result>) => Promise<Result>;

/** Counts since the server started. */
export interface DeferredCounts {
  readonly answers: number;
  /** Sum of their times in the queue. */
  readonly seconds: number;
  readonly refused: number;
}

export interface ExpensiveQueue {
  readonly defer: Defer;
  readonly deferred: () => DeferredCounts;
}

/** @param lengthMaximum further requests are refused */
export function createExpensiveQueue(turn: EventLoopTurn, lengthMaximum: number): ExpensiveQueue {
  const queue: { readonly response: WatchedResponse; readonly sinceMs: number; readonly run: () => void }[] = [];
  let [answers, seconds, refused] = [0, 0, 0];
  const runNext = (): void => {
    const [first] = queue;
    if (first === undefined) return;
    const waitedMs = performance.now() - first.sinceMs;
    if (!turn.isBegun() || waitedMs > PATIENCE_MS) {
      queue.shift();
      answers += 1;
      seconds += waitedMs / 1000;
      first.response.deferredMs = waitedMs;
      sendBatch();
      first.run();
    }
    if (queue.length > 0) setImmediate(runNext);
  };
  return {
    deferred: () => ({ answers, seconds, refused }),
    defer(response, work) {
      if (queue.length >= lengthMaximum) {
        refused += 1;
        throw createOverloadError();
      }
      return new Promise((resolve, reject) => {
        const run = (): void => {
          try {
            if (response.closed || response.destroyed) throw createOverloadError();
            resolve(work());
          } catch (error) {
            reject(error);
          }
        };
        queue.push({ response, sinceMs: performance.now(), run });
        if (queue.length === 1) setImmediate(runNext);
      });
    },
  };
}
