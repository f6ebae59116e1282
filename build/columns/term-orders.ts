/**
 * The reversed order of a dictionary's terms, by their bytes from the last to the first.
 */

interface ReversedOrder {
  /** Place in the order → term. */
  readonly order: Uint32Array;
  /** Term → place in the order. */
  readonly rank: Uint32Array;
  /** Place in the order → number of docs of the terms before it, with one more entry for the end. */
  readonly starts: Uint32Array;
}

/**
 * @param places term → its place in the order, from 1; changed in place to its rank, from 0
 * @param starts term → start of its docs
 * Cost: O(terms). Memory: 8 bytes per term.
 */
export function reversedOrder(places: Uint32Array, starts: Uint32Array): ReversedOrder {
  const order = new Uint32Array(places.length);
  for (let term = 0; term < places.length; term += 1) {
    places[term]! -= 1;
    order[places[term]!] = term;
  }
  return { order, rank: places, starts: docsBefore(order, starts) };
}

/** @returns place in the order → number of docs of the terms before it, with one more entry for the end */
export function docsBefore(order: Uint32Array, starts: Uint32Array): Uint32Array {
  const before = new Uint32Array(order.length + 1);
  for (const [place, term] of order.entries()) {
    before[place + 1] = before[place]! + starts[term + 1]! - starts[term]!;
  }
  return before;
}
