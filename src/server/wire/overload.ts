/**
 * Overload protection: a request is refused with 503, before any work is done for it, in two cases.
 *
 * - Too many responses, or too many bytes of them, wait for their clients: slow readers and pipelined requests would fill
 *   the memory.
 * - The event loop turn is too old and the answer is not in the cache: requests read first in a turn are answered, the
 *   rest are refused, so that no answer waits for much more than two such turns.
 *
 * A refusal costs as much as a cached answer, so cached answers are never refused because of the turn's age.
 */
import type { EventLoopTurn } from './event-loop-turn.js';
import { createExpensiveQueue, type ExpensiveQueue } from './expensive-queue.js';
import type { WatchedResponse } from './watched-response.js';

export interface OverloadLimits {
  /** Responses that have begun and that their clients have not read to the end. */
  readonly inFlightMaximum: number;
  /** Bytes of responses that wait for their clients. */
  readonly heldBytesMaximum: number;
  /** Age of an event loop turn, in milliseconds, beyond which uncached answers are refused. */
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

export interface Overload extends ExpensiveQueue {
  /** Whether there is room for a further response. */
  readonly hasRoom: () => boolean;
  /** Whether there is time to compute a further answer. */
  readonly hasTime: () => boolean;
  /** Counts a response's bytes until its client has taken them or is gone. */
  readonly hold: (response: WatchedResponse, byteLength: number) => void;
  /** To be called when the response has ended. */
  readonly release: (response: WatchedResponse) => void;
  readonly heldBytes: () => number;
  /** Sets another maximum of held bytes. Responses in flight stay. */
  readonly resize: (heldBytesMaximum: number) => void;
}

/**
 * @param inFlight  number of responses begun and not yet taken, the caller's included
 * @param maxCostMs limit of one answer's estimated cost
 */
export function watchLoad(
  inFlight: () => number,
  turn: EventLoopTurn,
  limits: OverloadLimits,
  maxCostMs: number,
): Overload {
  const { inFlightMaximum, turnMsMaximum } = limits;
  let { heldBytesMaximum } = limits;
  let heldBytes = 0;
  return {
    hasRoom: () => inFlight() <= inFlightMaximum && heldBytes <= heldBytesMaximum,
    hasTime: () => turn.ageMs() <= turnMsMaximum,
    ...createExpensiveQueue(turn, Math.ceil(turnMsMaximum / maxCostMs)),
    hold(response, byteLength) {
      // If the client left while its answer was being made, the response or its connection is closed already.
      if (response.closed || response.req.socket.destroyed) return;
      heldBytes += byteLength;
      response.heldBytes += byteLength;
    },
    release(response) {
      heldBytes -= response.heldBytes;
      response.heldBytes = 0;
    },
    heldBytes: () => heldBytes,
    resize(byteLength) {
      heldBytesMaximum = byteLength;
    },
  };
}
