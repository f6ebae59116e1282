/**
 * What follows of a column once it is known which of the ordered values each doc has, whatever values these are.
 */
import type { BuildChoices } from '../../src/content/model/index.js';
import { bitsetsWithin, narrow, type SectionInput } from '../../src/format/index.js';
import { Bitset } from '../../src/index/docset/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { buildRuns, type RunsOut } from '../sorting/index.js';
import { discard, type Job, type WorkClock } from '../work/index.js';

/** A column once its dictionary is known. */
interface OrdinalsInput {
  readonly field: string;
  /** Per doc: the place of its value, plus 1; 0 where unpopulated. Not to be used afterwards. */
  readonly ordinals: Uint32Array;
  /** How many values there are. */
  readonly count: number;
  /** What quantiles it gets; undefined: none. */
  readonly choices: BuildChoices | undefined;
}

/** Cost: O(docs + values). Memory: the ordinals, and what is returned: of many docs with quantiles 21 bytes a doc. */
export function ordinalSections({ field, ordinals, count, choices }: OrdinalsInput, clock: WorkClock): SectionInput[] {
  const names = sectionNames(field);
  clock.on('ordinals');
  const narrowed = narrow(ordinals, count);
  const runs = buildRuns(ordinals, count, clock);
  if (narrowed !== ordinals) discard(ordinals);
  return [
    { name: names.ordinals, data: narrowed },
    { name: names.docs, data: runs.docs },
    { name: names.starts, data: runs.starts },
    ...(choices === undefined ? [] : quantileSections(field, runs, choices, clock)),
  ];
}

export const ordinalsJob: Job<OrdinalsInput, SectionInput[]> = {
  name: 'column',
  structure: 'ordinals',
  work: ordinalSections,
};

// Which places of the docs-by-value order get a bitset, and the bitsets (src/index/postings/quantiles).

/**
 * @param choices into how many parts the order is cut: each costs a bit a doc, and halves what is toggled; and from how
 *                many docs on: of few, a set is listed faster than a bitset is combined
 * @returns no sections for few docs, where they would not pay
 */
function quantileSections(
  field: string,
  runs: RunsOut,
  { quantiles: parts, quantilesFrom }: BuildChoices,
  clock: WorkClock,
): SectionInput[] {
  if (parts === 0 || runs.docs.length < quantilesFrom) return [];
  clock.on('quantiles');
  const names = sectionNames(field);
  const places = quantilePlaces(runs.starts, parts, bitsetsWithin(runs.docs.length));
  return [
    { name: names.quantilePlaces, data: places },
    { name: names.quantileBits, data: quantileBits(runs.docs, places) },
  ];
}

/**
 * @param starts of the runs, and their end
 * @param wanted how many parts
 * @param most   places, at least two: those whose bitsets a section holds
 * @returns ascending places, all of them starts of runs: every one where there are few, else near the quantiles
 */
export function quantilePlaces(
  starts: Uint32Array,
  wanted: number,
  most: number = Number.POSITIVE_INFINITY,
): Uint32Array {
  if (starts.length <= Math.min(wanted * 2, most)) {
    return starts.length === 1 ? Uint32Array.of(0, 0) : starts.slice();
  }
  const parts = Math.min(wanted, most - 1);
  const end = starts.at(-1) ?? 0;
  const places = new Set([0]);
  let run = 0;
  for (let part = 1; part < parts; part += 1) {
    const goal = (end * part) / parts;
    while (starts[run + 1]! < goal) run += 1;
    places.add(goal - starts[run]! < starts[run + 1]! - goal ? starts[run]! : starts[run + 1]!);
  }
  return Uint32Array.from(places.add(end)).sort();
}

/** @returns for each place the docs before it, a bitset behind the other */
export function quantileBits(docs: Uint32Array, places: Uint32Array): Uint32Array {
  const bits = new Bitset(docs.length);
  const out = new Uint32Array(bits.words.length * places.length);
  let from = 0;
  for (const [index, place] of places.entries()) {
    bits.addAll(docs.subarray(from, place));
    out.set(bits.words, index * bits.words.length);
    from = place;
  }
  return out;
}
