/**
 * Alternatives on several fields, added by every strategy to the docs of others: the result has the docs that
 * any alternative has, compared with sets of numbers.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../../build/sorting/posting-lists.js';
import { docId, termId } from '../../../../src/content/model/index.js';
import type { ValueColumns } from '../../../../src/engine/facets/index.js';
import { addAlternatives } from '../../../../src/engine/query/plan/add-alternatives.js';
import { type AddingWay, cheapestWay, groupByField } from '../../../../src/engine/query/plan/alternatives.js';
import { sourceMembers } from '../../../../src/engine/query/run/members.js';
import { docList, termList } from '../../../../src/engine/query/sources/list-source.js';
import { otherTerms } from '../../../../src/engine/query/sources/range-source.js';
import type { Source } from '../../../../src/engine/query/sources/source.js';
import { Arena } from '../../../../src/index/docset/index.js';
import { RunPostings } from '../../../../src/index/postings/index.js';
import { amount } from '../../../../testing/amount.js';

const size = 300;
const termCount = 12;
const every = Array.from({ length: size }, (_, doc) => doc);

function valuesOf(column: Uint8Array | Uint16Array): ValueColumns {
  const { docs, starts } = buildRuns(Uint32Array.from(column), termCount);
  return { column, postings: new RunPostings(docs, starts), quantiles: undefined };
}

interface Drawn {
  readonly field: number;
  readonly terms: readonly number[];
  readonly isList: boolean;
  readonly figures: Pick<Source, 'listCost' | 'testCost' | 'fillCost'>;
  readonly markCost: number;
}

const ordinals = fc.array(fc.nat(termCount), { minLength: size, maxLength: size });
const someTerms = fc.subarray(Array.from({ length: termCount }, (_, term) => term));
const drawn: fc.Arbitrary<Drawn> = fc.record({
  field: fc.nat(2),
  terms: someTerms,
  isList: fc.boolean(),
  figures: fc.record({
    listCost: fc.constantFrom(10, 60_000, 1e7),
    fillCost: fc.constantFrom(20, 70_000, 1e7),
    testCost: fc.constantFrom(0.5, 300, 90_000),
  }),
  markCost: fc.constantFrom(1, 500, 1e6),
});

/** @param fields of which the last is of docs alone */
function sourceOf({ field, terms, isList, figures, markCost }: Drawn, fields: readonly ValueColumns[]): Source {
  const values = fields[field];
  if (values === undefined) {
    return { ...docList(Uint32Array.from(every.filter((doc) => terms.includes(doc % 40))), 'docs'), ...figures };
  }
  const [first = 0, last = first] = [terms[0], terms.at(-1)];
  const source = isList
    ? termList(values, Uint32Array.from(terms), 'terms')
    : otherTerms(values, termId(first), termId(last));
  return { ...source, ...figures, ...(source.terms && { terms: { ...source.terms, markCost } }) };
}

const fieldsOf = (one: readonly number[], other: readonly number[]): readonly ValueColumns[] => [
  valuesOf(Uint8Array.from(one)),
  valuesOf(Uint16Array.from(other)),
];

describe('alternatives', () => {
  it('of any fields, at any cost › the docs of all are added', () => {
    const ways = new Set<AddingWay>();
    fc.assert(
      fc.property(
        fc.array(drawn, { maxLength: 6 }),
        ordinals,
        ordinals,
        fc.oneof(fc.subarray(every), fc.subarray(every, { minLength: 280 }), fc.constant(every)),
        (all, one, other, before) => {
          const arena = new Arena(size);
          const sources = all.map((each) => sourceOf(each, fieldsOf(one, other)));
          for (const field of groupByField(sources)) ways.add(cheapestWay(field, size - before.length, size).way);
          const bits = arena.emptyBitset();
          bits.addAll(Uint32Array.from(before));
          const mark = arena.mark();
          addAlternatives(sources, bits, arena);
          expect(arena.mark()).toEqual(mark);
          const expected = every.filter(
            (doc) => before.includes(doc) || sources.some((source) => source.has(docId(doc))),
          );
          expect([...bits.toList(bits.count())]).toEqual(expected);
        },
      ),
      { numRuns: amount(400, 100) },
    );
    expect([...ways].sort()).toEqual(['each', 'missing', 'missingTerms', 'terms']);
  });

  it('are charged the cost of their strategy', () => {
    const values = valuesOf(Uint8Array.from({ length: size }, (_, doc) => 1 + (doc % termCount)));
    const figures = { listCost: 60_000, fillCost: 60_000, testCost: 1e6 };
    const source = { ...termList(values, Uint32Array.of(1, 2), 'terms'), ...figures };
    const arena = new Arena(size);
    addAlternatives([source, source], arena.emptyBitset(), arena);
    const { way, cost } = cheapestWay([source, source], size, size);
    expect(way).toBe('terms');
    expect(arena.budget.spent).toBeGreaterThanOrEqual(cost);
    expect(arena.budget.spent).toBeLessThan(cost + 10);
  });
});

describe('members of a source, sifted block by block', () => {
  it('of any size › the docs with a bit, by a set as soon as tests have cost as much', () => {
    fc.assert(
      fc.property(drawn, ordinals, fc.integer({ min: 1, max: 90 }), (one, values, blockDocs) => {
        const arena = new Arena(size);
        const source = sourceOf(one, fieldsOf(values, values));
        const members = sourceMembers(source, arena);
        const held = arena.list(size);
        const memberDocs: number[] = [];
        for (let at = 0; at < size; at += blockDocs) {
          const docs = Uint32Array.from(every.slice(at, at + blockDocs));
          memberDocs.push(...held.subarray(0, members.sift(docs, held)));
        }
        expect(memberDocs).toEqual(every.filter((doc) => source.has(docId(doc))));
        const { setCosts } = members;
        // An interval of ordinals needs no set.
        expect(setCosts === undefined).toBe(source.interval !== undefined);
        if (setCosts === undefined) return;
        const least = Math.min(size * source.testCost, setCosts.setupCost + size * setCosts.testCost);
        expect(arena.budget.spent).toBeLessThanOrEqual(2 * least + 1e-6);
      }),
    );
  });
});
