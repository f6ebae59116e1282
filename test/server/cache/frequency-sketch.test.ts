import { describe, expect, it } from 'vitest';
import { ESTIMATE_MAXIMUM, FrequencySketch } from '../../../src/server/cache/frequency-sketch.js';

const sketchOf = (): FrequencySketch => new FrequencySketch(2 ** 19, () => 0x12345677);

describe('FrequencySketch', () => {
  it('unknown key › 0; known key › its count, at most the maximum', () => {
    const sketch = sketchOf();
    sketch.raise('/a', 3);
    sketch.raise('/b', 100);
    expect(sketch.estimate('/a')).toBe(3);
    expect(sketch.estimate('/b')).toBe(ESTIMATE_MAXIMUM);
    expect(sketch.estimate('/c')).toBe(0);
  });

  it('raised to a lower count › keeps the higher', () => {
    const sketch = sketchOf();
    sketch.raise('/a', 5);
    sketch.raise('/a', 2);
    expect(sketch.estimate('/a')).toBe(5);
  });

  it('30,000 keys, each once › few false positives, no false negatives', () => {
    const sketch = sketchOf();
    for (let i = 0; i < 30_000; i += 1) sketch.raise(`/seen/${i}`, 1);
    let [forgotten, mistaken] = [0, 0];
    for (let i = 0; i < 10_000; i += 1) {
      if (sketch.estimate(`/seen/${i}`) < 1) forgotten += 1;
      if (sketch.estimate(`/unseen/${i}`) > 0) mistaken += 1;
    }
    expect(forgotten).toBe(0);
    expect(mistaken).toBeLessThan(500);
  });

  it('after 262,144 increments › counts are halved, and again after as many', () => {
    const sketch = sketchOf();
    const raise = (times: number): void => {
      for (let i = 0; i < times; i += 1) sketch.raise('/b', 1);
    };
    sketch.raise('/a', ESTIMATE_MAXIMUM);
    raise(262_142);
    expect(sketch.estimate('/a')).toBe(ESTIMATE_MAXIMUM);
    raise(1);
    expect(sketch.estimate('/a')).toBe(ESTIMATE_MAXIMUM >> 1);
    raise(1000);
    expect(sketch.estimate('/a')).toBe(ESTIMATE_MAXIMUM >> 1);
  });

  it('with little memory › halves sooner, and still knows recent keys', () => {
    const sketch = new FrequencySketch(4096, () => 0x12345677);
    sketch.raise('/a', 1);
    for (let i = 0; i < 1000; i += 1) sketch.raise(`/other/${i}`, 1);
    expect(sketch.estimate('/a')).toBeGreaterThan(0);
    for (let i = 0; i < 1100; i += 1) sketch.raise('/b', 1);
    expect(sketch.estimate('/a')).toBe(0);
  });

  it('two sketches › keys share counters in different ways', () => {
    /** The keys that look seen and are not. */
    const mistaken = (): readonly number[] => {
      const sketch = new FrequencySketch(2 ** 19);
      for (let i = 0; i < 60_000; i += 1) sketch.raise(`/seen/${i}`, 1);
      return Array.from({ length: 20_000 }, (_, i) => i).filter((i) => sketch.estimate(`/unseen/${i}`) > 0);
    };
    const first = mistaken();
    expect(first).not.toEqual([]);
    expect(mistaken()).not.toEqual(first);
  });
});
