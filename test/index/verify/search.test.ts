/**
 * Contradictions in a search index with correct checksums: every lie of a faulty writer is reported.
 */

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { termId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { Blob, type Records } from '../../../src/format/index.js';
import { SearchIndex, type SearchTables } from '../../../src/index/search/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { ByteTerms, Heads } from '../../../src/index/termdict/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { checkSearch } from '../../../src/index/verify/search.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();
/** Enough for beginnings, for best items, and for lists of both kinds. */
const items = 3000;
const words = ['garden', 'gardens', 'gardener', 'garland', 'gale', 'stone'];

let index: SearchIndex;
let tables: SearchTables;
beforeAll(async () => {
  const files = {
    'model.json': modelOf({ plot: { text: { type: 'text', search: { phrases: true } } } }, { language: 'en' }),
    'plot.ndjson': Array.from({ length: items }, (_, doc) => ({
      id: `p${doc}`,
      text: `${words.filter((_word, place) => (doc * 7919) % (place + 2) !== 0).join(' ')} ${doc % 100 === 0 ? 'rare' : ''}${doc % 1000 === 0 ? ' gardem stine' : ''}`,
    })),
  };
  const out = newFolder();
  await buildSnapshot(writeFiles(join(newFolder(), 'export'), files), out, { files: diskFiles, strict: true });
  const segment = (await openCurrent(diskFiles, out)).types.get('plot')?.segment;
  if (segment?.search === undefined) throw new Error('the index is missing');
  expect(checkSegment(segment)).toEqual([]);
  index = segment.search;
  tables = index.tables;
});

const problemsWith = (changed: Partial<SearchTables>): string[] =>
  checkSearch(new SearchIndex({ ...tables, ...changed }, index.docCount));

/** A copy with one element changed. */
function changed<A extends Uint8Array | Uint32Array>(values: A, place: number, value: number): A {
  const copy = values.slice() as A;
  copy[place] = value;
  return copy;
}

/** The lists, or others of this form, with one byte of one of them changed. */
function withByte(list: number, at: number, value: number, records = tables.postings): Records {
  const { blob, offsets } = records;
  const bytes = blob.chunks[0]!.slice();
  bytes[offsets.at(list) + at] = value;
  return Object.assign(Object.create(records), { blob: new Blob([bytes]) });
}

function placesOf(): Records {
  const { positions } = tables;
  if (positions === undefined) throw new Error('the places are missing');
  return positions;
}

const stemOf = (word: string): number => {
  for (let stem = 0; stem < tables.stems.size; stem += 1) {
    if (Buffer.from(tables.stems.at(termId(stem))).toString() === word) return stem;
  }
  throw new Error(`no stem ${word}`);
};

describe('checkSearch', () => {
  it('the sample index › has every structure that can be wrong', () => {
    expect(problemsWith({})).toEqual([]);
    expect(tables.prefixStarts.length).toBeGreaterThan(1);
    expect(tables.topStems.length).toBeGreaterThan(1);
    expect(tables.misspellings.length).toBeGreaterThan(1);
    expect(index.count(stemOf('rare'))).toBe(items / 100);
  });

  it.each<[string, () => Partial<SearchTables>, RegExp]>([
    ['a word with a missing stem', () => ({ wordStems: changed(tables.wordStems!, 0, 1000) }), /a missing stem/],
    ['a stem of no word', () => ({ wordStems: tables.wordStems!.map(() => 0) }), /a stem belongs to no word/],
    [
      'other heads',
      () => ({ stems: new ByteTerms(tables.stems.records, new Heads(Float64Array.of(1), tables.stems.size)) }),
      /heads differ from the stems/,
    ],
    ['an empty list', () => ({ counts: changed(tables.counts, 0, 0) }), /stem 0 has 0 items/],
    ['a list of too many items', () => ({ counts: changed(tables.counts, 0, items + 1) }), /stem 0 has 3001 items/],
    [
      'a count that differs from the bits',
      () => ({ counts: changed(tables.counts, stemOf('stone'), index.count(stemOf('stone')) - 1) }),
      /number of bits of stem \d+ differs/,
    ],
    [
      'a count that differs from the varints',
      () => ({ counts: changed(tables.counts, stemOf('rare'), 29) }),
      /list of stem \d+ does not end with its record/,
    ],
    [
      'a count beyond the bytes',
      () => ({ counts: changed(tables.counts, stemOf('rare'), 300) }),
      /list of stem \d+ is too short/,
    ],
    ['a doc beyond the last', () => ({ postings: withByte(stemOf('rare'), 0, 0x7f + 0x80) }), /stem \d+/],
    [
      'an impact of 0',
      () => ({ postings: withByte(stemOf('rare'), tables.postings.lengthOf(stemOf('rare')) - 1, 0) }),
      /an item of stem \d+ has the impact 0/,
    ],
    [
      'an additional position',
      () => ({ positions: withByte(stemOf('rare'), 0, 2, placesOf()) }),
      /positions of stem \d+ (do not end with their record|are too short)/,
    ],
    [
      'more positions than bytes',
      () => ({ positions: withByte(stemOf('rare'), 0, 0x7f, placesOf()) }),
      /positions of stem \d+ are too short/,
    ],
    [
      'a wrong entry of the skip table',
      () => ({ positions: withByte(stemOf('stone'), 4, 1, placesOf()) }),
      /positions of stem \d+ have a wrong offset of item 128/,
    ],
    [
      'a beginning without words',
      () => ({ prefixEnds: changed(tables.prefixEnds, 0, 0) }),
      /beginning 0 has an invalid range/,
    ],
    [
      'a beginning with too many words',
      () => ({ prefixEnds: changed(tables.prefixEnds, 0, 1000) }),
      /beginning 0 has an invalid range/,
    ],
    [
      'beginnings out of order',
      () => ({
        prefixStarts: tables.prefixStarts.map(() => 0),
        prefixEnds: tables.prefixEnds.map(() => tables.prefixEnds[0]!),
      }),
      /beginning/,
    ],
    [
      'a beginning of other words',
      () => ({ prefixEnds: changed(tables.prefixEnds, 0, tables.prefixEnds[0]! + 1) }),
      /beginning 0 does not list/,
    ],
    [
      'other frequent words of a beginning',
      () => ({ prefixWords: changed(tables.prefixWords, 0, tables.prefixWords[1]!) }),
      /beginning 0 stores other words/,
    ],
    ['a missing misspelt word', () => ({ misspellings: changed(tables.misspellings, 0, 1000) }), /is missing/],
    [
      'misspelt words out of order',
      () => ({ misspellings: tables.misspellings.slice().reverse() }),
      /not in order|not a misspelling/,
    ],
    [
      'a word that is not a misspelling',
      () => ({ corrections: changed(tables.corrections, 0, tables.misspellings[0]!) }),
      /word \d+ is not a misspelling of word \d+/,
    ],
    [
      'compounds out of order',
      () => ({ compoundParts: Uint32Array.of(1, 0), compounds: Uint32Array.of(2, 2) }),
      /compounds are not in order/,
    ],
    [
      'a compound of a missing stem',
      () => ({ compoundParts: Uint32Array.of(0), compounds: Uint32Array.of(1000) }),
      /a compound or its part is missing/,
    ],
    [
      'a compound of itself',
      () => ({ compoundParts: Uint32Array.of(1), compounds: Uint32Array.of(1) }),
      /stem 1 is a part of itself/,
    ],
    ['best items out of order', () => ({ topStems: tables.topStems.slice().reverse() }), /not in order/],
    ['best items of a missing stem', () => ({ topStems: changed(tables.topStems, 0, 1000) }), /not in order/],
    [
      'other best items',
      () => ({ topDocs: changed(tables.topDocs, 3, items - 1) }),
      /stored items of stem \d+ are not its best ones/,
    ],
    [
      'keys of titles out of order',
      () => ({ titles: { ...tables.titles!, keys: tables.titles!.keys.slice().reverse() } }),
      /keys of titles are not in order/,
    ],
    [
      'a title of a missing item',
      () => ({ titles: { ...tables.titles!, docs: changed(tables.titles!.docs, 0, items) } }),
      /the title of a missing item/,
    ],
    [
      'keys of an item without a title',
      () => ({ titles: { ...tables.titles!, checks: tables.titles!.checks.map(() => 0) } }),
      /item \d+ has keys of a title, but no title/,
    ],
    [
      'other impacts',
      () => ({ topImpacts: changed(tables.topImpacts, 0, 1) }),
      /stored items of stem \d+ are not its best ones/,
    ],
  ])('%s › is reported', (_, lie, expected) => {
    const problems = problemsWith(lie());
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  it('words out of order › are reported', () => {
    const { records } = tables.words;
    const reversed = Object.assign(Object.create(records), {
      view: (word: number) => records.view(records.count - 1 - word),
    });
    expect(problemsWith({ words: new ByteTerms(reversed) })[0]).toMatch(/words are not in ascending order/);
    expect(problemsWith({ stems: new ByteTerms(reversed) })[0]).toMatch(/stems are not in ascending order/);
  });
});
