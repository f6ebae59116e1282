/**
 * Is a set of docs better a sorted array or a bitset? By density: the intersection of two sets, counted, with its first
 * twenty docs, which is what an AND of two conditions asks.
 *
 *     npm run bench:structures -- sets
 */

import { Random } from '../../data/generate/random.js';
import { Bitset, plainRoutines } from '../../src/docset/index.js';
import { firstAtLeast } from '../../src/format/index.js';
import { type Contestant, type ContestResult, contest, type Task } from './contest.js';
import type { Measuring } from './measuring.js';

/** Pairs of shares of all docs, the smaller set first. */
const densities = [
  [1 / 10_000, 1 / 10_000],
  [1 / 1000, 1 / 1000],
  [1 / 100, 1 / 100],
  [1 / 32, 1 / 32],
  [1 / 8, 1 / 8],
  [1 / 2, 1 / 2],
  [1 / 10_000, 1 / 8],
  [1 / 1000, 1 / 2],
  [1 / 100, 1 / 2],
] as const;
const pageSize = 20;

/** One set in both forms. */
interface DocSet {
  readonly docs: Uint32Array;
  readonly bits: Bitset;
}
type Question = readonly [small: DocSet, large: DocSet];

export function measureSets({ sizes, questions, seed, effort }: Measuring): ContestResult[] {
  return sizes.flatMap((size) =>
    densities.map(([small, large]) => {
      const random = new Random(seed, `structures/sets/${small}/${large}`);
      const pairs = Array.from(
        { length: Math.min(questions, 8) },
        (): Question => [drawSet(size, small, random), drawSet(size, large, random)],
      );
      const over = `${size.toLocaleString('en-US')} docs, ${percent(small)} and ${percent(large)}`;
      const tasks: Task<Question>[] = [{ name: 'count and first 20', questions: pairs }];
      return contest(over, contestants(size, small + large), tasks, effort, random);
    }),
  );
}

const percent = (share: number): string => `${Number((share * 100).toPrecision(3))} %`;

/** @param shares of all docs, of both sets together */
function contestants(size: number, shares: number): Contestant<Question>[] {
  const arrayBytes = Math.round(size * shares) * Uint32Array.BYTES_PER_ELEMENT;
  const bitsBytes = (2 * size) / 8;
  const of = (name: string, byteLength: number, answer: Contestant<Question>['answer']): Contestant<Question> => ({
    name,
    byteLength,
    buildMs: 0,
    answer,
  });
  return [
    of('arrays, merged', arrayBytes, ([a, b]) => page(merged(a.docs, b.docs))),
    of('arrays, galloping', arrayBytes, ([a, b]) => page(galloping(a.docs, b.docs))),
    of('array, tested by bits', arrayBytes / 2 + bitsBytes / 2, ([a, b]) => page(tested(a.docs, b.bits))),
    of('bitsets', bitsBytes, ([a, b]) => common(a.bits, b.bits)),
  ];
}

function drawSet(size: number, share: number, random: Random): DocSet {
  const docs = Uint32Array.from({ length: size }, (_, doc) => doc).filter(() => random.chance(share));
  return { docs, bits: Bitset.of(size, docs) };
}

const page = (docs: Uint32Array): unknown => [docs.length, ...docs.subarray(0, pageSize)];

function merged(a: Uint32Array, b: Uint32Array): Uint32Array {
  const out = new Uint32Array(Math.min(a.length, b.length));
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [left, right] = [a[i]!, b[j]!];
    if (left === right) out[count++] = left;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return out.subarray(0, count);
}

/** Source: Bentley and Yao, "An almost optimal algorithm for unbounded searching", 1976. */
function galloping(small: Uint32Array, large: Uint32Array): Uint32Array {
  const out = new Uint32Array(small.length);
  let count = 0;
  let low = 0;
  for (let i = 0; i < small.length; i += 1) {
    const doc = small[i]!;
    let step = 1;
    while (low + step < large.length && large[low + step]! < doc) step *= 2;
    low = firstAtLeast(large, doc, low, Math.min(large.length, low + step + 1));
    if (large[low] === doc) out[count++] = doc;
  }
  return out.subarray(0, count);
}

function tested(docs: Uint32Array, bits: Bitset): Uint32Array {
  const out = new Uint32Array(docs.length);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    out[count] = doc;
    count += Number(bits.has(doc));
  }
  return out.subarray(0, count);
}

/** Counts without keeping the result, then reads as far as twenty docs go. */
function common(a: Bitset, b: Bitset): unknown {
  const count = plainRoutines.countAnd(a.words, b.words);
  const docs: number[] = [];
  for (let index = 0; index < a.words.length && docs.length < pageSize; index += 1) {
    let word = a.words[index]! & b.words[index]!;
    for (; word !== 0 && docs.length < pageSize; word &= word - 1) {
      docs.push(index * 32 + 31 - Math.clz32(word & -word));
    }
  }
  return [count, ...docs];
}
