/**
 * The reversed order: the terms of a dictionary, ordered by their bytes from the last to the first.
 *
 * It finds the terms with a given ending. Elsewhere: sorting the reversed terms (build/sorting).
 */

/** The order in both directions. */
export interface ReversedOrder {
  /** Position in the order → term. */
  readonly order: Uint32Array;
  /** Term → position in the order. */
  readonly rank: Uint32Array;
  /** Position in the order → number of docs of the terms before it, with one more entry for the end. */
  readonly starts: Uint32Array;
}

/**
 * @param positions term → its position in the order, from 1; the function subtracts 1 and returns the array as `rank`
 * @param starts    term → start of its docs
 * Cost: O(terms). Memory: 8 bytes per term.
 */
export function buildReversedOrder(positions: Uint32Array, starts: Uint32Array): ReversedOrder {
  const order = new Uint32Array(positions.length);
  for (let term = 0; term < positions.length; term += 1) {
    positions[term]! -= 1;
    order[positions[term]!] = term;
  }
  return { order, rank: positions, starts: countDocsBefore(order, starts) };
}

/** @returns position in the order → number of docs of the terms before it, with one more entry for the end */
export function countDocsBefore(order: Uint32Array, starts: Uint32Array): Uint32Array {
  const docCounts = new Uint32Array(order.length + 1);
  for (const [position, term] of order.entries()) {
    docCounts[position + 1] = docCounts[position]! + starts[term + 1]! - starts[term]!;
  }
  return docCounts;
}
