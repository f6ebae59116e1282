/**
 * The tree of substrings, sorted in batches, against one made by taking its definition at its word.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns, type ValueRuns } from '../../../build/sorting/posting-lists.js';
import { substringSections } from '../../../build/substrings/substring-sections.js';
import { WorkClock } from '../../../build/work/work-clock.js';
import { GrowingRecords, type SectionInput } from '../../../src/format/index.js';
import { BUCKET_TERMS, DEPTH_MAXIMUM, NODE_TARGET } from '../../../src/index/termdict/index.js';
import { amount } from '../../../testing/amount.js';
import { FIRST_DOCS_KEPT } from '../../../testing/structures/first-docs.js';
import { unpacked } from '../../../testing/structures/packed-lists.js';
import { loadSections, smallWorkshop } from '../../../testing/structures/sections.js';
import { suffixText } from '../../../testing/structures/suffix-text.js';

/** Few letters of one to four bytes, and a run long enough to go deeper than nodes do. */
const unit = fc.constantFrom('a', 'b', 'c', ' ', 'é', '日', '😀', '\u0000', 'x'.repeat(DEPTH_MAXIMUM + 2));
const values = fc.uniqueArray(fc.string({ unit, minLength: 1, maxLength: 12 }), {
  minLength: BUCKET_TERMS + 1,
  maxLength: 1000,
  size: 'max',
});

const copies = fc.integer({ min: 1, max: 3 });
const capacity = fc.integer({ min: 1, max: 3000 });
const textBytes = fc.integer({ min: 2000, max: 20_000 });

interface Tree {
  readonly counts: number[];
  readonly bucketEnds: number[];
  readonly branches: [low: number, target: number][][];
  readonly buckets: number[][];
}

/** Node by node: all suffixes are looked at for each. */
function naiveTree(terms: readonly Buffer[], docsOf: readonly number[]): Tree {
  const tree: Tree = { counts: [], bucketEnds: [], branches: [], buckets: [] };
  const distinct = (suffixes: readonly Suffix[]): number[] => [...new Set(suffixes.map(({ term }) => term))];
  const addBucket = (suffixes: readonly Suffix[]): number =>
    tree.buckets.push(distinct(suffixes).sort((a, b) => a - b)) - 1;
  const addNode = (suffixes: readonly Suffix[], depth: number): number => {
    const node = tree.counts.push(distinct(suffixes).reduce((sum, term) => sum + docsOf[term]!, 0)) - 1;
    const branches: [number, number][] = [];
    let open: { low: number; weight: number; suffixes: Suffix[] } | undefined;
    const close = (): void => {
      if (open !== undefined) branches.push([open.low, addBucket(open.suffixes)]);
      open = undefined;
    };
    const byByte = Array.from({ length: 256 }, (): Suffix[] => []);
    for (const suffix of suffixes) byByte[suffix.bytes[depth] ?? 0]!.push(suffix);
    for (const [byte, children] of byByte.entries()) {
      if (children.length === 0) continue;
      const weight = children.length > BUCKET_TERMS ? distinct(children).length : children.length;
      if (weight > BUCKET_TERMS && byte !== 0 && depth + 1 < DEPTH_MAXIMUM) {
        close();
        branches.push([byte, addNode(children, depth + 1) + NODE_TARGET]);
      } else {
        if (open !== undefined && open.weight + weight > BUCKET_TERMS) close();
        open ??= { low: byte, weight: 0, suffixes: [] };
        open.weight += weight;
        open.suffixes.push(...children);
      }
    }
    close();
    tree.bucketEnds[node] = tree.buckets.length;
    tree.branches[node] = branches;
    return node;
  };
  addNode(terms.flatMap(suffixesOf), 0);
  return tree;
}

interface Suffix {
  readonly term: number;
  readonly bytes: Buffer;
}

/** The suffixes that begin with a character; a NUL ends a text, and none begins there. */
const suffixesOf = (bytes: Buffer, term: number): Suffix[] =>
  [...bytes.keys()]
    .filter((at) => bytes[at] !== 0 && (bytes[at]! & 0xc0) !== 0x80)
    .map((at) => ({ term, bytes: bytes.subarray(at) }));

function decoded(sections: readonly SectionInput[]): Tree {
  const section = (name: string): number[] => [...sections.find((found) => found.name === `f/${name}`)!.data];
  const [starts, counts] = [section('substrings.branchStarts'), section('substrings.branchCounts')];
  const [lows, targets] = [section('substrings.branchLows'), section('substrings.branchTargets')];
  const bytes = Uint8Array.from(section('substrings.lists'));
  const offsets = section('substrings.lists.offsets');
  const bases = section('substrings.lists.offsets.bases');
  const offset = (index: number): number => bases[Math.floor(index / 32)]! + offsets[index]!;
  return {
    counts: section('substrings.counts'),
    bucketEnds: section('substrings.bucketEnds'),
    branches: starts.map((start, node) =>
      Array.from({ length: counts[node]! }, (_, i): [number, number] => [lows[start + i]!, targets[start + i]!]),
    ),
    buckets: offsets.slice(1).map((_, index) => unpacked(bytes.subarray(offset(index), offset(index + 1)))),
  };
}

