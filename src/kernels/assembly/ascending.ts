/**
 * Decodes an ascending list of docs from varints: each is the distance to the previous doc, less 1, with seven bits in a byte, the
 * lowest bits first; the highest bit of a byte says that another byte follows (format/values/varint).
 *
 *     byte 0          byte 1          ...
 *     1 │ bits 0-6    0 │ bits 7-13       one distance of two bytes
 *     0 │ bits 0-6                        one distance of one byte
 *
 * Sixteen bytes that are one doc each are decoded at once: nearly all bytes in the list of a frequent word are.
 */
import { VECTOR_BYTES, WORD_BYTES } from './columns';

/** Output bytes of one vector of input: a doc for each of its 16 bytes. */
const BLOCK_BYTES: usize = VECTOR_BYTES * WORD_BYTES;

/**
 * @param distances four distances, each less 1
 * @param last the doc before them, in each lane
 * @returns the four docs
 */
function addDistances(distances: v128, last: v128): v128 {
  const zero = i32x4.splat(0);
  let docs = i32x4.add(distances, i32x4.splat(1));
  // Prefix sums in two steps: after the second, each lane is the sum of itself and all lanes before it.
  docs = i32x4.add(docs, v128.shuffle<u32>(zero, docs, 0, 4, 5, 6));
  docs = i32x4.add(docs, v128.shuffle<u32>(zero, docs, 0, 1, 4, 5));
  return i32x4.add(docs, last);
}

/** @returns the last lane in every lane */
function lastLane(docs: v128): v128 {
  return v128.shuffle<u32>(docs, docs, 3, 3, 3, 3);
}

/** Writes docs until `out` is full. @returns the number of bytes that were read; no byte after them is read */
export function readAscending(out: usize, outEnd: usize, bytes: usize): u32 {
  const start = bytes;
  let doc: u32 = -1;
  while (out < outEnd) {
    let scalarCount: u32 = 1;
    if (outEnd - out >= BLOCK_BYTES) {
      const block = v128.load(bytes);
      const continued: u32 = i8x16.bitmask(block);
      if (continued === 0) {
        const low = i16x8.extend_low_i8x16_u(block);
        const high = i16x8.extend_high_i8x16_u(block);
        const first = addDistances(i32x4.extend_low_i16x8_u(low), i32x4.splat(doc));
        const second = addDistances(i32x4.extend_high_i16x8_u(low), lastLane(first));
        const third = addDistances(i32x4.extend_low_i16x8_u(high), lastLane(second));
        const fourth = addDistances(i32x4.extend_high_i16x8_u(high), lastLane(third));
        v128.store(out, first);
        v128.store(out, second, 16);
        v128.store(out, third, 32);
        v128.store(out, fourth, 48);
        doc = i32x4.extract_lane(fourth, 3);
        bytes += VECTOR_BYTES;
        out += BLOCK_BYTES;
        continue;
      }
      // Decode one by one up to and including the first doc of several bytes.
      scalarCount = ctz(continued) + 1;
    }
    do {
      let byte: u32 = load<u8>(bytes);
      let distance = byte & 127;
      bytes += 1;
      for (let shift: u32 = 7; byte >= 128; shift += 7) {
        byte = load<u8>(bytes);
        distance |= (byte & 127) << shift;
        bytes += 1;
      }
      doc += distance + 1;
      store<u32>(out, doc);
      out += WORD_BYTES;
      scalarCount -= 1;
    } while (scalarCount !== 0);
  }
  return bytes - start;
}
