/**
 * Limits of one content type, which follow from the maximum length of a section.
 *
 * Too many items or links are refused as soon as they are counted, other structures as soon as they are built.
 */
import { ExportError } from '../../src/content/errors/index.js';
import { type AnySection, bytesOf } from '../../src/format/index.js';

/** Bytes per item in an array of numbers, and in the hash table of ids before it is rounded up to a power of two. */
const itemBytes = 8;
const linkBytes = 4;

const formatNumber = (value: number): string => new Intl.NumberFormat('en-US').format(value);
const SPLIT_ADVICE = 'split the content into several content types, or into several spaces with a folder each';

/** @returns the maximum number of items of one content type; ITEMS_MAXIMUM for the format's own section length */
export const maximumItems = (sectionBytes: number): number => 2 ** Math.floor(Math.log2(sectionBytes / itemBytes));

/** @throws ExportError if the type has more items than a snapshot can hold */
export function checkItems(type: string, items: number, sectionBytes: number): void {
  const maximum = maximumItems(sectionBytes);
  if (items <= maximum) return;
  throw new ExportError(
    `${type} has more than ${formatNumber(maximum)} items, the maximum for one content type of a snapshot: ${SPLIT_ADVICE}.`,
  );
}

/** @throws ExportError if the relationship has more links than a snapshot can hold */
export function checkLinks(type: string, field: string, links: number, sectionBytes: number): void {
  const maximum = sectionBytes / linkBytes;
  if (links <= maximum) return;
  throw new ExportError(
    `${type} has more than ${formatNumber(maximum)} links in ${field}, the maximum for one relationship of a snapshot: ${SPLIT_ADVICE}.`,
  );
}

const sectionLength = (section: AnySection): number =>
  'read' in section ? section.byteLength : bytesOf(section.data).byteLength;
/** Byte sections are exempt: long ones are split, or accompanied by a longer section of numbers. */
const isBytes = (section: AnySection): boolean =>
  'read' in section ? section.element === 'u8' : section.data instanceof Uint8Array;

/** Structures that can be turned off, by a part of their sections' names. */
const ADVICE_BY_SECTION: readonly (readonly [part: string, advice: string])[] = [
  [
    '/substrings.',
    'turn off "contains" for the field in model.json, load the export into a database (stele load), or ',
  ],
  ['search.', 'turn off "search" for some fields in model.json, or '],
];

/** @returns advice for a section that is too long */
export const limitAdvice = (section: string): string =>
  `${ADVICE_BY_SECTION.find(([part]) => section.includes(part))?.[1] ?? ''}${SPLIT_ADVICE}`;

/** @throws ExportError if a section is longer than a segment file can hold */
export function checkSections(type: string, sections: readonly AnySection[], sectionBytes: number): void {
  for (const section of sections) {
    if (isBytes(section) || sectionLength(section) <= sectionBytes) continue;
    throw new ExportError(
      `the section ${section.name} of ${type} has ${formatNumber(sectionLength(section))} bytes; the maximum is ${formatNumber(sectionBytes)}: ${limitAdvice(section.name)}.`,
    );
  }
}
