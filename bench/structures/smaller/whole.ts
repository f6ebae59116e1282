/**
 * What a whole snapshot would take: every section of a kind packed, kind by kind.
 */

import { Random } from '../../../data/generate/random.js';
import type { Records, SectionMap } from '../../../src/format/index.js';
import { type ContestResult, contest } from '../contest.js';
import { FrontCoded } from '../front-coded.js';
import { deflate, PackedItems } from './items.js';
import { PackedLists, VarintLists } from './lists.js';
import { packedBytes } from './packed.js';
import type { Stored } from './sections.js';

const blockBytes = 16 * 1024;

/** Bytes saved, by what saves them. */
type Saved = Readonly<Record<'terms' | 'numbers' | 'lists' | 'items', number>>;

/** Numbers by doc or by term, of which each is found by its place. */
const numbers = /(^|\/)(ordinals|docs|starts|links\.(starts|targets)|reversed\.(order|rank|starts)|substrings\.\w+)$/;

function savedIn(sections: SectionMap): Saved {
  const saved = { terms: 0, numbers: 0, lists: 0, items: 0 };
  const less = (kind: keyof Saved, before: number, after: number): void => {
    saved[kind] += Math.max(0, before - after);
  };
  for (const { name, element, byteLength } of sections.entries()) {
    if (/(^|\/)terms$/.test(name)) {
      const records = sections.countedRecords(name);
      less('terms', byteLength + (records.count + 1) * 4.25, new FrontCoded(valuesOf(records), 16).byteLength);
    } else if (name.endsWith('/substrings.buckets')) {
      const lists = new VarintLists(sections.countedRecords(name));
      const all = Array.from({ length: sections.countedRecords(name).count }, (_, list) => lists.read(list));
      less('lists', byteLength, new PackedLists(all).byteLength);
    } else if (name === 'documents') {
      less('items', byteLength, new PackedItems(sections.countedRecords(name), deflate, blockBytes).byteLength);
    } else if (numbers.test(name) && element !== 'f64') {
      less('numbers', byteLength, packedBytes(sections.unsigned(name)));
    }
  }
  return saved;
}

const valuesOf = (records: Records): readonly Uint8Array[] =>
  Array.from({ length: records.count }, (_, index) => records.view(index));

/** A contest without tasks: bytes alone. */
export function wholeContest({ types, byteLength, exportBytes }: Stored): ContestResult {
  const each = types.map(({ sections }) => savedIn(sections));
  const saves = (...kinds: readonly (keyof Saved)[]): number =>
    kinds.reduce((sum, kind) => sum + each.reduce((all, one) => all + one[kind], 0), 0);
  const of = (name: string, saved: number) => ({
    name,
    byteLength: Math.round(byteLength - saved),
    buildMs: 0,
    answer: () => 0,
  });
  return contest(
    'the snapshot',
    [
      { name: 'the export', byteLength: exportBytes, buildMs: 0, answer: () => 0 },
      of('the snapshot: as stored', 0),
      of('the snapshot: terms front-coded', saves('terms')),
      of('the snapshot: numbers bit-packed', saves('numbers')),
      of('the snapshot: lists bit-packed', saves('lists')),
      of('the snapshot: items deflated, blocks of 16 KiB', saves('items')),
      of('the snapshot: all of these', saves('terms', 'numbers', 'lists', 'items')),
    ],
    [],
    { budgetMs: 0, slices: 1, samplesMinimum: 1 },
    new Random(1, 'structures/smaller/whole'),
  );
}
