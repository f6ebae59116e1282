import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenFile } from '../../../src/format/files/index.js';
import { readAhead } from '../../../src/format/reading/read-ahead.js';
import { SectionSums } from '../../../src/format/reading/section-sums.js';

/** A file in memory whose reads end in the order that is given, and that knows how many are under way. */
class SlowFile {
  underWay = 0;
  most = 0;
  readonly #bytes: Uint8Array;
  readonly #turns: readonly number[];
  #reads = 0;

  constructor(bytes: Uint8Array, turns: readonly number[] = []) {
    this.#bytes = bytes;
    this.#turns = turns;
  }

  async read(into: Uint8Array, length: number, position: number): Promise<number> {
    this.underWay += 1;
    this.most = Math.max(this.most, this.underWay);
    const turns = this.#turns[this.#reads++ % Math.max(1, this.#turns.length)] ?? 0;
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    this.underWay -= 1;
    if (position === 24) throw new Error('the disk is gone');
    const part = this.#bytes.subarray(position, position + length);
    into.set(part);
    return part.byteLength;
  }
}

const notAsked = (): never => {
  throw new Error('nothing but reading is asked of it');
};

const fileOf = (file: SlowFile): OpenFile => ({
  read: (into, length, position) => file.read(into, length, position),
  write: notAsked,
  sync: notAsked,
  close: notAsked,
});

describe('readAhead', () => {
  it('reads that end in any order › deliver all bytes piece by piece, in file order', async () => {
    const bytesOf = fc.uint8Array({ minLength: 1, maxLength: 23 });
    const turnsOf = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(bytesOf, turnsOf, fc.integer({ min: 1, max: 9 }), async (bytes, turns, pieceBytes) => {
        const file = new SlowFile(bytes, turns);
        const into = new Uint8Array(bytes.byteLength);
        const given: number[] = [];
        const onPiece = (piece: Uint8Array, at: number): void => {
          expect(at).toBe(given.length);
          given.push(...piece);
        };
        await readAhead(fileOf(file), into, 0, 'file', onPiece, pieceBytes);
        expect([...into]).toEqual([...bytes]);
        expect(given).toEqual([...bytes]);
        expect(file.most).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('a long part › has four reads in progress', async () => {
    const file = new SlowFile(new Uint8Array(20), [3]);
    await readAhead(fileOf(file), new Uint8Array(20), 0, 'file', () => undefined, 2);
    expect(file.most).toBe(4);
  });

  it.each([
    ['a read that fails', 30, /the disk is gone/],
    ['a file that ends before', 20, /expected 30 bytes|only/],
  ])('%s › is thrown after all reads have ended', async (_, byteLength, message) => {
    const file = new SlowFile(new Uint8Array(byteLength), [0, 0, 0, 5]);
    await expect(readAhead(fileOf(file), new Uint8Array(30), 0, 'file', () => undefined, 8)).rejects.toThrow(message);
    expect(file.underWay).toBe(0);
  });
});

describe('SectionSums', () => {
  it('pieces of any length, with skipped sections › give the checksum of each section', () => {
    const lengthsOf = fc.array(fc.tuple(fc.nat(3), fc.nat(12)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lengthsOf, fc.integer({ min: 1, max: 7 }), fc.nat(), (lengths, pieceBytes, passed) => {
        let at = 5;
        const places = lengths.map(([padding, byteLength]) => {
          const paddingStart = at;
          const payloadStart = paddingStart + padding;
          at = payloadStart + byteLength;
          return { paddingStart, payloadStart, payloadEnd: at };
        });
        const bytes = Uint8Array.from({ length: at }, (_, i) => (i * 37 + 11) & 255);
        const left = passed % (places.length + 1);
        const sums = new SectionSums(places);
        const add = (start: number, end: number): void => {
          for (let from = start; from < end; from += pieceBytes) {
            sums.add(bytes.subarray(from, Math.min(end, from + pieceBytes)), from);
          }
        };
        add(5, places[left]?.payloadStart ?? at);
        add(places[left]?.payloadEnd ?? at, at);
        for (const [index, { payloadStart, payloadEnd }] of places.entries()) {
          if (index !== left) expect(sums.of(index)).toBe(crc32(bytes.subarray(payloadStart, payloadEnd)));
        }
      }),
    );
  });
});
