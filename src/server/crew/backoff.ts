/**
 * How long to wait before a member that died is replaced: not at all the first time, longer and longer while members
 * die young.
 */

const firstMs = 100;
const longestMs = 10_000;
/** Who lived so long did not die of how it began. */
export const SETTLED_MS = 30_000;

interface Backoff {
  /** @param livedMs how long the one that died had lived. @returns after how many milliseconds to replace it */
  readonly next: (livedMs: number) => number;
}

export function backoff(): Backoff {
  let young = 0;
  return {
    next(livedMs) {
      young = livedMs >= SETTLED_MS ? 1 : young + 1;
      return young === 1 ? 0 : Math.min(longestMs, firstMs * 2 ** (young - 2));
    },
  };
}
