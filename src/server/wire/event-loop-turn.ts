/**
 * The age of the current event loop turn: how long it has been answering requests.
 *
 * Requests that arrived before a turn wait in their sockets and are read one after another. So a request that is read
 * late in a turn has waited at least as long as the turn is old. Unlike a sampled delay, the age is known at the request
 * and ends with the turn: nothing has to recover.
 */

export interface EventLoopTurn {
  /** Milliseconds since the first call in this turn; 0 at the first. Cost: one look at the clock. */
  readonly ageMs: () => number;
  /** Whether `ageMs` was called in this turn. */
  readonly isBegun: () => boolean;
}

/**
 * @param now   a clock in milliseconds
 * @param onEnd runs its argument when all sockets of the turn have been read
 */
export function watchEventLoopTurn(
  now: () => number = () => performance.now(),
  onEnd: (end: () => void) => void = setImmediate,
): EventLoopTurn {
  let beginMs: number | undefined;
  const end = (): void => {
    beginMs = undefined;
  };
  return {
    ageMs() {
      const nowMs = now();
      if (beginMs === undefined) {
        beginMs = nowMs;
        onEnd(end);
      }
      return nowMs - beginMs;
    },
    isBegun: () => beginMs !== undefined,
  };
}
