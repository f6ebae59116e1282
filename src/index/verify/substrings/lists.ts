/**
 * Checks the lists of terms in substring buckets bit by bit: compiled readers rely on each list ending with its record.
 */
import type { SectionMap } from '../../../format/index.js';
import { StrictVarints } from '../varints.js';

/** No gap between two terms has more bits. */
const bitsMaximum = 30;

/** @param name of the records: packed if it ends with `.lists`, else varints. @throws IntegrityError. Cost: O(bytes). */
export function checkLists(sections: SectionMap, name: string): void {
  const records = sections.countedRecords(name);
  const varints = new StrictVarints(new Uint8Array(0));
  const isValid = name.endsWith('.lists')
    ? (bytes: Uint8Array) => isPacked(bytes, varints)
    : (bytes: Uint8Array) => isVarints(bytes, varints);
  for (let list = 0; list < records.count; list += 1) {
    if (isValid(records.view(list))) continue;
    throw sections.damage(name, 'lists of ascending terms that end with their record', `another list at ${list}`);
  }
}

function isVarints(bytes: Uint8Array, varints: StrictVarints): boolean {
  varints.startReading(bytes);
  let term = -1;
  while (!varints.isAtEnd) {
    const gap = varints.next();
    if (gap === undefined) return false;
    term += gap + 1;
  }
  return term >= 0 && term < 2 ** 32;
}

/** Layout: docs/format.md › Texts, and termdict/bucket-lists. */
function isPacked(bytes: Uint8Array, varints: StrictVarints): boolean {
  const low = bytes[0];
  varints.startReading(bytes);
  varints.at = 1;
  const length = varints.next();
  if (low === undefined || low > bitsMaximum || length === undefined || length === 0) return false;
  const part2Start = varints.at + length;
  if (part2Start > bytes.byteLength) return false;
  let term = -1;
  let part2Bit = part2Start * 8;
  let zeros = 0;
  for (let bit = varints.at * 8; bit < part2Start * 8; bit += 1) {
    if (readBit(bytes, bit) === 0) {
      zeros += 1;
      continue;
    }
    const bits = low + zeros;
    zeros = 0;
    if (bits > bitsMaximum || part2Bit + bits > bytes.byteLength * 8) return false;
    let sum = 2 ** bits;
    for (let i = 0; i < bits; i += 1) sum += readBit(bytes, part2Bit + i) * 2 ** i;
    part2Bit += bits;
    term += sum - 2 ** low + 1;
    if (term >= 2 ** 32) return false;
  }
  return term >= 0 && zeros < 8 && Math.ceil(part2Bit / 8) === bytes.byteLength;
}

const readBit = (bytes: Uint8Array, bit: number): number => (bytes[bit >>> 3]! >>> (bit & 7)) & 1;
