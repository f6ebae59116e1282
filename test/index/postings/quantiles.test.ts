import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../build/sorting/posting-lists.js';
import { orderPlace } from '../../../src/content/model/index.js';
import { Bitset } from '../../../src/index/docset/index.js';
import { quantileBits, quantilePlaces } from '../../../src/index/postings/choose-quantiles.js';
import { Quantiles } from '../../../src/index/postings/index.js';
import { amount } from '../../../testing/amount.js';

const ordinals = fc.array(fc.nat(40), { minLength: 1, maxLength: 300, size: 'max' }).map((drawn) => {
  const distinct = [...new Set(drawn.filter((value) => value > 0))].sort((a, b) => a - b);
  return { column: Uint32Array.from(drawn, (value) => distinct.indexOf(value) + 1), terms: distinct.length };
});

describe('Quantiles', () => {
  it('any range of places, for any number of parts › fills exactly its docs', () => {
    fc.assert(
      fc.property(ordinals, fc.integer({ min: 1, max: 9 }), fc.nat(), fc.nat(), ({ column, terms }, parts, a, b) => {
        const { docs, starts } = buildRuns(column, terms);
        const places = quantilePlaces(starts, parts);
        const quantiles = new Quantiles(places, quantileBits(docs, places), docs);
        const end = a % (starts[terms]! + 1);
        const start = b % (end + 1);
        const bits = new Bitset(docs.length);
        quantiles.fill(bits, orderPlace(start), orderPlace(end));
        expect([...bits.toList(bits.count())]).toEqual([...docs.subarray(start, end)].sort((x, y) => x - y));
      }),
      { numRuns: amount(500, 125) },
    );
  });

  it('places › ascend from 0 to the end of the populated docs, each the start of a run', () => {
    fc.assert(
      fc.property(ordinals, fc.integer({ min: 1, max: 9 }), ({ column, terms }, parts) => {
        const { starts } = buildRuns(column, terms);
        const places = [...quantilePlaces(starts, parts)];
        expect(places[0]).toBe(0);
        expect(places.at(-1)).toBe(starts[terms]);
        expect(places.length).toBeLessThanOrEqual(Math.max(2, parts * 2));
        expect(places.every((place, i) => i === 0 || place >= places[i - 1]!)).toBe(true);
        expect(places.every((place) => starts.includes(place))).toBe(true);
      }),
    );
  });

  it('more places than a section holds › are reduced, and first, last and runs stay', () => {
    fc.assert(
      fc.property(
        ordinals,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 2, max: 12 }),
        ({ column, terms }, parts, most) => {
          const { starts } = buildRuns(column, terms);
          const places = [...quantilePlaces(starts, parts, most)];
          expect(places.length).toBeLessThanOrEqual(most);
          expect([places[0], places.at(-1)]).toEqual([0, starts[terms]]);
          expect(places.every((place) => starts.includes(place))).toBe(true);
        },
      ),
    );
    // Six runs: all of them where there is room, else as many as there is room for.
    const { starts } = buildRuns(Uint32Array.of(1, 2, 3, 4, 5, 6), 6);
    expect([7, 6, 3, 2].map((most) => [...quantilePlaces(starts, 4, most)])).toEqual([
      [0, 1, 2, 3, 4, 5, 6],
      [0, 2, 3, 5, 6],
      [0, 3, 6],
      [0, 6],
    ]);
  });

  it('any members › seek returns a stored place, with the number of members before it, at most the skipped ones', () => {
    fc.assert(
      fc.property(
        ordinals,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(300),
        fc.boolean(),
        fc.func(fc.boolean()),
        ({ column, terms }, parts, skip, descending, picks) => {
          const { docs, starts } = buildRuns(column, terms);
          const places = quantilePlaces(starts, parts);
          const members = new Bitset(docs.length);
          for (const doc of docs) if (picks(doc)) members.add(doc);
          const quantiles = new Quantiles(places, quantileBits(docs, places), docs);
          const { place, passed } = quantiles.seek(members, members.count(), skip, descending);
          expect(places).toContain(place);
          const behind = docs.slice(0, starts[terms]);
          const walked = descending ? behind.slice(place) : behind.slice(0, place);
          expect(passed).toBe(walked.filter((doc) => members.has(doc)).length);
          expect(passed).toBeLessThanOrEqual(skip);
        },
      ),
      { numRuns: amount(500, 125) },
    );
  });
});

/** Tells what is done to it, and how many docs are toggled one by one. */
class Watched extends Bitset {
  readonly calls: string[] = [];
  toggled = 0;
  counted = 0;

  override clear(): void {
    this.calls.push('clear');
    super.clear();
  }
  override setToAll(): void {
    this.calls.push('setToAll');
    super.setToAll();
  }
  override setTo(words: Uint32Array): void {
    this.calls.push('setTo');
    super.setTo(words);
  }
  override setToXor(left: Uint32Array, right: Uint32Array): void {
    this.calls.push('setToDifference');
    super.setToXor(left, right);
  }
  override removeAll(words: Uint32Array): void {
    this.calls.push('takeOut');
    super.removeAll(words);
  }
  override toggleAll(docs: Uint32Array): void {
    this.calls.push('toggleAll');
    this.toggled += docs.length;
    super.toggleAll(docs);
  }
  override countCommon(words: Uint32Array): number {
    this.counted += 1;
    return super.countCommon(words);
  }
}

