/**
 * The loops over sets and lists, plain and vectorised, against sets of numbers: both forms pass the same cases, on
 * arrays in the memory, outside it, and mixed.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ordinals, plainRoutines, type Routines, SCAN_SLACK } from '../../src/docset/index.js';
import { vectorRoutines } from '../../src/docset/vector/index.js';

const memory = new WebAssembly.Memory({ initial: 4, maximum: 16, shared: true });
const { buffer } = memory;
const vector = vectorRoutines(memory, (other) => other === buffer);

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
/** Now here, now there. */
const mixed: Place = (array) => {
  turn += 1;
  return turn % 2 === 0 ? inMemory(array) : outside(array);
};

const forms: [name: string, routines: Routines, place: Place][] = [
  ['plain', plainRoutines, outside],
  ['vectorised, in the memory', vector, inMemory],
  ['vectorised, outside the memory', vector, outside],
  ['vectorised, in and outside', vector, mixed],
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

describe.each(forms)('%s', (_, routines, place) => {
  it.each<['and' | 'or' | 'xor' | 'andNot', (left: boolean, right: boolean) => boolean]>([
    ['and', (left, right) => left && right],
    ['or', (left, right) => left || right],
    ['xor', (left, right) => left !== right],
    ['andNot', (left, right) => left && !right],
  ])('%s › any two sets, into a third or itself › what either has by itself', (name, holds) => {
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
    );
  });

  it.each([true, false])('fill › with ones: %s › every bit of the words, and nothing beside them', (ones) => {
    fc.assert(
      fc.property(docs, length, (a, count) => {
        const all = words(place, a);
        routines.fill(all.subarray(0, count), ones);
        const rest = a.filter((doc) => doc >= count * 32);
        const filled = ones ? Array.from({ length: count * 32 }, (__, doc) => doc) : [];
        expect(members(all)).toEqual([...filled, ...rest].sort((x, y) => x - y));
      }),
    );
  });

  it('copy › any words › are the same, and nothing beside them', () => {
    fc.assert(
      fc.property(docs, docs, length, (a, b, count) => {
        const all = words(place, a);
        routines.copy(all.subarray(0, count), words(place, b, count));
        const expected = [...b.filter((doc) => doc < count * 32), ...a.filter((doc) => doc >= count * 32)];
        expect(members(all)).toEqual(expected.sort((x, y) => x - y));
      }),
    );
  });

  it('countAnd › any two sets › how many docs both have', () => {
    fc.assert(
      fc.property(docs, docs, length, (a, b, count) => {
        const left = words(place, a, count);
        const common = members(left).filter((doc) => b.includes(doc));
        expect(routines.countAnd(left, words(place, b, count))).toBe(common.length);
        expect(routines.countAnd(left, left)).toBe(members(left).length);
      }),
    );
  });

  it('addAll and toggleAll › any list › are in, or change sides', () => {
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
    );
  });

  it('siftBits › any list, into another or itself › keeps what the set has, in its order', () => {
    fc.assert(
      fc.property(docs, docs, fc.boolean(), (a, b, itself) => {
        const given = list(place, Uint32Array.from(a));
        const out = itself ? given : list(place, new Uint32Array(a.length));
        const kept = routines.siftBits(given, words(place, b), out);
        expect([...out.subarray(0, kept)]).toEqual(a.filter((doc) => b.includes(doc)));
      }),
    );
  });

  it('listBits › any set › its docs, ascending', () => {
    fc.assert(
      fc.property(docs, length, (a, count) => {
        const set = words(place, a, count);
        const expected = members(set);
        const out = list(place, new Uint32Array(expected.length));
        expect(routines.listBits(set, out)).toBe(expected.length);
        expect([...out]).toEqual(expected);
      }),
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

    it('siftColumn › any docs and interval › keeps those with such an ordinal', () => {
      fc.assert(
        fc.property(ordinals, interval, fc.func(fc.boolean()), (values, wanted, picks) => {
          const given = values.map((_value, doc) => doc).filter((doc) => picks(doc));
          const out = list(place, new Uint32Array(given.length));
          const column = place(make(values));
          const kept = routines.siftColumn(list(place, Uint32Array.from(given)), column, wanted, out);
          expect([...out.subarray(0, kept)]).toEqual(given.filter((doc) => within(wanted, values[doc]!)));
        }),
      );
    });

    it('scanColumn › any interval › the first docs with such an ordinal, hardly more than wanted', () => {
      fc.assert(
        fc.property(ordinals, interval, fc.nat(60), (values, wanted, count) => {
          const expected = values.map((_value, doc) => doc).filter((doc) => within(wanted, values[doc]!));
          const out = list(place, new Uint32Array(count + SCAN_SLACK));
          const found = routines.scanColumn(place(make(values)), wanted, count, out);
          expect(found).toBeGreaterThanOrEqual(Math.min(count, expected.length));
          expect([...out.subarray(0, found)]).toEqual(expected.slice(0, found));
        }),
      );
    });
  });
});