const built = async (
  records: GrowingRecords,
  runs: ValueRuns,
  capacity: number,
  sharedMaximum?: number,
): Promise<SectionInput[]> => {
  const { pool, scratch } = smallWorkshop;
  const text = await suffixText(records, runs, scratch, sharedMaximum);
  return loadSections(
    await substringSections(text, {
      columns: [{ name: 'f', ...runs }],
      frequentNodes: { first: FIRST_DOCS_KEPT, sets: 0 },
      buckets: 'without checksums',
      pool,
      scratch,
      capacity,
      clock: new WorkClock(),
      earlier: undefined,
    }),
  );
};

/** More than a bucket holds, with a string that is longer than nodes are deep. */
const deepTexts = Array.from({ length: 300 }, (_, at) => `${'a'.repeat(DEPTH_MAXIMUM + 2)}${at}`);

describe('substringSections', () => {
  it("any texts, batches of any size, text in memory or file › the bytes of the tree's definition", async () => {
    let nodes = 0;
    await fc.assert(
      fc.asyncProperty(values, copies, capacity, textBytes, async (texts, copies, capacity, textBytes) => {
        const terms = texts.map((text) => Buffer.from(text)).sort(Buffer.compare);
        const records = new GrowingRecords();
        for (const term of terms) records.push(term);
        // Term t is in docs t, t + terms, … : one more for the even ones.
        const ordinals = Uint32Array.from({ length: terms.length * copies }, (_, doc) =>
          doc < terms.length || doc % 2 === 0 ? (doc % terms.length) + 1 : 0,
        );
        const runs = buildRuns(ordinals, terms.length);
        const whole = await built(records, runs, 2 ** 20);
        const docsOf = terms.map((_, term) => runs.starts[term + 1]! - runs.starts[term]!);
        const tree = decoded(whole);
        nodes = Math.max(nodes, tree.counts.length);
        expect(tree).toEqual(naiveTree(terms, docsOf));
        expect(await built(records, runs, capacity)).toEqual(whole);
        // The text in a file: suffixes take along all that the tree looks at.
        expect(await built(records, runs, capacity, textBytes)).toEqual(whole);
      }),
      // Shrinking would take minutes and help little: a tree is large or none.
      { numRuns: amount(8, 6), endOnFailure: true, examples: [[deepTexts, 1, 1000, 2000]] },
    );
    expect(nodes).toBeGreaterThan(DEPTH_MAXIMUM);
  });

  it('long strings, frequent in some texts and rare in others, in a file › the bytes of text in memory', async () => {
    // Sorted, the first two thirds have the long string; of the rest, a few.
    const long = `zq${'x'.repeat(DEPTH_MAXIMUM)}é`;
    const texts = Array.from({ length: 900 }, (_, i) => {
      const number = String(i).padStart(4, '0');
      return i < 600 || i % 50 === 0 ? `${number} ${long} ${number}` : `${number}${'y'.repeat(40 + (i % 7))}`;
    });
    const records = new GrowingRecords();
    for (const text of texts) records.push(Buffer.from(text));
    // Every third one is in two docs.
    const docs = [...texts.keys(), ...texts.keys()].filter((term, doc) => doc < texts.length || term % 3 === 0);
    const runs = buildRuns(
      Uint32Array.from(docs, (term) => term + 1),
      texts.length,
    );
    const whole = await built(records, runs, 2 ** 20);
    expect(await built(records, runs, 2000, 8000)).toEqual(whole);
  });

  it.each([
    ['one letter, repeated', Array.from({ length: 400 }, (_, i) => 'a'.repeat(i + 1))],
    ['one character each', Array.from({ length: 600 }, (_, i) => String.fromCodePoint(0x4e00 + i))],
    [
      'emoji of four bytes',
      Array.from({ length: 400 }, (_, i) => `😀${String.fromCodePoint(0x1f600 + (i % 64))}${i}😀`),
    ],
    [
      'one long text, and short ones',
      [`${'long '.repeat(4000)}end`, ...Array.from({ length: 300 }, (_, i) => `on ${i}`)],
    ],
  ])('%s › text in memory or file › equal bytes', async (_, texts) => {
    const terms = texts.map((text) => Buffer.from(text)).sort(Buffer.compare);
    const records = new GrowingRecords();
    for (const term of terms) records.push(term);
    const ordinals = Uint32Array.from(terms, (_, term) => term + 1);
    const runs = buildRuns(ordinals, terms.length);
    const sections = await built(records, runs, 2 ** 20);
    const docsOf = terms.map(() => 1);
    expect(decoded(sections)).toEqual(naiveTree(terms, docsOf));
    expect(await built(records, runs, 3000, 100)).toEqual(sections);
  });
});
