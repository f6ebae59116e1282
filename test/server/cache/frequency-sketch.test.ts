import { describe, expect, it } from 'vitest';
import { ESTIMATE_MAXIMUM, FrequencySketch } from '../../../src/server/cache/frequency-sketch.js';

const sketchOf = (): FrequencySketch => new FrequencySketch(() => 0x12345677);

describe('FrequencySketch', () => {
  it('a key it has not seen › 0; one it has › what it was raised to, at most the maximum', () => {
    const sketch = sketchOf();
    sketch.raise('/a', 3);
    sketch.raise('/b', 100);
    expect(sketch.estimate('/a')).toBe(3);
    expect(sketch.estimate('/b')).toBe(ESTIMATE_MAXIMUM);
    expect(sketch.estimate('/c')).toBe(0);
  });

  it('lower than before › the higher stays', () => {
    const sketch = sketchOf();
    sketch.raise('/a', 5);
    sketch.raise('/a', 2);
    expect(sketch.estimate('/a')).toBe(5);
  });

  it('30,000 keys, each once › few unseen keys look seen, and none was forgotten', () => {
    const sketch = sketchOf();
    for (let i = 0; i < 30_000; i += 1) sketch.raise(`/seen/${i}`, 1);
    let mistaken = 0;
    for (let i = 0; i < 10_000; i += 1) {
      expect(sketch.estimate(`/seen/${i}`)).toBeGreaterThanOrEqual(1);
      if (sketch.estimate(`/unseen/${i}`) > 0) mistaken += 1;
    }
    expect(mistaken).toBeLessThan(500);
  });

  it('many others later › what was frequent is forgotten by and by', () => {
    const sketch = sketchOf();
    sketch.raise('/a', ESTIMATE_MAXIMUM);
    for (let i = 0; i < 262_144; i += 1) sketch.raise('/b', 1);
    expect(sketch.estimate('/a')).toBe(ESTIMATE_MAXIMUM >> 1);
  });
});
