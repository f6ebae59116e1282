import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkOf } from '../../../src/format/index.js';
import { ByteWriter } from '../../../src/jsonapi/document/byte-writer.js';
import { constant, Template } from '../../../src/jsonapi/document/pieces.js';
import { amount } from '../../../testing/amount.js';

const utf8 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));

/** One piece: a call of the writer, and the text that it writes. */
type Piece = { readonly write: (out: ByteWriter) => void; readonly text: string };

const text = fc.string({ unit: 'binary', maxLength: 200 });
const ascii = fc.stringMatching(/^[ -~]{0,60}$/);

const piece = fc.oneof(
  text.map((value): Piece => ({ text: value, write: (out) => out.constant(constant(value)) })),
  ascii.map((value): Piece => ({ text: value, write: (out) => out.ascii(value) })),
  fc.nat({ max: 2 ** 31 - 1 }).map((value): Piece => ({ text: String(value), write: (out) => out.uint(value) })),
  fc.tuple(text, text, text).map(([before, value, after]): Piece => {
    const start = Buffer.byteLength(before);
    const chunk = chunkOf(utf8(before + value + after));
    return { text: value, write: (out) => out.range(chunk, start, start + Buffer.byteLength(value)) };
  }),
  fc
    .tuple(text, text, text, fc.array(ascii, { minLength: 1, maxLength: 4 }))
    .map(([before, id, after, parts]): Piece => {
      const start = Buffer.byteLength(before);
      const length = Buffer.byteLength(id);
      const chunk = chunkOf(utf8(before + id + after));
      const template = new Template(parts);
      return {
        text: parts.join(id),
        write: (out) => out.filled(template.forLength(length), chunk, start, start + length),
      };
    }),
);

/** A view of an engine that gives any NaN as one and the same, as the language allows. */
function forgetfulView(buffer: ArrayBuffer): DataView {
  const view = new DataView(buffer);
  const read = view.getFloat64.bind(view);
  view.getFloat64 = (at, littleEndian) => {
    const value = read(at, littleEndian);
    return Number.isNaN(value) ? Number.NaN : value;
  };
  return view;
}

/** Bytes of the next record: any bytes, often bytes that would make the last float of this record a NaN. */
const behind = fc
  .array(fc.oneof(fc.nat(255), fc.constantFrom(0xf0, 0xf4, 0xff, 0x7f)), { minLength: 8, maxLength: 8 })
  .map((bytes) => Uint8Array.from([...bytes, ...Array<number>(32).fill(0xff)]));

describe('the byte writer', () => {
  it('a range followed by any bytes, in an engine that changes NaNs › is copied exactly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), behind, (value, next) => {
        const own = Buffer.from(value);
        const bytes = Uint8Array.from([...own, ...next]);
        const out = new ByteWriter();
        out.range({ bytes, view: forgetfulView(bytes.buffer) }, 0, own.byteLength);
        expect(out.take().toString('hex')).toBe(own.toString('hex'));
      }),
      { numRuns: amount(500, 100) },
    );
  });

  it('any pieces in several documents › their bytes, and earlier documents are unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 20 }), { maxLength: 8 }), (documents) => {
        const out = new ByteWriter();
        const takenDocuments = documents.map((pieces) => {
          for (const { write } of pieces) write(out);
          return out.take();
        });
        for (const [index, pieces] of documents.entries()) {
          expect(takenDocuments[index]!.toString()).toBe(
            Buffer.from(pieces.map((one) => one.text).join('')).toString(),
          );
        }
      }),
      { numRuns: amount(300, 60) },
    );
  });

  it('documents of every size near the size of a slab › are complete', () => {
    const out = new ByteWriter();
    const takenDocuments = [1, 100_000, 200_000, 262_112, 262_144, 700_000, 3].map((length, index) => {
      const letter = String.fromCharCode(0x61 + index);
      const chunk = chunkOf(utf8(letter.repeat(1000)));
      for (let remainingBytes = length; remainingBytes > 0; remainingBytes -= 1000)
        out.range(chunk, 0, Math.min(remainingBytes, 1000));
      return { document: out.take(), expected: letter.repeat(length) };
    });
    for (const { document, expected } of takenDocuments) expect(document.toString() === expected).toBe(true);
  });

  it.each([
    ['a constant', (out: ByteWriter) => out.constant(constant('constant')), 'constant'],
    ['ASCII text', (out: ByteWriter) => out.ascii('text'), 'text'],
    ['a number', (out: ByteWriter) => out.uint(1234), '1234'],
    ['a byte', (out: ByteWriter) => out.byte(0x62), 'b'],
  ])('a slab that ends before %s › the document continues in the next slab', (_, write, expected) => {
    for (let filled = 262_060; filled <= 262_144; filled += 1) {
      const out = new ByteWriter();
      out.ascii('a'.repeat(filled));
      write(out);
      expect(out.take().subarray(filled).toString()).toBe(expected);
    }
  });

  it('a document that is discarded › leaves no byte in the next', () => {
    const out = new ByteWriter();
    out.ascii('half a docu');
    out.clear();
    out.ascii('whole');
    expect(out.take().toString()).toBe('whole');
    expect(out.take().byteLength).toBe(0);
  });
});
