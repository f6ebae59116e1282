/**
 * Checks the hash table of ids: every id is in it once, and no slot between its first slot and its own is empty.
 */
import { termId } from '../../content/model/index.js';
import type { TypeSegment } from '../segment/index.js';
import { ID_FIELD, sectionNames } from '../segment/index.js';
import { hashBytes, slotCount } from '../termdict/index.js';

/** @throws IntegrityError. Cost: O(bytes of all ids + slots). */
export function checkIdHash({ file: { sections }, id, size }: TypeSegment): void {
  const name = sectionNames(ID_FIELD).hash;
  const slots = sections.u32(name, slotCount(size));
  if (id.terms.size !== size) throw sections.damage(sectionNames(ID_FIELD).starts, `${size} ids`, `${id.terms.size}`);
  const mask = slots.length - 1;
  const empty = slots.indexOf(0);
  if (empty < 0) throw sections.damage(name, `${slots.length - size} empty slots`, 'none');
  const isSeen = new Uint8Array(size);
  let takenSlots = 0;
  /** Number of taken slots directly before the current one. */
  let takenRun = 0;
  for (let step = 1; step <= mask; step += 1) {
    const slot = (empty + step) & mask;
    const entry = slots[slot]!;
    if (entry === 0) {
      takenRun = 0;
      continue;
    }
    if (entry > size || isSeen[entry - 1] !== 0) {
      throw sections.damage(name, `entries up to ${size}, each once`, `${entry} in slot ${slot}`);
    }
    isSeen[entry - 1] = 1;
    takenSlots += 1;
    const bytes = id.terms.at(termId(entry - 1));
    const first = hashBytes(bytes, 0, bytes.byteLength) & mask;
    if (((slot - first) & mask) > takenRun) {
      throw sections.damage(name, `entry ${entry} in slot ${first}, or after taken slots`, `it in slot ${slot}`);
    }
    takenRun += 1;
  }
  if (takenSlots !== size) throw sections.damage(name, `${size} entries`, `${takenSlots}`);
}
