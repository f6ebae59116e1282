/**
 * A tree that is patched after some texts have changed, against one for which all suffixes are sorted.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../build/sorting/posting-lists.js';
import { type EarlierTerms, findTermChanges, isCheaperToPatch } from '../../../build/substrings/earlier/index.js';
import { listBytesMaximum } from '../../../build/substrings/sort/packed-lists.js';
import { substringSections } from '../../../build/substrings/substring-sections.js';
import { WorkClock } from '../../../build/work/work-clock.js';
import { type TakenChoice, withChoicesAsync } from '../../../src/content/choices/index.js';
import { GrowingRecords, type SectionInput } from '../../../src/format/index.js';
import { sectionNames } from '../../../src/index/segment/index.js';
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { amount } from '../../../testing/amount.js';
import { fileSection, loadSections, smallWorkshop } from '../../../testing/structures/sections.js';
import { suffixText } from '../../../testing/structures/suffix-text.js';

const field = 'f';
const names = sectionNames(field);

/** Few letters of one to four bytes, a NUL, and a run that is longer than nodes are deep. */
const unit = fc.constantFrom('a', 'b', 'ab', ' ', 'é', '日', '😀', '\u0000', 'x'.repeat(DEPTH_MAXIMUM + 2));
/** The empty text is a text that no item has. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('', 'abab', '\u0000') },
);

/** What happens to a doc from one night to the next. */
const edit = fc.oneof(
  { weight: 12, arbitrary: fc.constant('keep' as const) },
  { weight: 1, arbitrary: fc.constant('remove' as const) },
  { weight: 1, arbitrary: fc.record({ change: text }) },
  { weight: 1, arbitrary: fc.record({ insert: text }) },
);
type Edit = 'keep' | 'remove' | { readonly change: string } | { readonly insert: string };

/** A column: its texts by doc, and its sections before and behind the tree. */
interface Column {
  readonly ordinals: Uint32Array;
  readonly terms: GrowingRecords;
  readonly runs: ReturnType<typeof buildRuns>;
}

function columnOf(texts: readonly string[]): Column {
  const distinct = [...new Set(texts)].filter((one) => one !== '').map((one) => Buffer.from(one));
  distinct.sort(Buffer.compare);
  const terms = new GrowingRecords();
  for (const term of distinct) terms.push(term);
  const ordinalOf = new Map(distinct.map((term, index) => [term.toString(), index + 1]));
  const ordinals = Uint32Array.from(texts, (one) => ordinalOf.get(one) ?? 0);
  return { ordinals, terms, runs: buildRuns(ordinals, distinct.length) };
}

async function treeOf({ terms, runs }: Column, earlier: EarlierTerms | undefined): Promise<SectionInput[]> {
  const { pool, scratch } = smallWorkshop;
  return loadSections(
    await substringSections(await suffixText(terms, runs, scratch), {
      columns: [{ name: field, ...runs }],
      frequentNodes: { first: { docsPerNode: 2, docsAbove: 3 }, sets: 2 },
      buckets: 'without checksums',
      pool,
      scratch,
      capacity: 1000,
      clock: new WorkClock(),
      earlier,
    }),
  );
}

const termsOf = ({ ordinals, runs }: Column) => ({ ordinals, docStarts: runs.starts });

/** @returns the texts of the next night, and earlier doc → doc with the same text */
function edited(texts: readonly string[], edits: readonly Edit[]): { after: string[]; docs: Int32Array } {
  const after: string[] = [];
  const docs = new Int32Array(texts.length).fill(-1);
  for (const [doc, one] of texts.entries()) {
    const done = edits[doc] ?? 'keep';
    if (done === 'remove') continue;
    if (done !== 'keep' && 'insert' in done) after.push(done.insert);
    if (done === 'keep' || 'insert' in done) docs[doc] = after.length;
    after.push(done !== 'keep' && 'change' in done ? done.change : one);
  }
  return { after, docs };
}

