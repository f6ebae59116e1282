/**
 * The table of ids beside a Map, which it must answer like.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdTable } from '../../../build/read/ids/id-table.js';
import { InvariantError } from '../../../src/content/errors/index.js';
import { amount } from '../../../testing/amount.js';

/** What happens to the ids one after the other. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ id: fc.nat(150), long: fc.boolean(), gap: fc.constantFrom(0, 0, 0, 0, 0, 7) }),
    },
    { weight: 1, arbitrary: fc.record({ keptPercent: fc.nat(100) }) },
  ),
  { maxLength: 300 },
);

describe('SeenIds', () => {
  it('any ids in any order › equal a Map', () => {
    const ids = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '0'), minLength: 1, maxLength: 4 }), {
      maxLength: 400,
    });
    fc.assert(
      fc.property(ids, (texts) => {
        const seen = new IdTable();
        const lines = new Map<string, number>();
        for (const [index, id] of texts.entries()) {
          expect(seen.find(id)).toBe(lines.get(id));
          expect(seen.add(id, index + 1)).toBe(lines.get(id));
          if (!lines.has(id)) lines.set(id, index + 1);
        }
        expect(seen.size).toBe(lines.size);
      }),
      { seed: 10, numRuns: amount(200, 50) },
    );
  });

  it('ids added as bytes, then the last ones removed › equal a Map without them', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 3 })),
        fc.nat(),
        (ids, cut) => {
          const seen = new IdTable();
          const kept = ids.length === 0 ? 0 : cut % ids.length;
          for (const [rank, id] of ids.entries()) {
            const bytes = Buffer.from(`x${id}y`);
            expect(seen.addBytes(bytes, 1, bytes.length - 1, rank + 7)).toBeUndefined();
          }
          seen.truncate(kept);
          expect(seen.size).toBe(kept);
          expect(ids.map((id) => seen.rankOf(id))).toEqual(ids.map((_, rank) => (rank < kept ? rank : undefined)));
          for (const [rank, id] of ids.entries()) {
            expect(seen.add(id, 1)).toBe(rank < kept ? rank + 7 : undefined);
            expect(seen.lineOf(rank)).toBe(rank < kept ? rank + 7 : 1);
          }
        },
      ),
    );
  });

  it('300,000 ids over several doublings › are all found', () => {
    const seen = new IdTable();
    let wrongCount = 0;
    for (let i = 0; i < 300_000; i += 1) if (seen.add(`item-${i}`, i + 1) !== undefined) wrongCount += 1;
    for (let i = 0; i < 300_000; i += 1) if (seen.add(`item-${i}`, 999_999) !== i + 1) wrongCount += 1;
    expect(wrongCount).toBe(0);
    expect(seen.size).toBe(300_000);
  });

  it('ids of 255 bytes, and one with a common prefix › are distinct', () => {
    const seen = new IdTable();
    const long = 'é'.repeat(127);
    expect(seen.add(`${long}a`, 1)).toBeUndefined();
    expect(seen.add(`${long}b`, 2)).toBeUndefined();
    expect(seen.add(long, 3)).toBeUndefined();
    expect(seen.add(`${long}b`, 4)).toBe(2);
    for (let i = 0; i < 1000; i += 1)
      expect(seen.add(`${'x'.repeat(251)}${i.toString().padStart(4, '0')}`, 5)).toBeUndefined();
    expect(seen.add(long, 6)).toBe(3);
  });

  it('ids over many pages, with removals and gaps between lines › equal a Map', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const seen = new IdTable(512);
        let known: [id: string, line: number][] = [];
        let line = 1;
        for (const step of taken) {
          if ('keptPercent' in step) {
            known = known.slice(0, Math.floor((known.length * step.keptPercent) / 100));
            seen.truncate(known.length);
          } else {
            const id = step.long ? `${'é'.repeat(step.id % 120)}${step.id}` : `${step.id}`;
            line += 1 + step.gap;
            const before = known.find(([other]) => other === id);
            expect(seen.add(id, line)).toBe(before?.[1]);
            if (before === undefined) known.push([id, line]);
          }
          expect(seen.size).toBe(known.length);
        }
        expect(known.map((_, rank) => seen.lineOf(rank))).toEqual(known.map(([, at]) => at));
        expect(known.map(([id]) => seen.rankOf(id))).toEqual(known.map((_, rank) => rank));
        for (const id of ['151', 'é', '']) expect(seen.find(id)).toBeUndefined();
      }),
      { seed: 12, numRuns: amount(300, 75) },
    );
  });

  it('many ids › take their bytes and a few bytes each', () => {
    const seen = new IdTable();
    expect(seen.byteLength).toBeLessThan(2 ** 14);
    for (let i = 0; i < 40_000; i += 1) seen.add(`item-${i}`, 2 * i + 1);
    const idBytes = Array.from({ length: 40_000 }, (_, i) => `item-${i}`.length + 1).reduce((sum, one) => sum + one);
    expect(seen.byteLength).toBeGreaterThan(idBytes + 4 * 40_000);
    expect(seen.byteLength).toBeLessThan(idBytes + 20 * 40_000);
  });

  it('released › keeps only the number of ids', () => {
    const seen = new IdTable();
    seen.add('a', 1);
    seen.add('b', 2);
    const released = seen.release();
    expect(released.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeGreaterThan(2 ** 12);
    expect(seen.size).toBe(2);
    expect(seen.byteLength).toBe(0);
    for (const late of [() => seen.rankOf('a'), () => seen.add('c', 3), () => seen.lineOf(0), () => seen.find('z')]) {
      expect(late).toThrow(InvariantError);
    }
    expect(seen.size).toBe(2);
  });
});
