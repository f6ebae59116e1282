/**
 * Saying no in time: more than this many answers, or bytes of them, wait for their clients, and further requests are
 * answered 503 until some are taken. Without it, slow readers and pipelined requests fill the memory.
 */
import type { ServerResponse } from 'node:http';
import { RequestError } from '../errors/index.js';

export interface Overload {
  /** @throws RequestError 503 when there is no room for a further answer */
  readonly admit: () => void;
  /** Counts an answer's bytes until its client has taken them or is gone. */
  readonly hold: (response: ServerResponse, byteLength: number) => void;
}

export interface OverloadLimits {
  readonly inFlightMaximum: number;
  readonly heldBytesMaximum: number;
}

/** @param inFlight how many responses are begun and not yet taken, the one asking included */
export function watchLoad(inFlight: () => number, { inFlightMaximum, heldBytesMaximum }: OverloadLimits): Overload {
  let heldBytes = 0;
  return {
    admit() {
      if (inFlight() <= inFlightMaximum && heldBytes <= heldBytesMaximum) return;
      throw new RequestError([{ code: 'Unavailable', detail: 'The server is overloaded; try again in a second.' }]);
    },
    hold(response, byteLength) {
      // A client that left while its answer was being made has closed the response already, or its connection.
      if (response.closed || response.req.socket.destroyed) return;
      heldBytes += byteLength;
      response.once('close', () => {
        heldBytes -= byteLength;
      });
    },
  };
}
