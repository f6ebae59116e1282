/**
 * The lists of a tree's buckets, written and read bit by bit.
 */

/** @param low how many bits of each gap are the lowest ones: a list is right with any */
export function packed(terms: readonly number[], low: number): Uint8Array {
  const numbers = terms.map((term, place) => term - (terms[place - 1] ?? -1) - 1 + 2 ** low);
  const bits = numbers.map((number) => number.toString(2).slice(1));
  const first = bytesOf(bits.map((rest) => `${'0'.repeat(rest.length - low)}1`));
  const length = first.length < 128 ? [first.length] : [(first.length % 128) + 128, Math.floor(first.length / 128)];
  return Uint8Array.of(low, ...length, ...first, ...bytesOf(bits.map((rest) => [...rest].reverse().join(''))));
}

/** @param bits the lowest of a byte first */
function bytesOf(bits: readonly string[]): number[] {
  const bytes = bits.join('').match(/.{1,8}/g) ?? [];
  return bytes.map((byte) => Number.parseInt([...byte].reverse().join(''), 2));
}

/** The records of buckets with these lists: of those that are the same all but the first name that one. */
export function packedOnce(lists: readonly (readonly number[])[], low: number): Uint8Array[] {
  const whole = lists.map((terms) => packed(terms, low));
  const firsts = whole.map((list) => whole.findIndex((other) => Buffer.compare(list, other) === 0));
  const starts: number[] = [];
  let end = 0;
  return whole.map((list, place) => {
    const first = firsts[place]!;
    const record = first === place ? list : sameList(end - starts[first]!, list.byteLength);
    starts.push(end);
    end += record.byteLength;
    return record;
  });
}

/** The record of a bucket that names the list of so many bytes so far before it. */
export function sameList(distance: number, byteLength: number): Uint8Array {
  const record = new Uint8Array(9).fill(255);
  const view = new DataView(record.buffer);
  view.setUint32(1, distance, true);
  view.setUint32(5, byteLength, true);
  return record;
}

/** The bytes of the list that a bucket has, whether its record is that list or names an earlier one. */
export function listIn(blob: Uint8Array, start: number, end: number): Uint8Array {
  if (blob[start] !== 255) return blob.subarray(start, end);
  const view = new DataView(blob.buffer, blob.byteOffset);
  const other = start - view.getUint32(start + 1, true);
  return blob.subarray(other, other + view.getUint32(start + 5, true));
}

export function unpacked(list: Uint8Array): number[] {
  const [low = 0, ...others] = list;
  const isLong = others[0]! >= 128;
  const length = isLong ? (others[0]! % 128) + 128 * others[1]! : others[0]!;
  const bits = others
    .slice(isLong ? 2 : 1)
    .flatMap((byte) => [0, 1, 2, 3, 4, 5, 6, 7].map((place) => (byte >> place) & 1));
  const [first, second] = [bits.slice(0, 8 * length), bits.slice(8 * length)];
  const terms: number[] = [];
  for (let zeros = 0; first.length > 0; ) {
    if (first.shift() === 0) {
      zeros += 1;
      continue;
    }
    const rest = second.splice(0, low + zeros).reduce((sum, bit, place) => sum + bit * 2 ** place, 0);
    terms.push((terms.at(-1) ?? -1) + 1 + rest + 2 ** (low + zeros) - 2 ** low);
    zeros = 0;
  }
  return terms;
}
