/**
 * The bytes of the layout, as docs/format.md specifies them.
 */
import { unpack } from 'msgpackr';
import { describe, expect, it } from 'vitest';
import { frameBytes, isElement, placeSections, preambleBytes, readPreamble } from '../../src/format/index.js';

describe('placeSections', () => {
  it('any lengths › each payload starts on the next multiple of 64 after its frame', () => {
    expect(placeSections(100, [3, 0, 64, 1])).toEqual([
      { paddingStart: 100, payloadStart: 128, payloadEnd: 131 },
      { paddingStart: 131, payloadStart: 192, payloadEnd: 192 },
      { paddingStart: 192, payloadStart: 256, payloadEnd: 320 },
      { paddingStart: 320, payloadStart: 384, payloadEnd: 385 },
    ]);
  });

  it('room for exactly a frame, and for one byte less › starts here, and 64 bytes later', () => {
    expect(placeSections(57, [0])[0]?.payloadStart).toBe(64);
    expect(placeSections(58, [0])[0]?.payloadStart).toBe(128);
  });
});

describe('frameBytes', () => {
  it.each([57, 58, 100])('from %i › is a bin 8 of zeros and the head of a bin 32', (paddingStart) => {
    const [place] = placeSections(paddingStart, [70_000]);
    const frame = Buffer.from(frameBytes(place!));
    const zeros = frame.byteLength - 7;
    const length = Buffer.from([0x00, 0x01, 0x11, 0x70]);
    expect(frame).toEqual(Buffer.concat([Buffer.of(0xc4, zeros), Buffer.alloc(zeros), Buffer.of(0xc6), length]));
    expect(unpack(frame.subarray(0, zeros + 2))).toEqual(Buffer.alloc(zeros));
  });
});

describe('the preamble', () => {
  const bytes = preambleBytes(3, 0x01020304, 0xfffefdfc);

  it('is a msgpack array of fixed widths', () => {
    expect(unpack(bytes)).toEqual(['stele', 3, 0x01020304, 0xfffefdfc]);
    expect(Buffer.from(bytes).toString('hex')).toBe('94a57374656c65ce00000003ce01020304cefffefdfc');
  });

  it('written at any position of a buffer › is read again', () => {
    const expected = { version: 3, headerByteLength: 0x01020304, headerCrc32: 0xfffefdfc };
    expect(readPreamble(bytes)).toEqual(expected);
    const within = Buffer.concat([Buffer.of(1, 2, 3), bytes, Buffer.of(4)]);
    expect(readPreamble(within.subarray(3))).toEqual(expected);
  });

  it('with a changed fixed byte, or cut › is refused', () => {
    for (const at of [0, 1, 2, 6, 7, 12, 17]) {
      const other = Uint8Array.from(bytes);
      other[at] = other[at]! ^ 1;
      expect(readPreamble(other), `byte ${at}`).toBeUndefined();
    }
    expect(readPreamble(bytes.subarray(0, 21))).toBeUndefined();
  });
});

describe('isElement', () => {
  it('the four types › are elements; other texts are not', () => {
    expect(['u8', 'u16', 'u32', 'f64'].every(isElement)).toBe(true);
    expect(['i8', 'toString', '', 8, undefined, null, ['u8']].some(isElement)).toBe(false);
  });
});
