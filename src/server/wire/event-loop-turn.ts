/**
 * How long the current turn of the event loop has been answering requests: the age of its queue.
 *
 * Whatever arrived before a turn waits in the sockets and is read one after the other, so a request that is read late
 * in a turn has waited at least as long as the turn is old. Unlike a sampled delay, this is known at the request, and
 * gone with the turn: nothing has to recover.
 */

export interface Turn {
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
