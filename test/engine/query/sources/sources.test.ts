/**
 * Every source of docs: its size, test, list, set and interval agree, and have the costs of
 * index/costs.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../../build/sorting/posting-lists.js';
import { orderPlace, termId } from '../../../../src/content/model/index.js';
import type { ValueColumns } from '../../../../src/engine/facets/index.js';
import { complement } from '../../../../src/engine/query/sources/complement.js';
import { linkedTo } from '../../../../src/engine/query/sources/link-source.js';
import { docList, termList } from '../../../../src/engine/query/sources/list-source.js';
import { otherTerms, termRange, unpopulated } from '../../../../src/engine/query/sources/range-source.js';
import { termRanges } from '../../../../src/engine/query/sources/ranges-source.js';
import { reversedRange } from '../../../../src/engine/query/sources/reversed-source.js';
import { storedSetSource } from '../../../../src/engine/query/sources/set-source.js';
import { siftSource } from '../../../../src/engine/query/sources/sift.js';
import type { Source } from '../../../../src/engine/query/sources/source.js';
import { LinkColumn } from '../../../../src/index/columns/index.js';
import {
  COMBINE_STORED,
  COPY_DOC,
  MARK_DOC,
  PASS_BITS,
  SIFT_BITS,
  SIFT_COLUMN,
  TEST_DOC,
  TEST_LINKS,
  VISIT_RUN,
  VISIT_RUN_FAR,
} from '../../../../src/index/costs/index.js';
import { Arena } from '../../../../src/index/docset/index.js';
import { quantileBits, quantilePlaces } from '../../../../src/index/postings/choose-quantiles.js';
import { Quantiles, RunPostings } from '../../../../src/index/postings/index.js';
import { hasEndings } from '../../../../src/index/segment/index.js';
import { amount } from '../../../../testing/amount.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { expectDocs as expectDocsOf } from '../../../../testing/structures/docs-of-source.js';

const size = 300;
const terms = 12;

interface Values extends ValueColumns {
  readonly quantiles: Quantiles | undefined;
}

function valuesOf(ordinals: readonly number[], parts: number | undefined): Values {
  const column = Uint32Array.from(ordinals);
  const { docs, starts } = buildRuns(column, terms);
  const places = quantilePlaces(starts, parts ?? 1);
  const quantiles = parts === undefined ? undefined : new Quantiles(places, quantileBits(docs, places), docs);
  return { column, postings: new RunPostings(docs, starts), quantiles };
}

const drawn = fc
  .record({
    ordinals: fc.array(fc.oneof(fc.nat(terms), fc.constantFrom(0, 3)), { minLength: size, maxLength: size }),
    parts: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    ends: fc.tuple(fc.nat(terms), fc.nat(terms)),
  })
  .map(({ ordinals, parts, ends }) => ({
    ordinals,
    values: valuesOf(ordinals, parts),
    start: Math.min(...ends),
    end: Math.max(...ends),
  }));

const expectDocs = (source: Source, docs: readonly number[]): void => expectDocsOf(source, docs, size);

const having = (ordinals: readonly number[], test: (ordinal: number) => boolean): number[] =>
  ordinals.flatMap((ordinal, doc) => (test(ordinal) ? [doc] : []));

describe('termRange', () => {
  it('any run of terms › the docs that have them', () => {
    fc.assert(
      fc.property(drawn, ({ ordinals, values, start, end }) => {
        const source = termRange(values, termId(start), termId(end));
        expectDocs(
          source,
          having(ordinals, (ordinal) => ordinal > start && ordinal <= end),
        );
        expect(source).toMatchObject({ structure: 'run of docs by value', testCost: SIFT_COLUMN, listCost: 0 });
        expect(source.ascends).toBe(end - start <= 1);
        expect(source.range).toEqual({ values, start, end });
      }),
      { numRuns: amount(100, 25) },
    );
  });

  it('an end before its start › nothing', () => {
    const source = termRange(valuesOf(Array(size).fill(2), 3), termId(4), termId(1));
    expectDocs(source, []);
    expect(source.fillCost).toBeCloseTo(PASS_BITS * size);
  });
});

describe('otherTerms', () => {
  it('any run of terms › the docs that have another', () => {
    fc.assert(
      fc.property(drawn, ({ ordinals, values, start, end }) => {
        const source = otherTerms(values, termId(start), termId(end));
        expectDocs(
          source,
          having(ordinals, (ordinal) => ordinal !== 0 && (ordinal <= start || ordinal > end)),
        );
        if (start === end) {
          expect(source.range).toEqual({ values, start: 0, end: terms });
          return;
        }
        expect(source).toMatchObject({
          structure: 'two runs of docs by value',
          testCost: TEST_DOC,
          listCost: source.size,
          ascends: false,
        });
        expect(source.range).toBeUndefined();
      }),
      { numRuns: amount(100, 25) },
    );
  });
});

describe('unpopulated', () => {
  it('any column › the docs without a value', () => {
    fc.assert(
      fc.property(drawn, fc.boolean(), ({ ordinals, values }, mostly) => {
        const sparse = ordinals.map((ordinal, doc) => (mostly && doc % 7 !== 0 ? 0 : ordinal));
        const held = mostly ? valuesOf(sparse, values.quantiles === undefined ? undefined : 3) : values;
        const source = unpopulated(held);
        expectDocs(
          source,
          having(mostly ? sparse : ordinals, (ordinal) => ordinal === 0),
        );
        expect(source).toMatchObject({
          structure: 'tail of docs by value',
          testCost: SIFT_COLUMN,
          listCost: 0,
          ascends: true,
        });
      }),
      { numRuns: amount(100, 25) },
    );
  });
});

describe('the cost of computing the set of a run', () => {
  /** Each term in 25 docs; with `bare`, the first 60 docs have no term. */
  const even = (parts: number | undefined, bare = 0): Values =>
    valuesOf(
      Array.from({ length: size }, (_, doc) => (doc < bare ? 0 : 1 + (doc % terms))),
      parts,
    );
  // Each of 13 places has a bitset, so no doc is toggled.
  const stored = terms;
  const pass = PASS_BITS * 300;

  it.each<readonly [string, Source, number]>([
    ['nothing', termRange(even(undefined), termId(4), termId(4)), pass],
    ['two terms, one by one', termRange(even(undefined), termId(2), termId(4)), pass + 50 * MARK_DOC],
    ['two terms, of stored sets', termRange(even(stored), termId(2), termId(4)), 300 * COMBINE_STORED],
    ['all others, one by one', otherTerms(even(undefined), termId(2), termId(4)), 3 * pass + 350 * MARK_DOC],
    ['all others, of stored sets', otherTerms(even(stored), termId(2), termId(4)), pass + 600 * COMBINE_STORED],
    ['those without a value', unpopulated(even(undefined, 60)), pass + 60 * MARK_DOC],
    ['those without a value, as what the others leave', unpopulated(even(stored, 60)), pass + 300 * COMBINE_STORED],
    [
      'two runs, one by one',
      termRanges(even(stored), [
        [termId(0), termId(1)],
        [termId(3), termId(4)],
      ]),
      pass + 50 * MARK_DOC,
    ],
    [
      'two runs of nearly all, as what the others leave',
      termRanges(even(stored), [
        [termId(0), termId(6)],
        [termId(7), termId(12)],
      ]),
      300 * COMBINE_STORED + 25 * MARK_DOC,
    ],
  ])('%s', (_, source, price) => {
    expect(source.fillCost).toBeCloseTo(price);
  });
});

