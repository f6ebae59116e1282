/**
 * The routines over sets and lists, plain and vectorised, against sets of numbers: both pass the same cases, with arrays in the
 * memory, outside of it, and mixed.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeVarint } from '../../../src/format/index.js';
import { type Ordinals, plainRoutines, type Routines, SCAN_SLACK, TERM_LEAD } from '../../../src/index/docset/index.js';
import { vectorRoutines } from '../../../src/index/docset/vector-routines.js';
import { amount } from '../../../testing/amount.js';

const memory = new WebAssembly.Memory({ initial: 4, maximum: 16, shared: true });
const { buffer } = memory;
const newVector = (): Routines => vectorRoutines(memory, (other) => other === buffer);

type Place = (array: Ordinals) => Ordinals;

let next = 0;
/** A copy in the memory, at any multiple of its elements' width, with other bytes before and behind it. */
function inMemory(array: Ordinals): Ordinals {
  if (next + array.byteLength + 64 > buffer.byteLength) next = 0;
  const at = next + 4;
  next += Math.ceil((array.byteLength + 8) / 4) * 4;
  new Uint8Array(buffer, at - 4, array.byteLength + 8).fill(0xa5);
  const copy =
    array instanceof Uint8Array
      ? new Uint8Array(buffer, at, array.length)
      : array instanceof Uint16Array
        ? new Uint16Array(buffer, at, array.length)
        : new Uint32Array(buffer, at, array.length);
  copy.set(array);
  return copy;
}
const outside: Place = (array) => array.slice();

let turn = 0;
/** Now here, now there, in every combination of several. */
const mixed: Place = (array) => {
  turn += 1;
  return (turn * 0.618034) % 1 < 0.5 ? inMemory(array) : outside(array);
};

const forms: [name: string, make: () => Routines, place: Place][] = [
  ['plain', () => plainRoutines, outside],
  ['vectorised, in the memory', newVector, inMemory],
  ['vectorised, outside the memory', newVector, outside],
  ['vectorised, in and outside', newVector, mixed],
];

/** More than a turn of the vectorised loops, and every rest. */
const size = 2500;
const words = (place: Place, docs: Iterable<number>, length = Math.ceil(size / 32)): Uint32Array => {
  const out = new Uint32Array(length);
  for (const doc of docs) if (doc < length * 32) out[doc >>> 5]! |= 2 ** (doc % 32);
  return list(place, out);
};
function list(place: Place, array: Uint32Array): Uint32Array {
  const placed = place(array);
  if (placed instanceof Uint32Array) return placed;
  throw new Error('another width came back');
}
const members = (set: Uint32Array): number[] =>
  Array.from({ length: set.length * 32 }, (_, doc) => doc).filter(
    (doc) => Math.floor(set[doc >>> 5]! / 2 ** (doc % 32)) % 2 === 1,
  );

const docs = fc.uniqueArray(fc.nat(size - 1), { maxLength: 400, size: 'max' });
const length = fc.nat(Math.ceil(size / 32));

