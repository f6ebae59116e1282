/**
 * Contradictions between a segment's structures with correct checksums: every lie of a faulty writer is reported.
 */

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { termId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { Quantiles } from '../../../src/index/postings/index.js';
import {
  type EndingTextIndex,
  hasEndings,
  hasSubstrings,
  type SortableIndex,
  type SubstringTextIndex,
  type TypeSegment,
} from '../../../src/index/segment/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import {
  ByteTerms,
  Heads,
  NODE_TARGET,
  NodeNumbers,
  ReversedOrder,
  SubstringIndex,
  type SubstringTables,
} from '../../../src/index/termdict/index.js';
import { checkSegment, verifySnapshots } from '../../../src/index/verify/index.js';
import { checkQuantiles } from '../../../src/index/verify/quantiles.js';
import { checkSubstrings } from '../../../src/index/verify/substrings/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';
import { FIRST_DOCS } from '../../../testing/structures/first-docs.js';

const newFolder = temporaryFolders();
/** Enough for quantiles. */
const items = 33_000;
/** Enough for nodes of substrings. */
const names = 1500;

let out: string;
let segment: TypeSegment;
beforeAll(async () => {
  const files = {
    'model.json': modelOf({ stone: { name: 'text', size: 'integer', ready: 'boolean', never: 'integer' } }),
    'stone.ndjson': Array.from({ length: items }, (_, doc) => ({
      id: `s${doc}`,
      name: `Stone ${(doc * 7919) % names} é`,
      ...(doc % 3 === 0 ? {} : { size: (doc * 31) % 977 }),
      ready: doc % 2 === 0,
    })),
  };
  out = newFolder();
  await buildSnapshot(writeFiles(join(newFolder(), 'export'), files), out, { files: diskFiles, strict: true });
  const stone = (await openCurrent(diskFiles, out)).types.get('stone');
  if (stone === undefined) throw new Error('the type is missing');
  segment = stone.segment;
});

function valuesOf(name: string): SortableIndex {
  const index = segment.fields.get(name);
  if (index === undefined || index.kind === 'links' || index.kind === 'textLists' || index.kind === 'locales')
    throw new Error(`no values of ${name}`);
  return index;
}

function textOf(name: string): SubstringTextIndex & EndingTextIndex {
  const index = valuesOf(name);
  if (index.kind !== 'text' || !hasSubstrings(index) || !hasEndings(index)) throw new Error(`${name} is no whole text`);
  return index;
}

describe('an intact snapshot', () => {
  it('with quantiles and nodes › has no problems', async () => {
    expect(textOf('name').substrings.tables.counts.length).toBeGreaterThan(10);
    for (const name of ['name', 'size', 'ready', 'never']) expect(valuesOf(name).quantiles, name).toBeDefined();
    expect((await verifySnapshots(diskFiles, out)).problems).toEqual([]);
  });
});

describe('checkQuantiles', () => {
  const problemsWith = (
    name: string,
    change: (places: Uint32Array, words: Uint32Array, each: number) => void,
  ): string[] => {
    const { quantiles, postings } = valuesOf(name);
    if (quantiles === undefined) throw new Error(`no quantiles of ${name}`);
    const places = quantiles.places.slice();
    const each = Math.ceil(items / 32);
    const words = new Uint32Array(each * places.length);
    for (const index of places.keys()) words.set(quantiles.bitset(index), index * each);
    change(places, words, each);
    return checkQuantiles(new Quantiles(places, words, postings.docs), postings);
  };

  it.each(['name', 'size', 'ready', 'never'])('%s unchanged › has no problem', (name) => {
    expect(problemsWith(name, () => undefined)).toEqual([]);
  });

  it.each<[string, (places: Uint32Array, words: Uint32Array, each: number) => void, string]>([
    ['a first place beyond the beginning', (places) => places.fill(1, 0, 1), 'do not span'],
    ['a last place before the end', (places) => places.set([places.at(-1)! - 1], places.length - 1), 'do not span'],
    ['two equal places', (places) => places.set([places[4]!], 5), 'do not ascend'],
    ['a place inside a run', (places) => places.set([places[5]! + 1], 5), 'is not the start of a run'],
    ['a bit in the empty set', (_, words) => words.set([1], 0), 'place 0 differs from the items before it'],
    [
      'an additional bit in the middle',
      (_, words, each) => words.fill(0xffffffff, 9 * each, 9 * each + 1),
      'differs from the',
    ],
    ['a bit beyond the last item', (_, words) => words.set([0x80000000], words.length - 1), 'differs from the items'],
  ])('%s › is reported', (_, change, expected) => {
    expect(problemsWith('size', change)).toEqual([expect.stringContaining(expected)]);
  });

  it('a segment with wrong quantiles › names the field', () => {
    const index = valuesOf('size');
    const { quantiles, postings } = index;
    if (quantiles === undefined) throw new Error('no quantiles');
    const words = new Uint32Array(Math.ceil(items / 32) * quantiles.places.length);
    const fields = new Map(segment.fields);
    fields.set('size', { ...index, quantiles: new Quantiles(quantiles.places, words, postings.docs) });
    expect(checkSegment({ ...segment, fields })).toEqual([
      {
        section: 'size/*',
        finding: expect.stringMatching(/^the bitset of quantile place \d+ differs from the items before it$/),
      },
    ]);
  });
});

