import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextColumnBuilder } from '../../../build/columns/text-column.js';
import { WorkClock } from '../../../build/work/work-clock.js';
import { termId } from '../../../src/content/model/index.js';
import { type SectionInput, SectionMap } from '../../../src/format/index.js';
import { Arena } from '../../../src/index/docset/index.js';
import { sectionNames } from '../../../src/index/segment/index.js';
import {
  ByteTerms,
  compareBytes,
  decimalKey,
  decimalUnits,
  findCandidateTerms,
  Heads,
  headCount,
  NumberTerms,
  prefixRange,
  ReversedOrder,
  readPacked,
  SubstringIndex,
  slotCount,
  TermHash,
  termBounds,
} from '../../../src/index/termdict/index.js';
import { amount } from '../../../testing/amount.js';
import { loadSections, smallWorkshop } from '../../../testing/structures/sections.js';

const runs = Number(process.env['STELE_RUNS'] ?? amount(40, 10));
/** Few letters, so that texts collide; some of two, three and four bytes. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日', '本', '😀', 'Ａ'), maxLength: 8 });
const texts = fc.array(text, { maxLength: 40 });
const bytesOf = (value: string): Uint8Array => Buffer.from(value);

function sectionMap(sections: readonly SectionInput[]): SectionMap {
  const entries = sections.map(({ name, data }) => ({
    name,
    element:
      data instanceof Uint8Array
        ? ('u8' as const)
        : data instanceof Uint16Array
          ? ('u16' as const)
          : data instanceof Uint32Array
            ? ('u32' as const)
            : ('f64' as const),
    byteLength: data.byteLength,
    crc32: 0,
  }));
  const payloads = sections.map(
    ({ data }) => new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)),
  );
  return new SectionMap('built', entries, payloads);
}

/** The structures of one text column, and its distinct values in code point order. */
async function built(values: readonly string[]) {
  const builder = new TextColumnBuilder('f', smallWorkshop.scratch, { contains: true, endsWith: true });
  const texts = values.map((value) => Buffer.from(value));
  builder.append({ bytes: Buffer.concat(texts), lengths: Uint32Array.from(texts, (text) => text.length) });
  const sections = sectionMap(
    await loadSections(await builder.sections('hashed', smallWorkshop, async (made) => [...made], new WorkClock())),
  );
  const names = sectionNames('f');
  const distinct = [...new Set(values.filter((value) => value !== ''))].sort((a, b) =>
    Buffer.compare(bytesOf(a), bytesOf(b)),
  );
  const heads = (name: string): Heads => new Heads(sections.f64(name, headCount(distinct.length)), distinct.length);
  const terms = new ByteTerms(sections.records(names.terms, distinct.length), heads(names.heads));
  const reversed = new ReversedOrder(
    terms,
    sections.u32(names.reversedOrder),
    sections.u32(names.reversedRank),
    heads(names.reversedHeads),
  );
  const substrings = new SubstringIndex({
    counts: sections.u32(names.substringCounts),
    bucketStarts: sections.u32(names.substringBucketStarts),
    bucketEnds: sections.u32(names.substringBucketEnds),
    branchStarts: sections.u32(names.substringBranchStarts),
    branchCounts: sections.u32(names.substringBranchCounts),
    branchLows: sections.u8(names.substringBranchLows),
    branchTargets: sections.u32(names.substringBranchTargets),
    buckets: sections.countedRecords(names.substringLists),
    readList: readPacked,
  });
  const hash = new TermHash(terms, sections.u32(names.hash, slotCount(distinct.length)));
  return { distinct, terms, reversed, substrings, hash };
}

