/**
 * The lists of terms behind substrings, decoded bit by bit: readers that are compiled trust that each ends where its record
 * does.
 */
import type { SectionMap } from '../../format/index.js';
import { StrictVarints } from './varints.js';

/** A number of more bits is no distance between two terms. */
const bitsMaximum = 30;

/** @param name of the records, packed where they are called lists. @throws IntegrityError. Cost: O(bytes). */
export function checkLists(sections: SectionMap, name: string): void {
  const records = sections.countedRecords(name);
  const varints = new StrictVarints(new Uint8Array(0));
  const isRight = name.endsWith('.lists')
    ? (bytes: Uint8Array) => isPacked(bytes, varints)
    : (bytes: Uint8Array) => isVarints(bytes, varints);
  for (let list = 0; list < records.count; list += 1) {
    if (isRight(records.view(list))) continue;
    throw sections.damage(name, 'lists of ascending numbers that end where they should', `another at ${list}`);
  }
}

function isVarints(bytes: Uint8Array, varints: StrictVarints): boolean {
  varints.of(bytes);
  let term = -1;
  while (!varints.isAtEnd) {
    const between = varints.next();
    if (between === undefined) return false;
    term += between + 1;
  }
  return term >= 0 && term < 2 ** 32;
}

/** As the second part of docs/format.md › Texts has it: a byte, the length of part 1, part 1, part 2. */
function isPacked(bytes: Uint8Array, varints: StrictVarints): boolean {
  const low = bytes[0];
  varints.of(bytes);
  varints.at = 1;
  const length = varints.next();
  if (low === undefined || low > bitsMaximum || length === undefined || length === 0) return false;
  const rests = varints.at + length;
  if (rests > bytes.byteLength) return false;
  let term = -1;
  let restBit = rests * 8;
  let zeros = 0;
  for (let bit = varints.at * 8; bit < rests * 8; bit += 1) {
    if (bitAt(bytes, bit) === 0) {
      zeros += 1;
      continue;
    }
    const bits = low + zeros;
    zeros = 0;
    if (bits > bitsMaximum || restBit + bits > bytes.byteLength * 8) return false;
    let sum = 2 ** bits;
    for (let i = 0; i < bits; i += 1) sum += bitAt(bytes, restBit + i) * 2 ** i;
    restBit += bits;
    term += sum - 2 ** low + 1;
    if (term >= 2 ** 32) return false;
  }
  return term >= 0 && zeros < 8 && Math.ceil(restBit / 8) === bytes.byteLength;
}

const bitAt = (bytes: Uint8Array, bit: number): number => (bytes[bit >>> 3]! >>> (bit & 7)) & 1;