describe('making the set of a run', () => {
  class Watched extends Quantiles {
    fills = 0;
    override fill(...operands: Parameters<Quantiles['fill']>): void {
      this.fills += 1;
      super.fill(...operands);
    }
  }
  /** Doc d has ordinal d / 20 rounded down, so that the first 20 docs, or more, are not populated. */
  const watched = (unpopulatedDocs: number): { values: Values; quantiles: Watched } => {
    const column = Uint32Array.from({ length: size }, (_, doc) => (doc < unpopulatedDocs ? 0 : 1 + (doc % terms)));
    const { docs, starts } = buildRuns(column, terms);
    const quantiles = new Watched(starts, quantileBits(docs, starts), docs);
    return { values: { column, postings: new RunPostings(docs, starts), quantiles }, quantiles };
  };
  const fillsOf = (make: (values: Values) => Source, unpopulatedDocs = 20): number => {
    const { values, quantiles } = watched(unpopulatedDocs);
    const arena = new Arena(size);
    make(values).fill(arena.bitset(), arena);
    return quantiles.fills;
  };

  it('of many docs › is a difference of stored sets; of at most one › is listed', () => {
    expect(fillsOf((values) => termRange(values, termId(2), termId(4)))).toBe(1);
    expect(fillsOf((values) => termRange(values, termId(3), termId(3)))).toBe(0);
    const single = (values: Values): Source => termRange(values, termId(4), termId(5));
    expect(fillsOf(single)).toBe(1);
    // Of 300 docs, a pass costs as much as listing one and a third.
    expect(fillsOf(single, size - 11)).toBe(0);
    expect(fillsOf(single, size - 25)).toBe(1);
  });

  it('of many docs without a value › is the complement of the others', () => {
    expect(fillsOf(unpopulated, 4)).toBe(0);
    expect(fillsOf(unpopulated, 5)).toBe(1);
    expect(fillsOf(unpopulated, 200)).toBe(1);
  });
});

