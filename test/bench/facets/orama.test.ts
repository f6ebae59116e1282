/**
 * What is made of Orama's answers, and when it takes part.
 */
import { describe, expect, it } from 'vitest';
import { mostFrequent, ORAMA_ITEMS_MAXIMUM, statisticsOf } from '../../../bench/facets/orama.js';
import { whyNotOrama } from '../../../bench/facets/taking-part.js';

describe('mostFrequent', () => {
  it('values › the ten most frequent, ties by value, and none that nothing has', () => {
    expect(mostFrequent({ b: 2, c: 3, a: 2, none: 0 })).toEqual(['c 3', 'a 2', 'b 2']);
    const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`v${i}`, i + 1]));
    expect(mostFrequent(twelve)).toHaveLength(10);
  });
});

describe('statisticsOf', () => {
  it('numbers › count, least, greatest and sum; of none, as SQL says it', () => {
    expect([statisticsOf([5, 2, 9]), statisticsOf([])]).toEqual(['3 2 9 16', '0 null null null']);
  });
});

describe('whyNotOrama', () => {
  it('not installed, or too many items › said, with what would help', () => {
    expect(whyNotOrama(ORAMA_ITEMS_MAXIMUM, true)).toBeUndefined();
    expect(whyNotOrama(ORAMA_ITEMS_MAXIMUM + 1, true)).toContain('takes part with up to 100000 items');
    expect(whyNotOrama(2000, false)).toBe(
      'ORAMA IS NOT INSTALLED AND IS LEFT OUT: npm run bench:install makes it take part',
    );
  });
});
