/**
 * Choices between equivalent forms of a request, made by a number in the case, so that a failing case can be replayed
 * exactly.
 */

/** @returns an integer in [0, count) */
export type Pick = (count: number) => number;

/** Mulberry32 (T. Ettinger, public domain): 32 bits of state, good enough to choose spellings. */
export function picker(seed: number): Pick {
  let state = seed | 0;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

/** @returns one of the options, of which there is at least one */
export function oneOf<T>(pick: Pick, first: T, ...others: readonly T[]): T {
  return others[pick(others.length + 1)] ?? first;
}

/** @returns the list in another order (Fisher and Yates) */
export function shuffled<T>(pick: Pick, list: readonly T[]): T[] {
  const remaining = [...list];
  const picked: T[] = [];
  while (remaining.length > 0) picked.push(...remaining.splice(pick(remaining.length), 1));
  return picked;
}