describe.each(forms)('%s', (_, newRoutines, place) => {
  it.each<['and' | 'or' | 'xor' | 'andNot', (left: boolean, right: boolean) => boolean]>([
    ['and', (left, right) => left && right],
    ['or', (left, right) => left || right],
    ['xor', (left, right) => left !== right],
    ['andNot', (left, right) => left && !right],
  ])('%s › any two sets, into a third or itself › what either has by itself', (name, holds) => {
    const routines = newRoutines();
    fc.assert(
      fc.property(docs, docs, length, fc.boolean(), (a, b, count, itself) => {
        const [left, right] = [words(place, a, count), words(place, b, count)];
        const out = itself ? left : words(place, [1, 2, 3], count);
        const [hasLeft, hasRight] = [new Set(a), new Set(b)];
        routines[name](out, left, right);
        const all = Array.from({ length: count * 32 }, (__, doc) => doc);
        expect(members(out)).toEqual(all.filter((doc) => holds(hasLeft.has(doc), hasRight.has(doc))));
        expect(members(right)).toEqual(all.filter((doc) => hasRight.has(doc)));
      }),
      { numRuns: amount(50, 16) },
    );
  });

  it.each([true, false])('fill › with ones: %s › changes every bit of the words, and no other', (ones) => {
    const routines = newRoutines();
    fc.assert(
      fc.property(docs, length, (a, count) => {
        const all = words(place, a);
        routines.fill(all.subarray(0, count), ones);
        const rest = a.filter((doc) => doc >= count * 32);
        const filled = ones ? Array.from({ length: count * 32 }, (__, doc) => doc) : [];
        expect(members(all)).toEqual([...filled, ...rest].sort((x, y) => x - y));
      }),
      { numRuns: amount(50, 16) },
    );
  });

  it('copy › any words › are equal, and no other words change', () => {
    const routines = newRoutines();
    fc.assert(
      fc.property(docs, docs, length, (a, b, count) => {
        const all = words(place, a);
        routines.copy(all.subarray(0, count), words(place, b, count));
        const expected = [...b.filter((doc) => doc < count * 32), ...a.filter((doc) => doc >= count * 32)];
        expect(members(all)).toEqual(expected.sort((x, y) => x - y));
      }),
      { numRuns: amount(50, 16) },
    );
  });

  it('countAnd › any two sets › counts the docs in both', () => {
    const routines = newRoutines();
    fc.assert(
      fc.property(docs, docs, length, (a, b, count) => {
        const left = words(place, a, count);
        const common = members(left).filter((doc) => b.includes(doc));
        expect(routines.countAnd(left, words(place, b, count))).toBe(common.length);
        expect(routines.countAnd(left, left)).toBe(members(left).length);
      }),
      { numRuns: amount(50, 16) },
    );
  });

  it('addAll and toggleAll › any list › adds the docs, and toggles them', () => {
    const routines = newRoutines();
    fc.assert(
      fc.property(docs, docs, (a, b) => {
        const [added, toggled] = [words(place, a), words(place, a)];
        routines.addAll(added, list(place, Uint32Array.from(b)));
        routines.toggleAll(toggled, list(place, Uint32Array.from(b)));
        const ascending = (set: Iterable<number>): number[] => [...set].sort((x, y) => x - y);
        expect(members(added)).toEqual(ascending(new Set([...a, ...b])));
        const either = [...a.filter((doc) => !b.includes(doc)), ...b.filter((doc) => !a.includes(doc))];
        expect(members(toggled)).toEqual(ascending(either));
      }),
      { numRuns: amount(50, 16) },
    );
  });

  it('fillRuns › any runs › contains exactly their docs', () => {
    const routines = newRoutines();
    fc.assert(
      fc.property(
        fc.array(docs, { minLength: 1, maxLength: 40 }),
        fc.func(fc.boolean()),
        docs,
        (runs, picks, before) => {
          const starts = [0];
          for (const run of runs) starts.push(starts.at(-1)! + run.length);
          const chosen = [...runs.keys()].filter((term) => picks(term));
          if (chosen.length === 0) return;
          const filled = words(place, before);
          const room = list(place, new Uint32Array(filled.length * 8).fill(0xffffffff));
          const all = list(place, Uint32Array.from(runs.flat()));
          routines.fillRuns(
            filled,
            list(place, Uint32Array.from(chosen)),
            list(place, Uint32Array.from(starts)),
            all,
            room,
          );
          expect(members(filled)).toEqual([...new Set(chosen.flatMap((term) => runs[term]!))].sort((x, y) => x - y));
        },
      ),
      { numRuns: amount(50, 16) },
    );
  });

  it('siftBits › any list, into another or itself › keeps the members in order', () => {
    const routines = newRoutines();
    fc.assert(
      fc.property(docs, docs, fc.boolean(), (a, b, itself) => {
        const given = list(place, Uint32Array.from(a));
        const out = itself ? given : list(place, new Uint32Array(a.length));
        const kept = routines.siftBits(given, words(place, b), out);
        expect([...out.subarray(0, kept)]).toEqual(a.filter((doc) => b.includes(doc)));
      }),
      { numRuns: amount(50, 16) },
    );
  });

  it('tallyLinks › any docs › counts their links by target, and the docs with a link', () => {
    const routines = newRoutines();
    const links = fc.array(fc.array(fc.nat(7), { maxLength: 4 }), { maxLength: 60 });
    fc.assert(
      fc.property(links, fc.func(fc.boolean()), (targets, picks) => {
        const given = targets.map((_links, doc) => doc).filter((doc) => picks(doc));
        let end = 0;
        const starts = Uint32Array.from([0, ...targets.map((own) => (end += own.length))]);
        const counts = list(place, new Uint32Array(8));
        const [linked, flat] = [list(place, starts), list(place, Uint32Array.from(targets.flat()))];
        expect(routines.tallyLinks(list(place, Uint32Array.from(given)), linked, flat, counts)).toBe(
          given.filter((doc) => targets[doc]!.length > 0).length,
        );
        const reached = given.flatMap((doc) => targets[doc]!);
        expect([...counts]).toEqual(
          Array.from({ length: 8 }, (_links, target) => reached.filter((one) => one === target).length),
        );
      }),
      { numRuns: amount(50, 16) },
    );
  });

  it('sumMarked › ordinals with the score 1 › are counted, and no other doc is marked', () => {
    const routines = newRoutines();
    fc.assert(
      fc.property(fc.array(fc.nat(90), { maxLength: 300, size: 'max' }), (ordinals) => {
        const counts = list(place, new Uint32Array(91).fill(0xa5a5a5a5));
        const marks = words(place, [], 3);
        const given = list(place, Uint32Array.from(ordinals));
        routines.sumMarked(given, given, 0, 1, counts, marks);
        expect(members(marks)).toEqual([...new Set(ordinals)].sort((a, b) => a - b));
        for (const ordinal of ordinals) {
          expect(counts[ordinal]).toBe(ordinals.filter((other) => other === ordinal).length);
        }
      }),
      { numRuns: amount(50, 16) },
    );
  });

  it('readAscending › distances of any length › returns the docs and the end of their bytes', () => {
    const routines = newRoutines();
    const near = fc.nat(140);
    const distances = fc.oneof(
      fc.array(near, { maxLength: 90, size: 'max' }),
      fc.array(fc.oneof(near, near, near, fc.nat(2 ** 25)), { maxLength: 90, size: 'max' }),
      fc.constant([2 ** 32 - 20, ...Array.from({ length: 19 }, () => 0)]),
    );
    fc.assert(
      fc.property(distances, (all) => {
        const bytes = new Uint8Array(all.length * 5);
        let end = 0;
        for (const distance of all) end = writeVarint(bytes, end, distance);
        let doc = -1;
        const expected = all.map((distance) => (doc += distance + 1));
        const placed = place(bytes.subarray(0, end));
        const out = list(place, new Uint32Array(all.length));
        if (placed instanceof Uint8Array) expect(routines.readAscending(placed, out)).toBe(end);
        expect([...out]).toEqual(expected);
      }),
      { numRuns: amount(50, 16) },
    );
  });

  it('listBits › any set › lists its docs, ascending', () => {
    const routines = newRoutines();
    fc.assert(
      fc.property(docs, length, (a, count) => {
        const set = words(place, a, count);
        const expected = members(set);
        const out = list(place, new Uint32Array(expected.length));
        expect(routines.listBits(set, out)).toBe(expected.length);
        expect([...out]).toEqual(expected);
      }),
      { numRuns: amount(50, 16) },
    );
  });

  describe.each<[width: string, make: (values: readonly number[]) => Ordinals, greatest: number]>([
    ['8 bits', (values) => Uint8Array.from(values), 0xff],
    ['16 bits', (values) => Uint16Array.from(values), 0xffff],
    ['32 bits', (values) => Uint32Array.from(values), 0xffffffff],
  ])('a column of %s', (__, make, greatest) => {
    const ordinals = fc.array(fc.oneof(fc.nat(9), fc.integer({ min: greatest - 3, max: greatest })), {
      maxLength: 300,
      size: 'max',
    });
    const interval = fc
      .tuple(fc.oneof(fc.nat(9), fc.constant(greatest - 2)), fc.oneof(fc.nat(5), fc.constant(greatest)))
      .map(([low, span]) => ({ low, span: Math.min(span, greatest - low + 1, greatest) }));
    const within = ({ low, span }: { low: number; span: number }, value: number): boolean =>
      value >= low && value < low + span;

    it('siftColumn › any docs and interval › keeps docs with an ordinal in the interval', () => {
      const routines = newRoutines();
      fc.assert(
        fc.property(ordinals, interval, fc.func(fc.boolean()), (values, wanted, picks) => {
          const given = values.map((_value, doc) => doc).filter((doc) => picks(doc));
          const out = list(place, new Uint32Array(given.length));
          const column = place(make(values));
          const kept = routines.siftColumn(list(place, Uint32Array.from(given)), column, wanted, out);
          expect([...out.subarray(0, kept)]).toEqual(given.filter((doc) => within(wanted, values[doc]!)));
        }),
        { numRuns: amount(50, 16) },
      );
    });

    it('siftTerms and fillTerms › any set of terms › selects the docs with one of the terms, and no doc without a value', () => {
      const routines = newRoutines();
      const few = fc.array(fc.oneof(fc.nat(9), fc.nat(70)), { maxLength: 300, size: 'max' });
      fc.assert(
        fc.property(few, fc.func(fc.boolean()), fc.func(fc.boolean()), (values, picks, has) => {
          const given = values.map((_value, doc) => doc).filter((doc) => picks(doc));
          const having = (doc: number): boolean => values[doc]! > 0 && has(values[doc]! - 1);
          const chosen = Array.from({ length: 70 }, (_value, term) => term).filter((term) => has(term));
          const wanted = words(
            place,
            chosen.map((term) => term + TERM_LEAD),
            4,
          );
          const column = place(make(values));
          const out = list(place, new Uint32Array(given.length));
          const kept = routines.siftTerms(list(place, Uint32Array.from(given)), column, wanted, out);
          expect([...out.subarray(0, kept)]).toEqual(given.filter(having));
          // What stood there is gone, and what stands behind is left.
          const wordCount = Math.ceil(values.length / 32);
          const filled = words(place, [3, 4, wordCount * 32 + 5], wordCount + 1);
          routines.fillTerms(column, wanted, filled);
          expect(members(filled.subarray(0, wordCount))).toEqual([...values.keys()].filter(having));
          expect(filled[wordCount]! & 32).toBe(32);
        }),
        { numRuns: amount(50, 16) },
      );
    });

    it('tallyBits and tallyList › any docs › adds them to the counts of their ordinals', () => {
      const routines = newRoutines();
      const few = fc.array(fc.nat(9), { maxLength: 300, size: 'max' });
      fc.assert(
        fc.property(few, fc.func(fc.boolean()), (values, picks) => {
          const given = values.map((_value, doc) => doc).filter((doc) => picks(doc));
          const expected = Array.from({ length: 10 }, (_value, ordinal) => {
            return 1 + given.filter((doc) => values[doc] === ordinal).length;
          });
          const column = place(make(values));
          const [byBits, byList] = [list(place, new Uint32Array(10).fill(1)), list(place, new Uint32Array(10).fill(1))];
          routines.tallyBits(words(place, given, Math.ceil(values.length / 32)), column, byBits);
          routines.tallyList(list(place, Uint32Array.from(given)), column, byList);
          expect([...byBits]).toEqual(expected);
          expect([...byList]).toEqual(expected);
        }),
        { numRuns: amount(50, 16) },
      );
    });

    it('gather › any docs, into another list or itself › writes the ordinal of each', () => {
      const routines = newRoutines();
      fc.assert(
        fc.property(ordinals, fc.func(fc.boolean()), fc.boolean(), (values, picks, itself) => {
          const given = values.map((_value, doc) => doc).filter((doc) => picks(doc));
          const wanted = list(place, Uint32Array.from(given));
          const out = itself ? wanted : list(place, new Uint32Array(given.length));
          routines.gather(wanted, place(make(values)), out);
          expect([...out]).toEqual(given.map((doc) => values[doc]));
        }),
        { numRuns: amount(50, 16) },
      );
    });

    it.each<['sumMarked' | 'raiseMarked', (one: number, other: number) => number]>([
      ['sumMarked', (one, other) => (one + other) >>> 0],
      ['raiseMarked', Math.max],
    ])(
      '%s › docs and scores of several lists › are combined per doc, regardless of earlier memory',
      (name, together) => {
        const routines = newRoutines();
        const scored = fc.uniqueArray(fc.tuple(fc.nat(size - 1), fc.nat(greatest)), {
          maxLength: 200,
          size: 'max',
          selector: ([doc]) => doc,
        });
        fc.assert(
          fc.property(scored, scored, fc.nat(2 ** 12), fc.nat(2 ** 31), (one, other, factor, base) => {
            const sums = list(place, new Uint32Array(size).fill(0xa5a5a5a5));
            const marks = words(place, []);
            for (const given of [one, other]) {
              const scores = place(make(given.map(([, score]) => score)));
              routines[name](
                list(
                  place,
                  Uint32Array.from(given, ([doc]) => doc),
                ),
                scores,
                factor,
                base,
                sums,
                marks,
              );
            }
            const expected = new Map<number, number>();
            for (const [doc, score] of [...one, ...other]) {
              expected.set(doc, together(expected.get(doc) ?? 0, (Math.imul(score, factor) + base) >>> 0));
            }
            expect(members(marks)).toEqual([...expected.keys()].sort((a, b) => a - b));
            for (const [doc, sum] of expected) expect(sums[doc]).toBe(sum);
          }),
          { numRuns: amount(50, 16) },
        );
      },
    );

    it('scanColumn › any interval › returns the first docs with such an ordinal, few more than wanted', () => {
      const routines = newRoutines();
      fc.assert(
        fc.property(ordinals, interval, fc.nat(60), (values, wanted, count) => {
          const expected = values.map((_value, doc) => doc).filter((doc) => within(wanted, values[doc]!));
          const out = list(place, new Uint32Array(count + SCAN_SLACK));
          const found = routines.scanColumn(place(make(values)), wanted, count, out);
          expect(found).toBeGreaterThanOrEqual(Math.min(count, expected.length));
          expect([...out.subarray(0, found)]).toEqual(expected.slice(0, found));
        }),
        { numRuns: amount(50, 16) },
      );
    });
  });
});