describe('testing docs for a source', () => {
  it('with an interval › reads the column without calls', () => {
    const source: Source = {
      ...termRange(valuesOf(Array(size).fill(2), undefined), termId(1), termId(2)),
      has: () => {
        throw new Error('asked doc by doc');
      },
    };
    const docs = Uint32Array.of(3, 7);
    expect(siftSource(new Arena(size), source, docs, docs)).toBe(2);
  });
});

describe('reversedRange', () => {
  it('any range of the reversed order › the docs whose value is in it', async () => {
    const { segment } = (await openBookshop()).types.get('book')!;
    const index = segment.fields.get('title');
    if (index?.kind !== 'text' || !hasEndings(index)) throw new Error('the title is no text');
    const { order } = index.reversed;
    expect(order.length).toBeGreaterThan(10);
    const ways = new Set<boolean>();
    for (let start = 0; start <= order.length; start += 1) {
      for (const end of [start - 1, start, start + 1, start + 4, order.length]) {
        if (end > order.length) continue;
        const wanted = new Set(order.subarray(start, Math.max(start, end)));
        const docs = Array.from({ length: segment.size }, (_, doc) => doc).filter((doc) =>
          wanted.has(index.column[doc]! - 1),
        );
        const source = reversedRange(index, orderPlace(start), orderPlace(end));
        expectDocsOf(source, docs, segment.size);
        expect(source).toMatchObject({ structure: 'range of the reversed order', testCost: VISIT_RUN_FAR });
        if (end > start) {
          const shorter = reversedRange(index, orderPlace(start), orderPlace(end - 1));
          expect(source.listCost).toBeGreaterThanOrEqual(shorter.listCost);
          expect(source.terms?.markCost).toBeCloseTo((end - start) * MARK_DOC);
        }
        expect(source.fillCost).toBeLessThanOrEqual(source.listCost + docs.length * MARK_DOC + 1e-6);
        ways.add(source.ascends);
      }
    }
    // Few values are listed as they stand, many are found by a pass over all docs.
    expect(ways.size).toBe(2);
    const all = reversedRange(index, orderPlace(0), orderPlace(order.length));
    const most = reversedRange(index, orderPlace(0), orderPlace(order.length - 1));
    // The set of nearly all docs is computed from the others, and costs little more than the set of all.
    expect(most.fillCost).toBeLessThan(all.listCost + segment.size * MARK_DOC);
    expect(reversedRange(index, orderPlace(3), orderPlace(3)).listCost).toBeCloseTo(0);
  });
});

describe('termRanges', () => {
  it('any separate runs of terms › the docs with a term of a run', () => {
    const runs = fc
      .uniqueArray(fc.nat(terms), { minLength: 4, maxLength: 8 })
      .map((ends) => ends.sort((a, b) => a - b))
      .map((ends) =>
        Array.from({ length: ends.length >> 1 }, (_, i) => [termId(ends[2 * i]!), termId(ends[2 * i + 1]!)] as const),
      );
    fc.assert(
      fc.property(drawn, runs, ({ ordinals, values }, apart) => {
        const source = termRanges(values, apart);
        expectDocs(
          source,
          having(ordinals, (ordinal) => apart.some(([start, end]) => ordinal > start && ordinal <= end)),
        );
        expect(source).toMatchObject({
          structure: `${apart.length} runs of docs by value`,
          listCost: source.size,
          ascends: false,
        });
        expect(source.testCost).toBeCloseTo({ 2: 7, 3: 7.585, 4: 8 }[apart.length] ?? Number.NaN, 3);
        expect(source.range).toBeUndefined();
        const without = having(ordinals, (ordinal) => !apart.some(([start, end]) => ordinal > start && ordinal <= end));
        expectDocs(complement(source, size), without);
      }),
      { numRuns: amount(100, 25) },
    );
  });
});

