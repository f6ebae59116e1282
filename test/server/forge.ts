/**
 * A forger who can write to the disk: changes a text in a file and keeps every CRC-32 over it, and all times that a program
 * may set.
 *
 * CRC-32 is linear: what flipping a bit does to it does not depend on the other bits. So some bits of the letters behind the
 * text are chosen such that together they undo what the change has done.
 */
import { closeSync, openSync, readFileSync, statSync, utimesSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const windowBytes = 160;
const letter = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;

/** @returns which of the numbers make the target by exclusive or */
function combination(numbers: readonly number[], target: number): readonly number[] {
  const basis = new Map<number, { readonly value: number; readonly of: ReadonlySet<number> }>();
  const reduced = (start: number, of: ReadonlySet<number>) => {
    let [value, from] = [start, of];
    for (let bit = 31; bit >= 0 && value !== 0; bit -= 1) {
      if (((value >>> bit) & 1) === 0) continue;
      const one = basis.get(bit);
      if (one === undefined) return { value, from, bit };
      value = (value ^ one.value) >>> 0;
      from = eitherOf(from, one.of);
    }
    return { value, from, bit: -1 };
  };
  for (const [index, number] of numbers.entries()) {
    const { value, from, bit } = reduced(number, new Set([index]));
    if (value !== 0) basis.set(bit, { value, of: from });
  }
  const { value, from } = reduced(target, new Set());
  if (value !== 0) throw new Error('there are too few bits to choose');
  return [...from];
}

const eitherOf = (a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...[...a].filter((one) => !b.has(one)), ...[...b].filter((one) => !a.has(one))]);

/** @param text of the same length as what it replaces, wherever that stands before enough letters */
export function forgeFile(path: string, before: string, text: string): void {
  const [bytes, { atime, mtime }] = [readFileSync(path), statSync(path)];
  const file = openSync(path, 'r+');
  for (let at = bytes.indexOf(before); at >= 0; at = bytes.indexOf(before, at + 1)) {
    const genuine = bytes.subarray(at, at + windowBytes);
    const forged = Buffer.from(genuine);
    forged.write(text);
    const places = [...forged.keys()].filter((place) => place >= text.length && letter(forged[place]!));
    const bits = places.flatMap((place) => [0, 1].map((bit) => [place, 1 << bit] as const));
    if (bits.length < 40) continue;
    const sum = crc32(forged);
    const effects = bits.map(([place, mask]) => {
      forged[place]! ^= mask;
      const effect = (crc32(forged) ^ sum) >>> 0;
      forged[place]! ^= mask;
      return effect;
    });
    for (const index of combination(effects, (sum ^ crc32(genuine)) >>> 0)) {
      const [place, mask] = bits[index]!;
      forged[place]! ^= mask;
    }
    writeSync(file, forged, 0, forged.byteLength, at);
  }
  closeSync(file);
  utimesSync(path, atime, mtime);
}
