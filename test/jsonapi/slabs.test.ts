/**
 * Whether memory that documents lie in is used again, and only then when nobody reads it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/jsonapi/document/byte-writer.js';
import { type Loan, SLAB_BYTES } from '../../src/jsonapi/document/slabs.js';
import { amount } from '../../testing/amount.js';

/** Writes a document of one letter. */
function write(writer: ByteWriter, letter: string, byteLength: number): void {
  writer.begin();
  for (let left = byteLength; left > 0; left -= 1000) writer.ascii(letter.repeat(Math.min(1000, left)));
}

const lend = (writer: ByteWriter, letter: string, byteLength: number): Loan => {
  write(writer, letter, byteLength);
  return writer.lend();
};

describe('a document that is lent', () => {
  it('given back before the next one is begun › its memory is used for that one', () => {
    const writer = new ByteWriter();
    const { buffer } = lend(writer, 'x', 10).document;
    const first = lend(writer, 'a', 5000);
    const place = first.document.byteOffset;
    first.release();
    const second = lend(writer, 'b', 5000);
    expect(second.document.buffer).toBe(buffer);
    expect(second.document.byteOffset).toBe(place + 5000);
  });

  it('all of a slab given back › the next document begins at its start', () => {
    const writer = new ByteWriter();
    for (let i = 0; i < 100; i += 1) {
      const loan = lend(writer, 'a', 50_000);
      expect(loan.document.byteOffset).toBe(0);
      loan.release();
    }
  });

  it('with little room behind it › the next one begins elsewhere rather than be moved half-way', () => {
    const writer = new ByteWriter();
    const first = lend(writer, 'a', SLAB_BYTES - 40_000);
    const second = lend(writer, 'b', 10);
    expect(second.document.buffer).toBe(first.document.buffer);
    expect(second.document.byteOffset).toBe(SLAB_BYTES - 40_000);
    lend(writer, 'c', 10_000);
    const behind = lend(writer, 'd', 10);
    expect(behind.document.buffer).not.toBe(first.document.buffer);
    expect(behind.document.byteOffset).toBe(0);
  });

  it('given back twice › counts once', () => {
    const writer = new ByteWriter();
    const one = lend(writer, 'a', 100);
    const other = lend(writer, 'b', 100);
    one.release();
    one.release();
    lend(writer, 'c', 100);
    expect(other.document.toString()).toBe('b'.repeat(100));
  });

  it('many at a time, given back later › slabs go round: no more of them than are needed at once', () => {
    const writer = new ByteWriter();
    const seen = new Set<ArrayBufferLike>();
    for (let round = 0; round < 50; round += 1) {
      const loans = Array.from({ length: 20 }, () => lend(writer, 'a', 40_000));
      for (const { document } of loans) seen.add(document.buffer);
      for (const loan of loans) loan.release();
    }
    expect(seen.size).toBeLessThanOrEqual(Math.ceil((20 * 40_000) / (SLAB_BYTES - 40_000)) + 1);
  });
});

describe('a document that is taken for good', () => {
  it('whatever is written afterwards › stays as it is', () => {
    const writer = new ByteWriter();
    write(writer, 'a', 300);
    const kept = writer.take();
    for (let i = 0; i < 3000; i += 1) lend(writer, 'b', 300).release();
    expect(kept.toString()).toBe('a'.repeat(300));
  });
});

describe('any order of writing, giving back and dropping, by two writers', () => {
  it('documents that somebody has › stay as they are', () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('lend'), size: fc.integer({ min: 1, max: 400_000 }) }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('lend'), size: fc.integer({ min: 1, max: 9_000 }) }) },
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('giveBack'), size: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('take'), size: fc.integer({ min: 1, max: 9_000 }) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail'), size: fc.integer({ min: 1, max: 400_000 }) }) },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 60 }), (steps) => {
        const writers = [new ByteWriter(), new ByteWriter()] as const;
        const had: { letter: string; document: Buffer; loan?: Loan }[] = [];
        let written = 0;
        for (const [{ kind, size }, isFirst] of steps) {
          const writer = writers[isFirst ? 0 : 1];
          const letter = String.fromCharCode(0x41 + (written % 58));
          if (kind === 'giveBack') {
            const [given] = had.splice(size % Math.max(1, had.length), 1);
            given?.loan?.release();
            if (given?.loan === undefined && given !== undefined) had.push(given);
          } else {
            write(writer, letter, size);
            written += 1;
            if (kind === 'lend') {
              const loan = writer.lend();
              had.push({ letter, document: loan.document, loan });
            } else if (kind === 'take') had.push({ letter, document: writer.take() });
            else writer.clear();
          }
        }
        for (const { letter, document } of had) {
          if (!document.every((byte) => byte === letter.charCodeAt(0))) expect.fail(`"${letter}" was overwritten`);
        }
      }),
      { numRuns: amount(60, 15) },
    );
  });
});
