/**
 * The structures that only the benchmark has, against slow and trivial ones.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contest } from '../../bench/structures/contest.js';
import { FrontCoded } from '../../bench/structures/front-coded.js';
import { EliasFanoLists, PackedLists } from '../../bench/structures/smaller/lists.js';
import { Packed, packedBytes } from '../../bench/structures/smaller/packed.js';
import { substringContestants } from '../../bench/structures/substrings.js';
import { drawTexts, textsOf } from '../../bench/structures/texts.js';
import { Random } from '../../data/generate/random.js';
import { start } from '../cli/stele.js';
import { isWhole } from '../support/amount.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日'), maxLength: 9 });
const sorted = (words: readonly string[]): Buffer[] => [
  ...textsOf(
    'titles',
    words.map((text) => Buffer.from(text)),
  ).values,
];

describe('FrontCoded', () => {
  it('any values in any blocks › are those given, each below what a plain search says', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), word, (words, block, asked) => {
        const values = sorted(words);
        const coded = new FrontCoded(values, block);
        expect(values.map((_, i) => Buffer.from(coded.at(i)).toString())).toEqual(values.map(String));
        for (const value of [...values, Buffer.from(asked)]) {
          expect(coded.below(value)).toBe(values.filter((other) => Buffer.compare(other, value) < 0).length);
        }
      }),
    );
  });

  it('values of more than 127 bytes › have longer lengths', () => {
    const values = sorted(['a'.repeat(300), `${'a'.repeat(300)}b`, 'a'.repeat(20_000), 'c']);
    const coded = new FrontCoded(values, 4);
    expect(values.map((_, i) => coded.at(i).byteLength)).toEqual(values.map(({ byteLength }) => byteLength));
    expect(coded.below(Buffer.from('b'))).toBe(3);
  });
});

describe('Packed', () => {
  it('any numbers › each is read as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 99 }), fc.integer({ min: 0, max: 30 }), (numbers, less) => {
        const smaller = numbers.map((number) => number >>> less);
        const packed = new Packed(smaller);
        expect(smaller.map((_, index) => packed.at(index))).toEqual(smaller);
        expect(Math.abs(packed.byteLength - packedBytes(smaller))).toBeLessThan(8);
      }),
    );
  });
});

describe('PackedLists and EliasFanoLists', () => {
  it('any lists › each is read as it was', () => {
    const list = fc.uniqueArray(fc.nat({ max: 9999 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(list, { maxLength: 9 }), (lists) => {
        const ascending = lists.map((values) => Uint32Array.from(values).sort());
        for (const packed of [new PackedLists(ascending), new EliasFanoLists(ascending)]) {
          expect(ascending.map((_, index) => packed.read(index))).toEqual(ascending);
        }
      }),
    );
  });
});

describe('substring structures', () => {
  it('any texts, any pattern › all find what a scan finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 40 }), word, async (words, pattern) => {
        fc.pre(pattern !== '');
        const texts = textsOf(
          'titles',
          words.filter((text) => text !== '').map((text) => Buffer.from(text)),
        );
        const found = (await substringContestants(texts)).map(({ answer }) => answer(Buffer.from(pattern)));
        const holding = texts.values.flatMap((value, i) => (value.includes(pattern) ? [i] : []));
        for (const answer of found) expect(answer).toEqual([holding.length, ...holding.slice(0, 20)]);
      }),
      // The lists of n-grams clear 16 million counters each time.
      { numRuns: 15 },
    );
  });

  it('enough texts for a tree with nodes › all find what a scan finds', async () => {
    const texts = drawTexts('titles', 1500, 7);
    const contestants = await substringContestants(texts);
    for (const pattern of ['e', 'th', 'the', ' the ', 'ing of', texts.values[700]!.toString(), 'no~where']) {
      const [expected, ...others] = contestants.map(({ answer }) => answer(Buffer.from(pattern)));
      for (const answer of others) expect(answer, pattern).toEqual(expected);
    }
  });
});

describe('contest', () => {
  const effort = { budgetMs: 1, slices: 1, samplesMinimum: 2 };
  const of = (name: string, answer: (question: number) => unknown) => ({ name, byteLength: 1, buildMs: 0.4, answer });

  it('contestants that agree › are timed', () => {
    const tasks = [{ name: 'twice', questions: [1, 2] }];
    const { contestants } = contest(
      'numbers',
      [of('a', (n) => n * 2), of('b', (n) => n + n)],
      tasks,
      effort,
      new Random(1, 't'),
    );
    expect(contestants.map(({ name, timings }) => [name, Object.keys(timings)])).toEqual([
      ['a', ['twice']],
      ['b', ['twice']],
    ]);
  });

  it('contestants that differ › an error that names both', () => {
    const tasks = [{ name: 'twice', questions: [1, 3] }];
    const contestants = [of('a', (n) => n * 2), of('b', (n) => n + 1)];
    expect(() => contest('numbers', contestants, tasks, effort, new Random(1, 't'))).toThrow(
      'numbers, twice: b answers 4, a 6.',
    );
  });
});

describe('bench:structures', () => {
  if (isWhole) {
    it('--smoke › 0, a table for every question', { timeout: 120_000 }, async () => {
      const { code, stdout, stderr } = await start('bench/structures/main.js', ['--smoke']).ended;
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      for (const words of [
        'front-coded, blocks of 16',
        'array, tested by bits',
        'suffix array',
        'n-gram lists',
        'Elias-Fano',
      ]) {
        expect(stdout).toContain(words);
      }
      expect(stdout).not.toContain('wrote');
    });
  }

  it('a question that there is none of › 2', async () => {
    const { code, stderr } = await start('bench/structures/main.js', ['hashes']).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('Allowed choices are dictionary, sets, smaller, substrings');
  });
});
