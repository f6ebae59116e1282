/**
 * The generator's parts: random numbers, weighted choices, shares, vocabulary.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random, Weighted, zipfWeights } from '../../data/generate/random.js';
import { Shares, THINGS_MAXIMUM } from '../../data/generate/shares.js';
import { decimalText, sku } from '../../data/generate/values.js';
import { VOCABULARY_SIZE, vocabulary } from '../../data/generate/words.js';
import { amount } from '../../testing/amount.js';

describe('Random', () => {
  it('the same seed and stream › the same sequence; another seed or stream › another sequence', () => {
    const start = (seed: number, stream: string) => {
      const random = new Random(seed, stream);
      return Array.from({ length: 4 }, () => random.next());
    };
    expect(start(1, 'a')).toEqual(start(1, 'a'));
    expect(start(1, 'a')).not.toEqual(start(1, 'b'));
    expect(start(1, 'a')).not.toEqual(start(2, 'a'));
  });

  it('ranges › are respected, and every value of a small range occurs', () => {
    const random = new Random(7, 'ranges');
    const seen = new Set<number>();
    for (let i = 0; i < 2000; i += 1) {
      seen.add(random.below(10));
      const unit = random.unit();
      expect(unit > 0 && unit <= 1).toBe(true);
      expect(random.next()).toBeLessThan(2 ** 32);
    }
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('each bit › is set in half of all numbers', () => {
    const random = new Random(3, 'bits');
    const set = new Uint32Array(32);
    const draws = 20_000;
    for (let i = 0; i < draws; i += 1) {
      const value = random.next();
      for (let bit = 0; bit < 32; bit += 1) set[bit] = set[bit]! + ((value >>> bit) & 1);
    }
    // Five standard deviations.
    for (const count of set) expect(Math.abs(count - draws / 2)).toBeLessThan(2.5 * Math.sqrt(draws));
  });
});

describe('Weighted', () => {
  it('draws › are as frequent as their weights', () => {
    const weights = [8, 1, 0.5, 4, 2.5];
    const weighted = new Weighted(weights);
    const random = new Random(5, 'weighted');
    const counts = weights.map(() => 0);
    const draws = 50_000;
    for (let i = 0; i < draws; i += 1) {
      const index = weighted.draw(random);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    counts.forEach((count, i) => {
      expect(count / draws).toBeCloseTo((weights[i] ?? 0) / 16, 2);
    });
  });

  it('one weight › is always drawn', () => {
    expect(new Weighted([3]).draw(new Random(1, 'one'))).toBe(0);
  });

  it('zipfWeights › rank k weighs 1 / (k + 1 + flattening)', () => {
    expect([...zipfWeights(3, 1)]).toEqual([1 / 2, 1 / 3, 1 / 4]);
  });
});

describe('Shares', () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 400 }));

  it('any sizes › every item has its owner, and none is lost', () => {
    fc.assert(
      fc.property(sizes, ([count, owners]) => {
        const shares = new Shares(count, owners);
        const owned = Array.from({ length: owners }, (_, owner) =>
          shares.things(owner).map((thing) => ({ thing, owner })),
        ).flat();
        expect(owned.map(({ thing }) => thing).sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
        for (const { thing, owner } of owned) expect(shares.owner(thing)).toBe(owner);
      }),
      { numRuns: amount(60, 15), seed: 11 },
    );
  });

  it('the largest size › is still exact', () => {
    const shares = new Shares(THINGS_MAXIMUM, THINGS_MAXIMUM / 10);
    for (const thing of [0, 1, 12_345_678, THINGS_MAXIMUM / 2, THINGS_MAXIMUM - 1]) {
      expect(shares.things(shares.owner(thing))).toContain(thing);
    }
  });
});

describe('vocabulary', () => {
  const words = vocabulary(1);

  it('size › 50,000 distinct words, function words first', () => {
    expect(words).toHaveLength(VOCABULARY_SIZE);
    expect(new Set(words).size).toBe(VOCABULARY_SIZE);
    expect(words.slice(0, 3)).toEqual(['the', 'of', 'and']);
  });

  it('letters › lower case without spaces or JSON escapes, some with accents', () => {
    expect(words.every((word) => /^\p{Ll}{1,14}$/u.test(word))).toBe(true);
    const accented = words.filter((word) => /[^a-z]/.test(word)).length;
    expect(accented / VOCABULARY_SIZE).toBeGreaterThan(0.01);
    expect(accented / VOCABULARY_SIZE).toBeLessThan(0.05);
  });

  it('rare words › are longer than frequent ones', () => {
    const mean = (part: readonly string[]) => part.join('').length / part.length;
    expect(mean(words.slice(-1000))).toBeGreaterThan(mean(words.slice(1000, 2000)) + 3);
  });
});

describe('values', () => {
  it('decimalText › has two digits after the point', () => {
    expect([0, 5, 99, 100, 1205, 999_999].map(decimalText)).toEqual([
      '0.00',
      '0.05',
      '0.99',
      '1.00',
      '12.05',
      '9999.99',
    ]);
  });

  it('sku › is different for each index', () => {
    const random = new Random(1, 'sku');
    const digits = Array.from({ length: 5000 }, (_, i) => sku(i * 7919, random).slice(3));
    expect(new Set(digits).size).toBe(5000);
    expect(digits.every((text) => /^\d{9}$/.test(text))).toBe(true);
  });
});
