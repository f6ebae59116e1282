/**
 * The table that finds items by id: every id stands in it once, and between its first slot and its own no slot is empty.
 */

import { termId } from '../../content/model/index.js';
import type { TypeSegment } from '../segment/index.js';
import { ID_FIELD, sectionNames } from '../segment/index.js';
import { hashBytes, slotCount } from '../termdict/index.js';

/** @throws IntegrityError. Cost: O(bytes of all ids + slots), wherever the entries are. */
export function checkIdHash({ file: { sections }, id, size }: TypeSegment): void {
  const name = sectionNames(ID_FIELD).hash;
  const slots = sections.u32(name, slotCount(size));
  if (id.terms.size !== size) throw sections.damage(sectionNames(ID_FIELD).starts, `${size} ids`, `${id.terms.size}`);
  const mask = slots.length - 1;
  const empty = slots.indexOf(0);
  if (empty < 0) throw sections.damage(name, `${slots.length - size} empty slots`, 'none');
  const met = new Uint8Array(size);
  let taken = 0;
  /** Slots before the one at hand that are taken, one after the other. */
  let run = 0;
  for (let step = 1; step <= mask; step += 1) {
    const slot = (empty + step) & mask;
    const entry = slots[slot]!;
    if (entry === 0) {
      run = 0;
      continue;
    }
    if (entry > size || met[entry - 1] !== 0) {
      throw sections.damage(name, `entries up to ${size}, each once`, `${entry} in slot ${slot}`);
    }
    met[entry - 1] = 1;
    taken += 1;
    const bytes = id.terms.at(termId(entry - 1));
    const first = hashBytes(bytes, 0, bytes.byteLength) & mask;
    if (((slot - first) & mask) > run) {
      throw sections.damage(name, `entry ${entry} in slot ${first}, or behind taken ones`, `it in slot ${slot}`);
    }
    run += 1;
  }
  if (taken !== size) throw sections.damage(name, `${size} entries`, `${taken}`);
}
