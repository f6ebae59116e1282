/**
 * The best docs of the stems that very many docs have: what most questions of one word are answered from.
 */
import { GrowingU32, type SectionInput } from '../../../src/format/index.js';
import { TOP_DOCS } from '../../../src/search/index.js';
import { SEARCH } from '../../../src/segment/index.js';
import type { Postings } from './postings.js';

/** Up to so many docs are decoded and compared in a few microseconds. */
const docsMinimum = 2048;

/** Cost: O(postings). */
export function topSections({ starts, docs, impacts }: Postings): SectionInput[] {
  const stems = new GrowingU32();
  const topDocs = new GrowingU32();
  const topImpacts: number[] = [];
  for (let stem = 0; stem + 1 < starts.length; stem += 1) {
    const [start, end] = [starts[stem]!, starts[stem + 1]!];
    if (end - start <= docsMinimum) continue;
    stems.push(stem);
    for (const place of bestPlaces(impacts, start, end)) {
      topDocs.push(docs[place]!);
      topImpacts.push(impacts[place]!);
    }
  }
  return [
    { name: SEARCH.topStems, data: stems.view().slice() },
    { name: SEARCH.topDocs, data: topDocs.view().slice() },
    { name: SEARCH.topImpacts, data: Uint8Array.from(topImpacts) },
  ];
}

/** @returns the places of the greatest impacts, these first, and of equal ones the first place first */
function bestPlaces(impacts: Uint8Array, start: number, end: number): number[] {
  const counts = new Uint32Array(256);
  for (let place = start; place < end; place += 1) counts[impacts[place]!]! += 1;
  let least = 255;
  for (let above = 0; least > 0 && above + counts[least]! < TOP_DOCS; least -= 1) above += counts[least]!;
  const places: number[] = [];
  for (let place = start; place < end; place += 1) if (impacts[place]! >= least) places.push(place);
  return places.sort((a, b) => impacts[b]! - impacts[a]! || a - b).slice(0, TOP_DOCS);
}
