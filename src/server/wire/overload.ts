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
 */
import type { WatchedResponse } from './connections.js';

interface Turn {
  /** Milliseconds since the first call in this turn; 0 at the first. Cost: one look at the clock. */
  readonly ageMs: () => number;
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

export interface Overload {
  /** Whether there is room for a further answer that is at hand. */
  readonly hasRoom: () => boolean;
  /** Whether there is time to work out a further answer. */
  readonly hasTime: () => boolean;
  /** Counts an answer's bytes until its client has taken them or is gone. */
  readonly hold: (response: WatchedResponse, byteLength: number) => void;
  /** To be called when the response has ended. */
  readonly release: (response: WatchedResponse) => void;
  readonly heldBytes: () => number;
}

/** @param inFlight how many responses are begun and not yet taken, the one asking included */
export function watchLoad(
  inFlight: () => number,
  turn: Turn,
  { inFlightMaximum, heldBytesMaximum, turnMsMaximum }: OverloadLimits,
): Overload {
  let heldBytes = 0;
  return {
    hasRoom: () => inFlight() <= inFlightMaximum && heldBytes <= heldBytesMaximum,
    hasTime: () => turn.ageMs() <= turnMsMaximum,
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