describe('vectorised routines', () => {
  const one = (value: number): Uint32Array => list(inMemory, Uint32Array.of(value, value, value));
  const columns = [Uint8Array.of(1, 2, 1), Uint16Array.of(1, 2, 1), Uint32Array.of(1, 2, 1)];

  it('arrays in the memory › are never passed to the plain routines', () => {
    const kept = { ...plainRoutines };
    const names = [
      'and',
      'or',
      'xor',
      'andNot',
      'fill',
      'copy',
      'countAnd',
      'addAll',
      'fillRuns',
      'toggleAll',
    ] as const;
    const refuse = (): never => {
      throw new Error('left to a plain loop');
    };
    for (const name of [
      ...names,
      'siftBits',
      'siftColumn',
      'siftTerms',
      'fillTerms',
      'scanColumn',
      'listBits',
      'tallyBits',
      'tallyList',
      'tallyLinks',
      'gather',
      'sumMarked',
      'raiseMarked',
      'readAscending',
    ] as const) {
      plainRoutines[name] = refuse;
    }
    try {
      const routines = newVector();
      const out = one(0);
      routines.and(out, one(6), one(3));
      expect([...out]).toEqual([2, 2, 2]);
      routines.or(out, one(6), one(3));
      routines.xor(out, out, one(1));
      routines.andNot(out, out, one(2));
      expect([...out]).toEqual([4, 4, 4]);
      expect(routines.countAnd(out, one(12))).toBe(3);
      routines.copy(out, one(9));
      expect([...out]).toEqual([9, 9, 9]);
      routines.fill(out, true);
      routines.toggleAll(out, list(inMemory, Uint32Array.of(0, 33)));
      expect([...out]).toEqual([0xfffffffe, 0xfffffffd, 0xffffffff]);
      routines.fill(out, false);
      routines.addAll(out, list(inMemory, Uint32Array.of(0, 33)));
      expect([...out]).toEqual([1, 2, 0]);
      const room = list(inMemory, new Uint32Array(24));
      const runs = list(inMemory, Uint32Array.of(5, 0, 33));
      routines.fillRuns(out, list(inMemory, Uint32Array.of(1)), list(inMemory, Uint32Array.of(0, 1, 3)), runs, room);
      expect([...out]).toEqual([1, 2, 0]);
      const docs = list(inMemory, Uint32Array.of(0, 1, 33));
      expect(routines.siftBits(docs, out, one(0))).toBe(2);
      expect(routines.listBits(out, one(0))).toBe(2);
      for (const column of columns) {
        const wide = list(inMemory, new Uint32Array(3 + SCAN_SLACK));
        const interval = { low: 1, span: 1 };
        expect(routines.siftColumn(list(inMemory, Uint32Array.of(0, 1, 2)), inMemory(column), interval, wide)).toBe(2);
        expect(routines.scanColumn(inMemory(column), interval, 3, wide)).toBe(2);
        expect([...wide.subarray(0, 2)]).toEqual([0, 2]);
        const terms = list(inMemory, Uint32Array.of(0, 2));
        expect(routines.siftTerms(list(inMemory, Uint32Array.of(0, 1, 2)), inMemory(column), terms, wide)).toBe(1);
        expect(wide[0]).toBe(1);
        routines.fillTerms(inMemory(column), terms, wide);
        expect(wide[0]).toBe(2);
        const counts = one(0);
        routines.tallyBits(list(inMemory, Uint32Array.of(5, 0, 0)), inMemory(column), counts);
        routines.tallyList(list(inMemory, Uint32Array.of(1)), inMemory(column), counts);
        expect([...counts]).toEqual([0, 2, 1]);
        routines.gather(list(inMemory, Uint32Array.of(2, 1)), inMemory(column), counts.subarray(1));
        expect([...counts]).toEqual([0, 1, 2]);
        routines.sumMarked(list(inMemory, Uint32Array.of(0, 2)), inMemory(column), 10, 1, counts, one(5));
        expect([...counts]).toEqual([11, 1, 23]);
        routines.raiseMarked(list(inMemory, Uint32Array.of(0, 2)), inMemory(column), 10, 2, counts, one(4));
        expect([...counts]).toEqual([12, 1, 23]);
      }
      const marks = one(0);
      const tallied = one(9);
      const tally = list(inMemory, Uint32Array.of(2, 0, 2));
      routines.sumMarked(tally, tally, 0, 1, tallied, marks);
      expect([...tallied, marks[0]]).toEqual([1, 9, 2, 5]);
      const bytes = inMemory(Uint8Array.of(0, 0x85, 1, 3));
      if (bytes instanceof Uint8Array) expect(routines.readAscending(bytes, tallied)).toBe(4);
      expect([...tallied]).toEqual([0, 134, 138]);
      const counts = one(0);
      const starts = list(inMemory, Uint32Array.of(0, 2, 2));
      expect(routines.tallyLinks(list(inMemory, Uint32Array.of(0, 1)), starts, one(2), counts)).toBe(1);
      expect([...counts]).toEqual([0, 0, 2]);
    } finally {
      Object.assign(plainRoutines, kept);
    }
  });

  it('empty arrays › are neither read nor written', () => {
    const routines = newVector();
    const before = Buffer.from(new Uint8Array(buffer)).toString('latin1');
    const [empty, set] = [new Uint32Array(buffer, 64, 0), new Uint32Array(buffer, 128, 4)];
    routines.and(empty, empty, empty);
    routines.addAll(set, empty);
    routines.toggleAll(set, empty);
    expect(routines.countAnd(empty, empty)).toBe(0);
    expect(routines.siftBits(empty, set, set)).toBe(0);
    expect(routines.listBits(empty, set)).toBe(0);
    const interval = { low: 0, span: 9 };
    for (const column of [new Uint8Array(buffer, 64, 0), new Uint16Array(buffer, 64, 0), empty]) {
      expect(routines.siftColumn(empty, column, interval, set)).toBe(0);
      expect(routines.scanColumn(column, interval, 2, set)).toBe(0);
    }
    expect(routines.scanColumn(new Uint8Array(buffer, 0, 64), interval, 0, set)).toBe(0);
    expect(Buffer.from(new Uint8Array(buffer)).toString('latin1') === before).toBe(true);
  });
});
