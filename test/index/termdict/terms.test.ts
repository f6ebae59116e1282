import { describe, expect, it } from 'vitest';
import { termId } from '../../../src/content/model/index.js';
import { SEARCH_TERM } from '../../../src/index/costs/index.js';
import {
  ByteTerms,
  containsBytes,
  Heads,
  NumberTerms,
  prefixNumber,
  prefixRange,
  termBounds,
} from '../../../src/index/termdict/index.js';
import { FIRST_DOCS, FIRST_DOCS_ABOVE, findFirstDocs } from '../../../testing/structures/first-docs.js';
import { recordsOfBytes } from '../../../testing/structures/records.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const texts = ['ant', 'antelope', 'bee', 'beetle', 'cat'];
const records = recordsOfBytes(texts.map(bytes));

describe('ByteTerms', () => {
  const terms = new ByteTerms(records);

  it('a few texts › are counted, read and searched for a pattern', () => {
    expect(terms.size).toBe(5);
    expect(texts.map((_, index) => Buffer.from(terms.at(termId(index))).toString())).toEqual(texts);
    const holding = (pattern: string): string[] => {
      const holds = terms.containing(bytes(pattern));
      return texts.filter((_, index) => holds(termId(index)));
    };
    expect(holding('ee')).toEqual(['bee', 'beetle']);
    // What stands in two terms, one behind the other, is in neither.
    expect(holding('tant')).toEqual([]);
    expect(holding('antelope')).toEqual(['antelope']);
    expect(terms.searchCost).toBe(SEARCH_TERM);
  });

  it('an ending › is not found in a shorter term', () => {
    const ending = (suffix: string): string[] =>
      texts.filter((_, index) => terms.endsWith(termId(index), bytes(suffix)));
    expect(ending('ee')).toEqual(['bee']);
    expect(ending('antelope')).toEqual(['antelope']);
    expect(ending('pantelope')).toEqual([]);
    expect(ending('')).toEqual(texts);
  });

  it('prefetching › reads the offset and first byte of the given terms only', () => {
    const ahead = (...indexes: number[]): number => {
      terms.prefetch(Uint32Array.from(indexes));
      return terms.prefetchSum;
    };
    expect(ahead()).toBe(0);
    // “bee” begins at 11, “cat” at 20.
    expect(ahead(2)).toBe(11 + 98);
    expect(ahead(4, 2)).toBe(20 + 11 + 99 + 98);
  });

  it.each([
    ['without heads', terms],
    ['with heads', new ByteTerms(records, new Heads(Float64Array.of(prefixNumber(bytes('ant'), 0)), 5))],
  ])('%s › bounds and prefix ranges equal those of the list', (_, held) => {
    expect(['a', 'ant', 'be', 'cat', 'dog'].map((text) => termBounds(held, bytes(text)))).toEqual([
      { below: 0, upTo: 0 },
      { below: 0, upTo: 1 },
      { below: 2, upTo: 2 },
      { below: 4, upTo: 5 },
      { below: 5, upTo: 5 },
    ]);
    expect(['ant', 'be', 'beet', 'cats', ''].map((text) => prefixRange(held, bytes(text)))).toEqual([
      [0, 2],
      [2, 4],
      [3, 4],
      [5, 5],
      [0, 5],
    ]);
  });
});

describe('NumberTerms', () => {
  it('are counted and read', () => {
    const terms = new NumberTerms(Float64Array.of(-1, 2.5, 7));
    expect(terms.size).toBe(3);
    expect([0, 1, 2].map((index) => terms.at(termId(index)))).toEqual([-1, 2.5, 7]);
  });
});

describe('containsBytes', () => {
  it('a long text within others › ignores bytes outside of the text', () => {
    // So long that the engine's own search is used.
    for (const length of [191, 192, 193, 400]) {
      const within = bytes(`needle${'.'.repeat(length)}needle`);
      expect(containsBytes(within, 6, 6 + length, bytes('needle'))).toBe(false);
      expect(containsBytes(within, 5, 6 + length, bytes('e.'))).toBe(true);
      expect(containsBytes(within, 6, 7 + length, bytes('.n'))).toBe(true);
      expect(containsBytes(within.subarray(6), 0, length, bytes('needle'))).toBe(false);
    }
  });
});

describe('FirstDocsPass', () => {
  it('a node with exactly the number of docs that is not enough › is not stored', () => {
    const docs = Uint32Array.from({ length: FIRST_DOCS_ABOVE + 1 }, (_, doc) => doc);
    const starts = Uint32Array.of(0, FIRST_DOCS_ABOVE, FIRST_DOCS_ABOVE + 1);
    const asked: number[] = [];
    const first = findFirstDocs(
      {
        counts: Uint32Array.of(FIRST_DOCS_ABOVE + 1, FIRST_DOCS_ABOVE),
        bucketStarts: Uint32Array.of(0, 0),
        bucketEnds: Uint32Array.of(2, 1),
      },
      3,
      (bucket) => {
        asked.push(bucket);
        return Uint32Array.of(bucket);
      },
      docs,
      starts,
    );
    expect([...(first.of(0) ?? [])]).toEqual(Array.from({ length: FIRST_DOCS }, (_, doc) => doc));
    expect(first.of(1)).toBeUndefined();
    expect([...first.nodes]).toEqual([0]);
    expect(first.numbers).toHaveLength(FIRST_DOCS);
    // Behind the last frequent node nothing is read.
    expect(asked).toEqual([0, 1]);
  });

  it('no frequent node › reads no bucket', () => {
    const read = (): never => {
      throw new Error('read');
    };
    const tree = { counts: Uint32Array.of(5), bucketStarts: Uint32Array.of(0), bucketEnds: Uint32Array.of(1) };
    expect(findFirstDocs(tree, 1, read, new Uint32Array(0), new Uint32Array(1)).of(0)).toBeUndefined();
  });
});