/** @returns the sections of the tree after the edits: patched, and sorted; undefined if too few terms are left for a tree */
async function bothWays(texts: readonly string[], edits: readonly Edit[], bucket: number, choices?: TakenChoice[]) {
  const { after, docs } = edited(texts, edits);
  const [before, current] = [columnOf(texts), columnOf(after)];
  if (before.terms.count <= bucket || current.terms.count <= bucket) return undefined;
  const onChoice = (choice: TakenChoice): void => {
    if (choice.name === 'substring.tree') choices?.push(choice);
  };
  const thresholds = { 'substring.bucket': bucket };
  return withChoicesAsync({ thresholds, ways: { 'substring.tree': 'patched' }, onChoice }, async () => {
    const changes = findTermChanges(termsOf(before), termsOf(current), docs);
    expect(changes).toBeDefined();
    const stored = [...(await treeOf(before, undefined)), { name: names.starts, data: before.runs.starts }];
    const earlier = changes && { sections: stored.map(fileSection), changes };
    return { patched: await treeOf(current, earlier), sorted: await treeOf(current, undefined) };
  });
}

describe('substringSections › with a tree of an earlier snapshot', () => {
  it('any edits › gives the bytes that sorting all suffixes gives', async () => {
    let patchedTrees = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 4, maxLength: 120, size: 'max' }),
        fc.array(edit, { minLength: 20, maxLength: 120, size: 'max' }),
        fc.integer({ min: 1, max: 8 }),
        async (texts, edits, bucket) => {
          const choices: TakenChoice[] = [];
          const trees = await bothWays(texts, edits, bucket, choices);
          if (trees === undefined) return;
          expect(trees.patched).toEqual(trees.sorted);
          expect(choices.map(({ taken }) => taken)).toEqual(['patched']);
          patchedTrees += 1;
        },
      ),
      { numRuns: amount(120, 25) },
    );
    expect(patchedTrees).toBeGreaterThan(10);
  });

  it('edits of texts with a long common ending › gives these bytes, too', async () => {
    const ending = ' ends in the same words as many other texts do.';
    const number = fc.nat(2000);
    const texts = Array.from({ length: 350 }, (_, index) => `${(index * 7919) % 4001}${ending}`);
    const numbered = fc.record({ number, hasEnding: fc.boolean() }).map(({ number: one, hasEnding }) => {
      return hasEnding ? `${one}${ending}` : `${one}`;
    });
    const change = fc.oneof(
      fc.constant('remove' as const),
      fc.record({ change: numbered }),
      fc.record({ insert: numbered }),
    );
    const changes = fc.array(fc.tuple(fc.nat(349), change), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(changes, fc.integer({ min: 1, max: 3 }), async (drawn, bucket) => {
        const edits: Edit[] = texts.map(() => 'keep');
        for (const [doc, one] of drawn) edits[doc] = one;
        const trees = await bothWays(texts, edits, bucket);
        expect(trees?.patched).toEqual(trees?.sorted);
        // Otherwise no bucket was large.
        const lists = trees?.patched.find(({ name }) => name === `${names.substringLists}.offsets`);
        const offsets = [...(lists?.data ?? [])];
        const longest = Math.max(...offsets.slice(1).map((offset, index) => offset - offsets[index]!));
        expect(longest).toBeGreaterThan(listBytesMaximum(bucket));
      }),
      { numRuns: amount(15, 4) },
    );
  });

  it('a text with more suffixes than a call has arguments › gives these bytes, too', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
    const trees = await bothWays(texts, [{ insert: '日'.repeat(130_000) }], 3);
    expect(trees?.patched).toEqual(trees?.sorted);
  });
});

describe('isCheaperToPatch', () => {
  const startsOf = (lengths: readonly number[]): Uint32Array => {
    const starts = new Uint32Array(lengths.length + 1);
    for (const [index, length] of lengths.entries()) starts[index + 1] = starts[index]! + length;
    return starts;
  };
  const oneAdded = { newTerms: new Int32Array(0), removed: 0, added: Uint32Array.of(0) };

  it('one of 500 texts is added › cheaper if texts are short', () => {
    const isCheaper = (length: number): boolean =>
      isCheaperToPatch(oneAdded, { starts: startsOf(new Array<number>(500).fill(length)) });
    expect([10, 800, 1100, 20_000].map(isCheaper)).toEqual([true, true, false, false]);
  });

  it('some texts are very long › adding a short one is cheaper, adding a long one is not', () => {
    const short = new Array<number>(100_000).fill(30);
    const long = new Array<number>(300).fill(30_000);
    expect(isCheaperToPatch(oneAdded, { starts: startsOf([...short, ...long]) })).toBe(true);
    expect(isCheaperToPatch(oneAdded, { starts: startsOf([...long, ...short]) })).toBe(false);
  });
});
