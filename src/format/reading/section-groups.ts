/**
 * Groups of neighbouring sections that are read into one buffer, together with the frames between them.
 */
import { SECTION_BYTES_MAXIMUM, type SectionPlace } from '../layout.js';

/** Neighbouring sections, with the frame before each. */
export interface Group {
  /** Where the frame of the first one begins, and its payload. */
  readonly start: number;
  readonly payloadStart: number;
  /** Where reading ends: behind the last one, or before its payload where that stays in the file. */
  end: number;
  /** Behind the last one. */
  behind: number;
}

/** Groups neighbouring sections so that no group exceeds the limit, and what stays in the file is behind the end of one. */
export function groupSections(places: readonly SectionPlace[], isLeft: (index: number) => boolean): Group[] {
  const groups: Group[] = [];
  let isOpen = false;
  for (const [index, { paddingStart, payloadStart, payloadEnd }] of places.entries()) {
    const end = isLeft(index) ? payloadStart : payloadEnd;
    const last = groups.at(-1);
    if (isOpen && last !== undefined && end - last.payloadStart <= SECTION_BYTES_MAXIMUM) {
      last.end = end;
      last.behind = payloadEnd;
    } else groups.push({ start: paddingStart, payloadStart, end, behind: payloadEnd });
    isOpen = !isLeft(index);
  }
  return groups;
}
