/**
 * Slabs: memory of documents is reused, but only after every reader has released it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/jsonapi/document/byte-writer.js';
import { type Loan, SLAB_BYTES } from '../../src/jsonapi/document/slabs.js';
import { amount } from '../../testing/amount.js';

/** Writes a document of one letter. */
function write(writer: ByteWriter, letter: string, byteLength: number): void {
  writer.begin();
  for (let remainingBytes = byteLength; remainingBytes > 0; remainingBytes -= 1000)
    writer.ascii(letter.repeat(Math.min(1000, remainingBytes)));
}

const lend = (writer: ByteWriter, letter: string, byteLength: number): Loan => {
  write(writer, letter, byteLength);
  return writer.lend();
};

describe('a document that is lent', () => {
  it('released before the next document starts › its memory is reused', () => {
    const writer = new ByteWriter();
    const { buffer } = lend(writer, 'x', 10).document;
    const first = lend(writer, 'a', 5000);
    const place = first.document.byteOffset;
    first.release();
    const second = lend(writer, 'b', 5000);
    expect(second.document.buffer).toBe(buffer);
    expect(second.document.byteOffset).toBe(place + 5000);
  });

  it('all documents of a slab released › the next document starts at its start', () => {
    const writer = new ByteWriter();
    for (let i = 0; i < 100; i += 1) {
      const loan = lend(writer, 'a', 50_000);
      expect(loan.document.byteOffset).toBe(0);
      loan.release();
    }
  });

  it('with little room after it › the next document starts in another slab', () => {
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

  it('released twice › counts once', () => {
    const writer = new ByteWriter();
    const loan = lend(writer, 'a', 100);
    const other = lend(writer, 'b', 100);
    loan.release();
    loan.release();
    lend(writer, 'c', 100);
    expect(other.document.toString()).toBe('b'.repeat(100));
  });

  it('many at a time, released later › slabs are reused: only as many as are needed at a time', () => {
    const writer = new ByteWriter();
    const buffers = new Set<ArrayBufferLike>();
    for (let round = 0; round < 50; round += 1) {
      const loans = Array.from({ length: 20 }, () => lend(writer, 'a', 40_000));
      for (const { document } of loans) buffers.add(document.buffer);
      for (const loan of loans) loan.release();
    }
    expect(buffers.size).toBeLessThanOrEqual(Math.ceil((20 * 40_000) / (SLAB_BYTES - 40_000)) + 1);
  });
});

describe('a document that is taken for good', () => {
  it('later documents › do not change it', () => {
    const writer = new ByteWriter();
    write(writer, 'a', 300);
    const document = writer.take();
    for (let i = 0; i < 3000; i += 1) lend(writer, 'b', 300).release();
    expect(document.toString()).toBe('a'.repeat(300));
  });
});

describe('any order of writing, giving back and dropping, by two writers', () => {
  it('documents that are not released › are unchanged', () => {
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
