/**
 * How long the current turn of the event loop has been answering requests: the age of its queue.
 *
 * Whatever arrived before a turn waits in the sockets and is read one after the other, so a request that is read late
 * in a turn has waited at least as long as the turn is old. Unlike a sampled delay, this is known at the request, and
 * gone with the turn: nothing has to recover.
 *
 * Saying no in time. A request is refused with 503, before any work is done for it, when
 *
 * - more than so many answers, or bytes of them, wait for their clients: slow readers and pipelined requests would fill
 *   the memory;
 * - its turn of the event loop has been answering for too long and its answer is not at hand: those read first in a
 *   turn are answered, the rest is told to come back, so that no answer waits for much more than two such turns.
 *
 * A refusal costs as much as sending an answer from the cache, so cached answers are never refused for the turn's age.
 *
 * Two lanes. What is dear, as estimated, is put off until a turn in which nothing else was asked, or for `PATIENCE_MS`;
 * then one of them is worked out a turn, and between two all that has arrived is read, and answered where it is cheap.
 * Under overload what is dear is refused first: once so much of it waits that it would take `turnMsMaximum`.
 *
 * Answers of a turn are sent together, some at a time. The kernel wakes whoever waits for an answer, and between two answers
 * the processor forgets what sending takes: one by one, a cold answer cost 7 µs more, and a kept one 2.
 */
import { RequestError } from '../../content/errors/index.js';
import type { WatchedResponse } from './connections.js';

interface Turn {
  /** Milliseconds since the first call in this turn; 0 at the first. Cost: one look at the clock. */
  readonly ageMs: () => number;
  /** Whether it was called in this turn. */
  readonly isBegun: () => boolean;
}

/**
 * @param now  a clock in milliseconds
 * @param then runs its argument when the turn's sockets are read
 */
export function eventLoopTurn(
  now: () => number = () => performance.now(),
  then: (ended: () => void) => void = setImmediate,
): Turn {
  let begunMs: number | undefined;
  const ended = (): void => {
    begunMs = undefined;
  };
  return {
    ageMs() {
      const at = now();
      if (begunMs === undefined) {
        begunMs = at;
        then(ended);
      }
      return at - begunMs;
    },
    isBegun: () => begunMs !== undefined,
  };
}

export interface OverloadLimits {
  /** Responses that have begun and that their clients have not read to the end. */
  readonly inFlightMaximum: number;
  /** Bytes of answers that wait for their clients. */
  readonly heldBytesMaximum: number;
  /** Age of a turn of the event loop beyond which what is not at hand is refused, in milliseconds. */
  readonly turnMsMaximum: number;
  /** Open connections. */
  readonly connectionsMaximum: number;
}

export const DEFAULT_OVERLOAD: OverloadLimits = Object.freeze({
  inFlightMaximum: 1000,
  heldBytesMaximum: 256 * 2 ** 20,
  turnMsMaximum: 1000,
  connectionsMaximum: 10_000,
});

/**
 * Works out what is dear once what is cheap has been answered, and not at all where its client is gone by then.
 *
 * @throws RequestError 503 where too much of it waits
 */
type PutOff = <Result>(response: WatchedResponse, work: () => Result | Promise<Result>) => Promise<Result>;

/** What was put off so far. */
export interface Deferred {
  readonly answers: number;
  /** How long they waited for others. */
  readonly seconds: number;
  readonly refused: number;
}

export interface Overload {
  /** Whether there is room for a further answer that is at hand. */
  readonly hasRoom: () => boolean;
  /** Whether there is time to work out a further answer. */
  readonly hasTime: () => boolean;
  readonly putOff: PutOff;
  readonly deferred: () => Deferred;
  /** Counts an answer's bytes until its client has taken them or is gone. */
  readonly hold: (response: WatchedResponse, byteLength: number) => void;
  /** To be called when the response has ended. */
  readonly release: (response: WatchedResponse) => void;
  readonly heldBytes: () => number;
}

/** As estimated; what takes longer is put off. */
export const AT_ONCE_MS = 5;
/** For how long at most, in milliseconds, while others keep asking. */
const PATIENCE_MS = 50;

export const overloaded = (): RequestError =>
  new RequestError([{ code: 'Unavailable', detail: 'The server is overloaded; try again in a second.' }]);

/** Few enough that the first of them does not wait for long. */
const TOGETHER = 8;

/** Bodies to be sent at the end of the turn, and whose they are; undefined: none. */
const unsent: { readonly response: WatchedResponse; readonly body: Buffer | undefined }[] = [];

function sendUnsent(): void {
  for (const { response, body } of unsent.splice(0)) response.end(body);
}

/** Ends a response, whose head is written, by its body if it has one: together with others, at the end of the turn at the latest. */
export function sendTogether(response: WatchedResponse, body?: Buffer): void {
  unsent.push({ response, body });
  if (unsent.length === 1) setImmediate(sendUnsent);
  else if (unsent.length >= TOGETHER) sendUnsent();
}

/** @param waitingMaximum what more is refused */
function dearLane(turn: Turn, waitingMaximum: number): Pick<Overload, 'putOff' | 'deferred'> {
  const waiting: { readonly response: WatchedResponse; readonly sinceMs: number; readonly run: () => void }[] = [];
  let [answers, seconds, refused] = [0, 0, 0];
  const next = (): void => {
    const [first] = waiting;
    if (first === undefined) return;
    const waitedMs = performance.now() - first.sinceMs;
    if (!turn.isBegun() || waitedMs > PATIENCE_MS) {
      waiting.shift();
      answers += 1;
      seconds += waitedMs / 1000;
      first.response.putOffMs = waitedMs;
      sendUnsent();
      first.run();
    }
    if (waiting.length > 0) setImmediate(next);
  };
  return {
    deferred: () => ({ answers, seconds, refused }),
    putOff(response, work) {
      if (waiting.length >= waitingMaximum) {
        refused += 1;
        throw overloaded();
      }
      return new Promise((resolve, reject) => {
        const run = (): void => {
          try {
            if (response.closed || response.destroyed) throw overloaded();
            resolve(work());
          } catch (error) {
            reject(error);
          }
        };
        waiting.push({ response, sinceMs: performance.now(), run });
        if (waiting.length === 1) setImmediate(next);
      });
    },
  };
}

/**
 * @param inFlight  how many responses are begun and not yet taken, the one asking included
 * @param maxCostMs what one answer may take
 */
export function watchLoad(
  inFlight: () => number,
  turn: Turn,
  { inFlightMaximum, heldBytesMaximum, turnMsMaximum }: OverloadLimits,
  maxCostMs: number,
): Overload {
  let heldBytes = 0;
  return {
    hasRoom: () => inFlight() <= inFlightMaximum && heldBytes <= heldBytesMaximum,
    hasTime: () => turn.ageMs() <= turnMsMaximum,
    ...dearLane(turn, Math.ceil(turnMsMaximum / maxCostMs)),
    hold(response, byteLength) {
      // A client that left while its answer was being made has closed the response already, or its connection.
      if (response.closed || response.req.socket.destroyed) return;
      heldBytes += byteLength;
      response.heldBytes += byteLength;
    },
    release(response) {
      heldBytes -= response.heldBytes;
      response.heldBytes = 0;
    },
    heldBytes: () => heldBytes,
  };
}