type Changed = { readonly [Name in keyof Omit<SubstringTables, 'buckets' | 'readList'>]: SubstringTables[Name] };

describe('checkSubstrings', () => {
  const problemsWith = (change: (tables: Changed) => void): string[] => {
    const index = textOf('name');
    const { tables } = index.substrings;
    const { buckets, readList } = tables;
    const changed = {
      counts: tables.counts.slice(),
      bucketStarts: tables.bucketStarts.slice(),
      bucketEnds: tables.bucketEnds.slice(),
      branchStarts: tables.branchStarts.slice(),
      branchCounts: tables.branchCounts.slice(),
      branchLows: tables.branchLows.slice(),
      branchTargets: tables.branchTargets.slice(),
    };
    change(changed);
    return checkSubstrings({ ...index, substrings: new SubstringIndex({ ...changed, buckets, readList }) });
  };
  /** The first branch that leads to a node of the root's, or to a bucket of any node's. */
  const branchTo = ({ branchStarts, branchTargets }: Changed, kind: 'node' | 'bucket'): number => {
    for (let branch = kind === 'node' ? branchStarts[0]! : 0; ; branch += 1) {
      if (branchTargets[branch]! >= NODE_TARGET === (kind === 'node')) return branch;
    }
  };

  it('an unchanged tree › has no problem', () => {
    expect(problemsWith(() => undefined)).toEqual([]);
  });

  it.each<[string, (tables: Changed) => void, RegExp]>([
    ['a wrong count of the root', ({ counts }) => counts.set([items - 1]), /^node 0 .* counts 32999 items/],
    ['a wrong count of another node', ({ counts }) => counts.set([counts[1]! + 1], 1), /^node 1 .* counts \d+ items/],
    ['a node that begins too late', ({ bucketStarts }) => bucketStarts.set([bucketStarts[2]! + 1], 2), /begin with/],
    ['a node that ends too late', ({ bucketEnds }) => bucketEnds.set([bucketEnds[2]! + 1], 2), /end with its last/],
    ['branches out of range', ({ branchStarts }) => branchStarts.set([0xfffffff0], 1), /missing branches/],
    ['too many branches', ({ branchCounts }) => branchCounts.set([0xffffffff], 1), /missing branches/],
    ['no branches', ({ branchCounts }) => branchCounts.set([0], 1), /missing branches/],
    [
      "another node's branches",
      ({ branchStarts }) => branchStarts.set([branchStarts[0]!], 1),
      /belongs to two nodes|do not ascend|another/,
    ],
    ['lows that do not ascend', (tables) => tables.branchLows.fill(0x20, tables.branchStarts[0]!), /do not ascend/],
    [
      'a branch to a bucket beyond the last',
      (tables) => tables.branchTargets.set([NODE_TARGET - 1], branchTo(tables, 'bucket')),
      /leads to a wrong bucket/,
    ],
    [
      'a branch back to the root',
      (tables) => tables.branchTargets.set([NODE_TARGET], branchTo(tables, 'node')),
      /is out of order, or too deep/,
    ],
    [
      'a node beyond the last',
      (tables) => tables.branchTargets.set([0xffffffff], branchTo(tables, 'node')),
      /is out of order, or too deep/,
    ],
    [
      'a branch of another byte',
      (tables) => {
        const branch = branchTo(tables, 'node');
        tables.branchLows.set([tables.branchLows[branch]! + 1], branch);
      },
      /lacks its string|do not ascend/,
    ],
  ])('%s › is reported', (_, change, expected) => {
    expect(problemsWith(change)).toEqual([expect.stringMatching(expected)]);
  });

  it('a wrong first item › is reported, as is a frequent substring without first items', () => {
    const index = textOf('name');
    const { nodes, numbers: docs } = index.firstDocs;
    expect(nodes.length).toBeGreaterThan(2);
    const changed = docs.slice();
    changed[FIRST_DOCS + 3] = changed[FIRST_DOCS + 3]! + 1;
    const wrong = { ...index, firstDocs: new NodeNumbers(nodes, changed) };
    expect(checkSubstrings(wrong)).toEqual([
      `the first items of node ${nodes[1]} of the substring tree are not its first ones`,
    ]);
    const fewer = { ...index, firstDocs: new NodeNumbers(nodes.subarray(1), docs.subarray(FIRST_DOCS)) };
    expect(checkSubstrings(fewer)).toEqual(['first items are stored for other substrings than the most frequent ones']);
  });

  it('an additional item in a stored set › is reported, as is a set of a substring that is not the most frequent', () => {
    const index = textOf('name');
    const { nodes, numbers: words } = index.frequentSets;
    expect(nodes.length).toBeGreaterThan(2);
    const each = words.length / nodes.length;
    const place = words.findIndex((word, at) => at >= each && word !== 2 ** 32 - 1);
    const changed = words.map((word, at) => (at === place ? (word | (word + 1)) >>> 0 : word));
    const wrong = { ...index, frequentSets: new NodeNumbers(nodes, changed) };
    const node = nodes[Math.floor(place / each)];
    expect(checkSubstrings(wrong)).toEqual([
      `the set of items of node ${node} of the substring tree differs from the items of its values`,
    ]);
    const others = {
      ...index,
      frequentSets: new NodeNumbers(
        nodes.map((at) => at + 1),
        words,
      ),
    };
    expect(checkSubstrings(others)).toEqual([
      'sets of items are stored for other substrings than the most frequent ones',
    ]);
  });

  it('a wrong head, and a wrong reversed head › are reported', () => {
    const index = textOf('name');
    if (!(index.terms instanceof ByteTerms) || index.terms.heads === undefined) throw new Error('no heads');
    const changedOf = (heads: Heads): Heads =>
      new Heads(
        heads.values.map((value, head) => value + Number(head === 7)),
        index.terms.size,
      );
    const fields = new Map(segment.fields);
    fields.set('name', { ...index, terms: new ByteTerms(index.terms.records, changedOf(index.terms.heads)) });
    expect(checkSegment({ ...segment, fields })).toEqual([
      { section: 'name/*', finding: 'heads differ from its values' },
    ]);
    const { order, rank, heads } = index.reversed;
    fields.set('name', { ...index, reversed: new ReversedOrder(index.terms, order, rank, changedOf(heads)) });
    expect(checkSegment({ ...segment, fields })).toEqual([
      { section: 'name/*', finding: 'reversed heads differ from its reversed values' },
    ]);
  });

  it('many values without nodes › are reported', () => {
    const index = textOf('name');
    const none = new Uint32Array(0);
    const substrings = new SubstringIndex({
      counts: none,
      bucketStarts: none,
      bucketEnds: none,
      branchStarts: none,
      branchCounts: none,
      branchLows: new Uint8Array(0),
      branchTargets: none,
      buckets: index.substrings.tables.buckets,
      readList: index.substrings.tables.readList,
    });
    expect(checkSubstrings({ ...index, substrings })).toEqual([`${names} values have a substring tree of 0 nodes`]);
  });

  it('a value that its tree does not contain › is reported', () => {
    const index = textOf('name');
    if (!(index.terms instanceof ByteTerms)) throw new Error('the terms are stored elsewhere');
    const term = 700;
    const terms = new (class extends ByteTerms {
      override at(asked: number): Uint8Array {
        return asked === term ? Buffer.from('Zinc') : super.at(termId(asked));
      }
    })(index.terms.records);
    expect(checkSubstrings({ ...index, terms })).toEqual([`value ${term} is not found by its bytes from 0 on`]);
  });
});