describe('the dictionary of a text', () => {
  it('terms › are the distinct non-empty values in code point order', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        const { distinct, terms } = await built(values);
        expect(distinct.map((_, index) => Buffer.from(terms.at(termId(index))).toString())).toEqual(distinct);
      }),
    );
  });

  it('bounds and prefix ranges › equal the counts of a plain list', async () => {
    await fc.assert(
      fc.asyncProperty(texts, text, async (values, value) => {
        const { distinct, terms } = await built(values);
        const order = distinct.map((term) => Buffer.compare(bytesOf(term), bytesOf(value)));
        const less = order.filter((sign) => sign < 0).length;
        expect(termBounds(terms, bytesOf(value))).toEqual({
          below: less,
          upTo: order.filter((sign) => sign <= 0).length,
        });
        const prefixed = distinct.filter((term, index) => order[index]! < 0 || term.startsWith(value));
        expect(prefixRange(terms, bytesOf(value))).toEqual([less, prefixed.length]);
      }),
    );
  });

  it('ranges among more terms than one head covers › equal the ranges of a plain list', async () => {
    // Beginnings that are longer than a head is, so that many heads are equal.
    const beginning = fc.constantFrom('', 'abcdef', 'abcdefg', 'zzzzzzz', '\u0001', '日本日');
    const many = fc.array(
      fc.tuple(beginning, fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'z'), maxLength: 4 }), beginning),
      { minLength: 40, maxLength: 400, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(many, fc.array(fc.tuple(beginning, text), { minLength: 5 }), async (parts, asked) => {
        const { distinct, terms, reversed } = await built(parts.map((part) => part.join('')));
        for (const value of [...asked.map((pair) => pair.join('')), ...distinct.slice(0, 40)]) {
          if (value === '') continue;
          const less = distinct.filter((term) => Buffer.compare(bytesOf(term), bytesOf(value)) < 0).length;
          expect(termBounds(terms, bytesOf(value))).toEqual({
            below: less,
            upTo: less + Number(distinct.includes(value)),
          });
          const [start, end] = prefixRange(terms, bytesOf(value));
          expect(distinct.slice(start, end)).toEqual(distinct.filter((term) => term.startsWith(value)));
          const places = reversed.order.subarray(...reversed.suffixRange(bytesOf(value)));
          const found = [...places].map((term) => distinct[term]!);
          expect(found.sort()).toEqual(distinct.filter((term) => term.endsWith(value)).sort());
        }
      }),
      { numRuns: Math.min(40, runs) },
    );
  });

  it('a suffix range of the reversed order › has exactly the terms with the suffix', async () => {
    await fc.assert(
      fc.asyncProperty(texts, text, async (values, suffix) => {
        const { distinct, reversed } = await built(values);
        const [start, end] = reversed.suffixRange(bytesOf(suffix));
        const found = [...reversed.order.subarray(start, end)].map((term) => distinct[term]!);
        expect(found.sort()).toEqual(distinct.filter((term) => term.endsWith(suffix)).sort());
      }),
    );
  });

  it('the substring tree › has every term that contains the pattern, and exact counts at nodes', async () => {
    const long = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日'), minLength: 1, maxLength: 9 }), {
      minLength: 60,
      maxLength: 2500,
      size: 'max',
    });
    const kinds = new Set<string>();
    let narrowed = 0;
    await fc.assert(
      fc.asyncProperty(long, fc.array(text, { minLength: 5 }), async (values, patterns) => {
        const { distinct, substrings } = await built(values);
        for (const pattern of [
          ...patterns,
          'a',
          'ab',
          'é',
          'aaa',
          'ababé日',
          'aaaaaaaa',
          distinct[0]!,
          distinct.at(-1)!,
          'nowhere',
        ]) {
          if (pattern === '') continue;
          const expected = distinct.flatMap((term, index) => (term.includes(pattern) ? [index] : []));
          const place = substrings.find(bytesOf(pattern));
          kinds.add(place.kind);
          if (place.kind === 'absent') expect(expected).toEqual([]);
          if (place.kind === 'bucket')
            expect(expected.every((term) => substrings.bucket(place.bucket).includes(term))).toBe(true);
          if (place.kind === 'bucket') {
            const kept = [...findCandidateTerms(substrings, bytesOf(pattern), place.bucket, { scratch: new Arena(1) })];
            expect(kept).toEqual([...substrings.bucket(place.bucket)].filter((term) => kept.includes(term)));
            expect(expected.filter((term) => !kept.includes(term))).toEqual([]);
            narrowed += substrings.bucket(place.bucket).length - kept.length;
          }
          if (place.kind === 'node') {
            const found = new Set<number>();
            for (let bucket = place.start; bucket < place.end; bucket += 1)
              for (const term of substrings.bucket(bucket)) found.add(term);
            expect([...found].sort((a, b) => a - b)).toEqual(expected);
            expect(place.docs).toBe(values.filter((value) => value.includes(pattern)).length);
          }
        }
      }),
      { numRuns: Math.min(25, runs) },
    );
    expect([...kinds].sort()).toEqual(['absent', 'any', 'bucket', 'node']);
    expect(narrowed).toBeGreaterThan(0);
  });

  it('the hash › finds every term and no other text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, text, async (values, other) => {
        const { distinct, hash } = await built(values);
        expect(distinct.map((term) => hash.find(bytesOf(term)))).toEqual(distinct.map((_, index) => index));
        expect(hash.find(bytesOf(other))).toBe(distinct.indexOf(other));
      }),
    );
  });
});

describe('NumberTerms', () => {
  it('countBelow and countUpTo › equal the counts of a plain list', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: -9, max: 9 }));
    fc.assert(
      fc.property(
        numbers,
        fc.oneof(fc.integer({ min: -11, max: 11 }), fc.constantFrom(Infinity, -Infinity)),
        (list, value) => {
          const terms = new NumberTerms(Float64Array.from(list).sort());
          expect(terms.countBelow(value)).toBe(list.filter((term) => term < value).length);
          expect(terms.countUpTo(value)).toBe(list.filter((term) => term <= value).length);
        },
      ),
    );
  });
});

describe('decimalKey', () => {
  it('keys › compare like their numbers, and decode to them', () => {
    const number = fc.oneof(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.bigInt(-20n, 20n));
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [left, right] = [decimalKey(a), decimalKey(b)];
        expect(Math.sign(compareBytes(left, 0, left.byteLength, right))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(decimalUnits(left)).toBe(a);
      }),
    );
  });
});
