/**
 * What the items most like one lend it: of each word of a long question that it lacks, what they have of it on average.
 *
 * Who writes of a thing does not use every word for it, but those who write of the same do. Only the best answers are lent
 * anything, and keep their scores at least: what answers stays as it is, and costs as much in a type of any size.
 */

import { type Records, VarintCursor } from '../../../format/index.js';
import type { Arena } from '../../docset/index.js';
import type { Expansion } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import { bestOf } from './best.js';
import { finderIn } from './finder.js';
import { bestAmong, factorOf } from './weigh.js';
import type { Weighed } from './weighed.js';

/** So many answers, the best, are lent words. */
export const LENT = 128;
/** So many similar items at most are stored of each. */
export const SIMILAR_ITEMS = 10;

/** @returns the hits, with more for the best of them. Cost: O(LENT · SIMILAR_ITEMS) a list that answers, and reading the list's docs. */
export function lend(index: SearchIndex, answered: readonly Expansion[], hits: Weighed, arena: Arena): Weighed {
  const { similar } = index.tables;
  if (similar === undefined) return hits;
  const mark = arena.mark();
  const takers = bestOf(hits, 0, LENT, arena).docs.toSorted();
  const { lenders, ends } = lendersOf(similar, takers, index.docCount);
  const both = arena.emptyBitset();
  both.addAll(takers);
  both.addAll(lenders);
  const count = both.count();
  const docs = both.toList(count, arena.list(count));
  const places = arena.list(arena.size);
  for (let place = 0; place < count; place += 1) places[docs[place]!] = place;
  const given = arena.list(count);
  const sums = new Float64Array(takers.length);
  for (const expansion of answered) {
    bestAmong(index, expansion.matches, factorOf(index, expansion), docs, given, arena);
    for (let taker = 0, at = 0; taker < takers.length; taker += 1) {
      const lacks = given[places[takers[taker]!]!] === 0;
      for (const end = ends[taker]!; at < end; at += 1) if (lacks) sums[taker]! += given[places[lenders[at]!]!]!;
    }
  }
  arena.release(mark);
  const find = finderIn(hits.docs, takers.length);
  for (let taker = 0, at = 0; taker < takers.length; taker += 1) {
    at = find(hits.docs, at, takers[taker]!);
    hits.scores[at]! += Math.floor(sums[taker]! / SIMILAR_ITEMS);
  }
  return hits;
}

/** @returns of all docs, one behind the other, those most like each (segment/similar), and where each one's end */
function lendersOf(similar: Records, docs: Uint32Array, size: number): { lenders: Uint32Array; ends: Uint32Array } {
  const { blob, offsets } = similar;
  for (const doc of docs) blob.want(offsets.at(doc), offsets.at(doc + 1));
  const lenders = new Uint32Array(docs.length * SIMILAR_ITEMS);
  const ends = new Uint32Array(docs.length);
  const cursor = new VarintCursor();
  let count = 0;
  for (const [place, doc] of docs.entries()) {
    const bytes = similar.view(doc);
    cursor.at = 0;
    for (let features = bytes.byteLength && cursor.varint(bytes); features > 0; features -= 1) cursor.varint(bytes);
    while (cursor.at < bytes.byteLength) {
      const other = cursor.varint(bytes);
      cursor.varint(bytes);
      if (other < size) lenders[count++] = other;
    }
    ends[place] = count;
  }
  return { lenders: lenders.subarray(0, count), ends };
}