/** As many docs as said, in a scrambled order of values, with a place at every multiple of `step` and at the end. */
function evenly(docCount: number, step: number, populated = docCount): { quantiles: Quantiles; docs: Uint32Array } {
  const docs = Uint32Array.from({ length: docCount }, (_, place) => (place * 37) % docCount);
  const places = Uint32Array.from({ length: populated / step + 1 }, (_, part) => part * step);
  return { quantiles: new Quantiles(places, quantileBits(docs, places), docs), docs };
}

describe('Quantiles › fill', () => {
  const { quantiles, docs } = evenly(640, 64);
  const filled = (start: number, end: number, of = quantiles): string[] => {
    const bits = new Watched(640);
    bits.add(5);
    of.fill(bits, orderPlace(start), orderPlace(end));
    expect([...bits.toList(bits.count())]).toEqual([...docs.subarray(start, end)].sort((x, y) => x - y));
    return bits.calls;
  };

  it('places › are the stored ones', () => {
    expect([...quantiles.places]).toEqual([0, 64, 128, 192, 256, 320, 384, 448, 512, 576, 640]);
    expect([...Bitset.of(640, docs.subarray(0, 128)).words]).toEqual([...quantiles.bitset(2)]);
  });

  it('an empty, a full and any other range › reads no, no, and one or two bitsets', () => {
    expect(filled(0, 0)).toEqual(['clear']);
    expect(filled(0, 640)).toEqual(['setToAll']);
    expect(filled(0, 128)).toEqual(['setTo']);
    expect(filled(64, 640)).toEqual(['setToAll', 'takeOut']);
    expect(filled(64, 128)).toEqual(['setToDifference']);
    expect(filled(640, 640)).toEqual(['clear']);
  });

  it('a partly populated field › the end of the populated docs is not the end of all docs', () => {
    const { quantiles: partly } = evenly(640, 64, 512);
    expect(filled(0, 512, partly)).toEqual(['setTo']);
    expect(filled(64, 512, partly)).toEqual(['setToDifference']);
    expect(filled(500, 512, partly)).toEqual(['clear', 'toggleAll']);
  });

  it('docs between an end of the range and the nearest place › are toggled, and counted in advance', () => {
    fc.assert(
      fc.property(ordinals, fc.integer({ min: 1, max: 9 }), fc.nat(), fc.nat(), ({ column, terms }, parts, a, b) => {
        const runs = buildRuns(column, terms);
        const places = quantilePlaces(runs.starts, parts);
        const parted = new Quantiles(places, quantileBits(runs.docs, places), runs.docs);
        const end = a % (runs.starts[terms]! + 1);
        const start = b % (end + 1);
        const bits = new Watched(runs.docs.length);
        parted.fill(bits, orderPlace(start), orderPlace(end));
        const nearest = (place: number): number => Math.min(...Array.from(places, (other) => Math.abs(other - place)));
        expect(bits.toggled).toBe(nearest(start) + nearest(end));
        expect(parted.toggleCount(orderPlace(start), orderPlace(end))).toBe(bits.toggled);
      }),
    );
  });
});

describe('Quantiles › seek', () => {
  const every = (docCount: number): Watched => {
    const all = new Watched(docCount);
    Bitset.prototype.setToAll.call(all);
    return all;
  };

  it('evenly spread members › starts at the last place before the skipped members, within a hundredth of the docs', () => {
    const { quantiles } = evenly(6400, 100);
    for (const descending of [false, true]) {
      for (const skip of [63, 64, 100, 163, 164, 199, 3277, 6337, 6399]) {
        const members = every(6400);
        const { place, passed } = quantiles.seek(members, 6400, skip, descending);
        // At most 63 members further on, so a walk from there is as good as another count.
        const expected = Math.floor(skip / 100) * 100;
        expect([passed, place], `${skip}`).toEqual([expected, descending ? 6400 - expected : expected]);
        expect(members.counted, `${skip}`).toBeLessThanOrEqual(2);
      }
    }
    const few = every(6400);
    expect(quantiles.seek(few, 6400, 63, false)).toEqual({ place: 0, passed: 0 });
    expect(few.counted).toBe(0);
  });

  it('more skipped members than there are › returns the other end, without a count', () => {
    const { quantiles } = evenly(640, 64);
    const members = every(640);
    expect(quantiles.seek(members, 640, 640, false)).toEqual({ place: 640, passed: 640 });
    expect(quantiles.seek(members, 640, 700, true)).toEqual({ place: 0, passed: 640 });
    expect(members.counted).toBe(0);
  });

  it('a partly populated field › passes populated members only', () => {
    const { quantiles } = evenly(640, 64, 512);
    for (const descending of [false, true]) {
      const seek = (skip: number) => quantiles.seek(every(640), 640, skip, descending);
      expect(seek(600)).toEqual({ place: descending ? 0 : 512, passed: 512 });
      expect(seek(200)).toEqual({ place: descending ? 320 : 192, passed: 192 });
    }
  });

  it('members at one place anywhere › needs a few counts', () => {
    const { quantiles, docs } = evenly(6400, 100);
    for (const descending of [false, true]) {
      for (let part = 0; part < 64; part += 1) {
        const members = new Watched(6400);
        members.addAll(docs.subarray(part * 100, part * 100 + 100));
        // The last member of the part is wanted: a walk can begin no later than where the part begins.
        const { place, passed } = quantiles.seek(members, 100, 99, descending);
        expect(passed).toBe(0);
        const before = descending ? 6400 - place - (6300 - part * 100) : place - part * 100;
        expect(before).toBeLessThanOrEqual(0);
        expect(before).toBeGreaterThan(-300);
        // Three guesses, and then halves of 64 parts.
        expect(members.counted).toBeLessThanOrEqual(3 + 6);
      }
    }
  });
});
