/**
 * The best of what answers a search: those alike in the export's order.
 */
import { type Arena, orderWindow } from '../../docset/index.js';
import type { Weighed } from './weighed.js';

/** Up to so many are kept in order while the others pass by. */
const keptMaximum = 128;

/** @returns those at the places `[start, end)`, the best first. Cost: O(docs), and O(end²) moves at worst. */
export function bestOf({ docs, scores }: Weighed, start: number, end: number, arena: Arena): Weighed {
  const last = Math.min(end, docs.length);
  if (start >= last) return { docs: new Uint32Array(0), scores: new Uint32Array(0) };
  if (last > keptMaximum) return selected({ docs, scores }, start, last, arena);
  const keptDocs = new Uint32Array(last);
  const keptScores = new Uint32Array(last);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const score = scores[i]!;
    if (count === last) {
      if (score <= keptScores[last - 1]!) continue;
      count -= 1;
    }
    let place = count;
    for (; place > 0 && keptScores[place - 1]! < score; place -= 1) {
      keptScores[place] = keptScores[place - 1]!;
      keptDocs[place] = keptDocs[place - 1]!;
    }
    keptScores[place] = score;
    keptDocs[place] = docs[i]!;
    count += 1;
  }
  return { docs: keptDocs.subarray(start, last), scores: keptScores.subarray(start, last) };
}

function selected({ docs, scores }: Weighed, start: number, end: number, arena: Arena): Weighed {
  const places = arena.list(docs.length);
  for (let place = 0; place < places.length; place += 1) places[place] = place;
  orderWindow(places, start, end, (a, b) => scores[b]! - scores[a]! || a - b);
  const found = places.slice(start, end);
  return { docs: found.map((place) => docs[place]!), scores: found.map((place) => scores[place]!) };
}
