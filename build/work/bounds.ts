/**
 * How much a snapshot holds of one content type. All of it follows from how long a section may be; items and links are
 * refused as soon as they are counted, other structures as soon as they are made.
 */
import { ExportError } from '../../src/content/errors/index.js';
import { type AnySection, bytesOf } from '../../src/format/index.js';

/** Of numbers; and of the table that finds ids, before it is rounded up to a power of two. */
const itemBytes = 8;
const linkBytes = 4;

const number = (value: number): string => new Intl.NumberFormat('en-US').format(value);
const SPLIT = 'split the content into several content types, or into several spaces with a folder each';

/** @returns how many items a content type may have, which is ITEMS_MAXIMUM of what a section may be */
export const itemsWithin = (sectionBytes: number): number => 2 ** Math.floor(Math.log2(sectionBytes / itemBytes));

/** @throws ExportError where there are more items than a snapshot holds */
export function checkItems(type: string, items: number, sectionBytes: number): void {
  const most = itemsWithin(sectionBytes);
  if (items <= most) return;
  throw new ExportError(
    `${type} has more than ${number(most)} items, and a snapshot holds no more of one content type: ${SPLIT}.`,
  );
}

/** @throws ExportError where there are more links in one relationship than a snapshot holds */
export function checkLinks(type: string, field: string, links: number, sectionBytes: number): void {
  const most = sectionBytes / linkBytes;
  if (links <= most) return;
  throw new ExportError(
    `${type} has more than ${number(most)} links in ${field}, and a snapshot holds no more of one relationship: ${SPLIT}.`,
  );
}

const lengthOf = (section: AnySection): number =>
  'read' in section ? section.byteLength : bytesOf(section.data).byteLength;
/** Bytes are cut where they are long, or have as many numbers beside them, which are longer. */
const isBytes = (section: AnySection): boolean =>
  'read' in section ? section.element === 'u8' : section.data instanceof Uint8Array;

/** What can be turned off, by what the names of its sections have in them. */
const OPTIONS: readonly (readonly [part: string, advice: string])[] = [
  [
    '/substrings.',
    'turn off "contains" for the field in model.json, load the export into a database (stele load), or ',
  ],
  ['search.', 'turn off "search" for some fields in model.json, or '],
];

/** @returns what to do where a section is too long */
export const boundAdvice = (section: string): string =>
  `${OPTIONS.find(([part]) => section.includes(part))?.[1] ?? ''}${SPLIT}`;

/** @throws ExportError where a section has become longer than a file holds */
export function checkSections(type: string, sections: readonly AnySection[], sectionBytes: number): void {
  for (const section of sections) {
    if (isBytes(section) || lengthOf(section) <= sectionBytes) continue;
    throw new ExportError(
      `${section.name} of ${type} has ${number(lengthOf(section))} bytes, and a snapshot holds no more than ${number(sectionBytes)}: ${boundAdvice(section.name)}.`,
    );
  }
}
