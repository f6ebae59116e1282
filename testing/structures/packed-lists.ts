/**
 * Writes and reads the bit-packed lists of a tree's buckets.
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
