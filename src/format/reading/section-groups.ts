/**
 * Groups of neighbouring sections that are read into one buffer, together with the frames between them.
 */
import { SECTION_BYTES_MAXIMUM, type SectionPlace } from '../layout.js';

/** Neighbouring sections, with the frame before each. */
export interface Group {
  /** Start of the first frame. */
  readonly start: number;
  /** Start of the first payload. */
  readonly payloadStart: number;
  /** End of the bytes to read into memory: the end of the last section, or the start of its payload if it is paged. */
  end: number;
  /** End of the last section. */
  sectionsEnd: number;
}

/** Groups neighbouring sections within the size limit; a paged section ends its group. */
export function groupSections(places: readonly SectionPlace[], isPaged: (index: number) => boolean): Group[] {
  const groups: Group[] = [];
  let isOpen = false;
  for (const [index, { paddingStart, payloadStart, payloadEnd }] of places.entries()) {
    const end = isPaged(index) ? payloadStart : payloadEnd;
    const last = groups.at(-1);
    if (isOpen && last !== undefined && end - last.payloadStart <= SECTION_BYTES_MAXIMUM) {
      last.end = end;
      last.sectionsEnd = payloadEnd;
    } else groups.push({ start: paddingStart, payloadStart, end, sectionsEnd: payloadEnd });
    isOpen = !isPaged(index);
  }
  return groups;
}