describe('complement', () => {
  it('of a run of terms, or an empty one › every other doc, unpopulated ones included', () => {
    fc.assert(
      fc.property(drawn, ({ ordinals, values, start, end }) => {
        const source = complement(termRange(values, termId(start), termId(end)), size);
        expectDocs(
          source,
          having(ordinals, (ordinal) => ordinal <= start || ordinal > end),
        );
        // All but nothing is no interval.
        const testCost = start === end ? TEST_DOC : SIFT_COLUMN;
        expect(source).toMatchObject({ structure: 'all but: run of docs by value', testCost });
      }),
      { numRuns: amount(100, 25) },
    );
  });

  it('of listed docs › every other one', () => {
    const otherDocs = Array.from({ length: size }, (_, doc) => doc).filter((doc) => doc !== 3 && doc !== 299);
    expectDocs(complement(docList(Uint32Array.of(3, 299), 'two'), size), otherDocs);
  });

  it('of a set › costs one call per tested doc', () => {
    const source = storedSetSource(new Uint32Array(Math.ceil(size / 32)).fill(1), 'set', new Arena(size));
    expect(source.testCost).toBe(SIFT_BITS);
    expect(complement(source, size).testCost).toBe(TEST_DOC);
    expect(complement(termRange(valuesOf([1, 2, 3], undefined), termId(0), termId(1)), 3).testCost).toBe(SIFT_COLUMN);
  });
});

describe('termList', () => {
  it('any terms › the docs with one of them', () => {
    const some = fc.subarray(Array.from({ length: terms }, (_, term) => term));
    fc.assert(
      fc.property(drawn, some, ({ ordinals, values }, list) => {
        const source = termList(values, Uint32Array.from(list), 'some terms');
        expectDocs(
          source,
          having(ordinals, (ordinal) => list.includes(ordinal - 1)),
        );
        expect(source).toMatchObject({ structure: 'some terms', testCost: TEST_DOC });
        const fewer = termList(values, Uint32Array.from(list.slice(1)), 'fewer');
        expect(source.listCost).toBeGreaterThanOrEqual(fewer.listCost);
        expect(source.fillCost).toBeGreaterThanOrEqual(fewer.fillCost);
        expect(source.fillCost).toBeLessThanOrEqual(source.listCost + source.size * MARK_DOC + 1e-6);
        expect(source.interval).toBeUndefined();
      }),
      { numRuns: amount(100, 25) },
    );
  });
});

describe('the cost of listing the docs of terms', () => {
  const even = valuesOf(
    Array.from({ length: size }, (_, doc) => 1 + (doc % terms)),
    undefined,
  );

  // Each term has 25 of the 300 docs.
  it.each([
    ['nothing', [], 0],
    ['one term, copied', [4], VISIT_RUN + 25 * COPY_DOC],
    ['two terms, copied', [4, 7], 2 * VISIT_RUN + 50 * COPY_DOC],
  ])('%s', (_, list, price) => {
    expect(termList(even, Uint32Array.from(list), 'some terms').listCost).toBeCloseTo(price);
  });
});

describe('docList', () => {
  it('ten docs › to mark them costs nine', () => {
    expect(
      docList(
        Uint32Array.from({ length: 10 }, (_, doc) => doc),
        'a list',
      ).fillCost,
    ).toBeCloseTo(9);
  });

  it('any docs › exactly these', () => {
    const some = fc.subarray(Array.from({ length: size }, (_, doc) => doc));
    fc.assert(
      fc.property(some, (docs) => {
        const source = docList(Uint32Array.from(docs), 'a list');
        expectDocs(source, docs);
        expect(source).toMatchObject({ structure: 'a list', testCost: TEST_DOC * 4, listCost: 0, ascends: true });
      }),
      { numRuns: amount(100, 25) },
    );
  });
});

describe('linkedTo', () => {
  it('any links › the docs that link to the target', () => {
    const links = fc.array(fc.uniqueArray(fc.nat(5), { maxLength: 4 }), { minLength: size, maxLength: size });
    fc.assert(
      fc.property(links, fc.nat(5), (drawnLinks, target) => {
        const starts = [0];
        for (const [doc, list] of drawnLinks.entries()) starts.push(starts[doc]! + list.length);
        const column = new LinkColumn(Uint32Array.from(starts), Uint32Array.from(drawnLinks.flat()));
        const runs = Array.from({ length: 6 }, (_, other) =>
          drawnLinks.flatMap((list, doc) => (list.includes(other) ? [doc] : [])),
        );
        const runStarts = [0];
        for (const [other, run] of runs.entries()) runStarts.push(runStarts[other]! + run.length);
        const postings = new RunPostings(Uint32Array.from(runs.flat()), Uint32Array.from(runStarts));
        const source = linkedTo(column, postings, termId(target));
        expectDocs(source, runs[target]!);
        expect(source).toMatchObject({
          structure: 'docs by link target',
          testCost: TEST_LINKS,
          listCost: 0,
          ascends: true,
        });
        // The docs of a target stand in a list, too.
        expect(source.fillCost).toBe(docList(Uint32Array.from(runs[target]!), 'a list').fillCost);
      }),
      { numRuns: amount(100, 25) },
    );
  });
});
