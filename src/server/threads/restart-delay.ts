/**
 * Delays before a member that died is replaced: none the first time, then doubling as long as members die young.
 */

const firstMs = 100;
const longestMs = 10_000;
/** A member that lived this long did not die because of its start. */
export const SETTLED_MS = 30_000;

interface RestartDelay {
  /** @param livedMs how long the member lived. @returns milliseconds until it is replaced */
  readonly next: (livedMs: number) => number;
}

export function createRestartDelay(): RestartDelay {
  let earlyDeaths = 0;
  return {
    next(livedMs) {
      earlyDeaths = livedMs >= SETTLED_MS ? 1 : earlyDeaths + 1;
      return earlyDeaths === 1 ? 0 : Math.min(longestMs, firstMs * 2 ** (earlyDeaths - 2));
    },
  };
}
