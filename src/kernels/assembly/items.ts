/**
 * Writes rendered items, concatenated: for each item, the steps of its type's program (layout/items).
 *
 * Bytes are copied COPIED_BYTES at a time: up to 15 bytes after a source are read, and up to 15 bytes after the output are written,
 * which the next copy overwrites. Nothing is written at or after `limit`.
 */
import {
  COPIED_BYTES,
  ITEM_BYTES,
  ITEM_DOC,
  RELATIONSHIP_BASES,
  RELATIONSHIP_LINKAGE,
  RELATIONSHIP_RELATIVE,
  RELATIONSHIP_STARTS,
  RELATIONSHIP_TARGETS,
  STEP_BYTES,
  STEP_CONSTANT,
  STEP_LINKS,
  STEP_PART,
  STEP_TOTAL,
} from '../layout/items';
import { WORD_BYTES } from './columns';

/** @returns the number at an index of a relationship's column */
function readNumber(column: usize, index: u32): u32 {
  return load<u32>(column + index * WORD_BYTES);
}

/** @returns the address of a target's linkage: an offset from its base, which 32 targets share (format/blob) */
function findLinkage(relationship: usize, target: u32): usize {
  const relative = readNumber(load<u32>(relationship, RELATIONSHIP_RELATIVE), target);
  const base = load<f64>(load<u32>(relationship, RELATIONSHIP_BASES) + ((target >>> 5) << 3));
  return load<u32>(relationship, RELATIONSHIP_LINKAGE) + relative + u32(base);
}

/** Functions that are inlined at each call, because most copies are short. */
class Inlined {
  /** Copies bytes. @returns the end of the output, or 0 if there is no room */
  @inline
  static copy(out: usize, from: usize, length: u32, limit: usize): usize {
    const end = out + length;
    if (end + COPIED_BYTES > limit) return 0;
    do {
      v128.store(out, v128.load(from));
      from += COPIED_BYTES;
      out += COPIED_BYTES;
    } while (out < end);
    return end;
  }

  /** Writes a number in decimal. @returns the end of the output, or 0 if there is no room */
  @inline
  static writeNumber(out: usize, number: u32, limit: usize): usize {
    let digits: u32 = 1;
    for (let power: u32 = 10; number >= power; power *= 10) digits += 1;
    if (out + COPIED_BYTES > limit) return 0;
    const end = out + digits;
    let digitAddress = end;
    do {
      digitAddress -= 1;
      store<u8>(digitAddress, (number % 10) + 0x30);
      number /= 10;
    } while (digitAddress > out);
    return end;
  }

  /** Copies the linkage of the links `[link, linksEnd)`, at least one. @returns the end of the output, or 0 if there is no room */
  @inline
  static copyLinks(out: usize, relationship: usize, link: u32, linksEnd: u32, limit: usize): usize {
    do {
      const target = readNumber(load<u32>(relationship, RELATIONSHIP_TARGETS), link);
      const linkage = findLinkage(relationship, target);
      out = Inlined.copy(out, linkage, findLinkage(relationship, target + 1) - linkage, limit);
      if (out === 0) return 0;
      link += 1;
    } while (link < linksEnd);
    // Each linkage ends with a comma: drop the last one.
    return out - 1;
  }
}

/**
 * @param items the numbers of each item (layout/items)
 * @param image the program: its steps, up to `stepsEnd`, then relationships and constants
 * @returns the number of written bytes; 0 if there is no room for all items
 */
export function writeItems(
  items: usize,
  itemsEnd: usize,
  image: usize,
  stepsEnd: usize,
  out: usize,
  limit: usize,
): u32 {
  const start = out;
  for (; items < itemsEnd; items += ITEM_BYTES) {
    for (let step = image; step < stepsEnd; step += STEP_BYTES) {
      const kind = load<u32>(step);
      if (kind === STEP_CONSTANT) {
        out = Inlined.copy(out, image + load<u32>(step, 4), load<u32>(step, 8), limit);
        if (out === 0) return 0;
      } else if (kind === STEP_PART) {
        const part = items + load<u32>(step, 4);
        out = Inlined.copy(out, load<u32>(part), load<u32>(part, 4), limit);
        if (out === 0) return 0;
      } else {
        const relationship = image + load<u32>(step, 4);
        const starts = load<u32>(relationship, RELATIONSHIP_STARTS) + load<u32>(items, ITEM_DOC) * WORD_BYTES;
        const firstLink = load<u32>(starts);
        const linksEnd = load<u32>(starts, 4);
        if (kind === STEP_TOTAL) {
          out = Inlined.writeNumber(out, linksEnd - firstLink, limit);
          if (out === 0) return 0;
        } else if (kind === STEP_LINKS) {
          if (firstLink < linksEnd) {
            out = Inlined.copyLinks(out, relationship, firstLink, linksEnd, limit);
            if (out === 0) return 0;
          } else {
            out = Inlined.copy(out, image + load<u32>(step, 8), load<u32>(step, 12), limit);
            if (out === 0) return 0;
          }
        }
      }
    }
  }
  return out - start;
}
