/**
 * Searches a pattern in many texts with kernels: separate texts, or one attribute of rendered items.
 *
 * The dictionary passes the addresses of the texts. Elsewhere: the search itself (src/kernels/assembly/text-search).
 */
import { choose } from '../../content/choices/index.js';
import { type TermId, termId } from '../../content/model/index.js';
import { kernelsIn, SEARCH_SLACK, UNSURE } from '../../kernels/index.js';
import type { Scratch } from './scratch.js';

/** Tests one term for the pattern. */
export type TermTest = (term: TermId) => boolean;

/** Of a longer pattern, only the last bytes are searched by the kernel, and its matches are confirmed by the complete pattern. */
const comparedMaximum = 64;

/** The position of the searched attribute in a record. */
export interface Attribute {
  readonly attributesBefore: number;
  /** Number of attributes after it. */
  readonly attributesAfter: number;
  /** Number of its bytes before the text. */
  readonly textOffset: number;
}

/** The texts to search, as their dictionary describes them. */
export interface SearchedTexts {
  /** The arrays that contain the texts. */
  readonly chunks: readonly Uint8Array[];
  /** Undefined for separate texts. */
  readonly attribute: Attribute | undefined;
  /** Writes the address of each term's record; for separate texts, the addresses of the start and end of each. */
  readonly locate: (indexes: Uint32Array, addresses: Uint32Array) => void;
  /** Creates the test that confirms a match after a backslash, which may be inside an escape sequence. */
  readonly containing: () => TermTest;
}

/**
 * Finds the terms whose text contains the pattern.
 *
 * @param wholePattern the pattern in the encoding of the texts, at least one byte
 * @returns the terms in the given order; undefined if the texts or the scratch memory are not in the memory of the kernels
 * Cost: O(bytes of the texts / 16).
 */
export function siftTexts(
  indexes: Uint32Array,
  wholePattern: Uint8Array,
  scratch: Scratch,
  { chunks, attribute, locate, containing }: SearchedTexts,
): Uint32Array | undefined {
  if (indexes.length === 0) return indexes;
  if (scratch.memory === undefined || chunks.some(({ buffer }) => !scratch.ownsBuffer(buffer))) return undefined;
  const { pattern, isPartial } = choosePattern(wholePattern);
  const addresses = scratch.list(indexes.length * (attribute === undefined ? 2 : 1));
  const matches = scratch.list(indexes.length);
  const patternCopy = scratch.list(Math.ceil((pattern.byteLength + SEARCH_SLACK) / 4));
  const areInMemory = [addresses, matches, patternCopy].every(({ buffer }) => scratch.ownsBuffer(buffer));
  if (!areInMemory) return undefined;
  new Uint8Array(patternCopy.buffer, patternCopy.byteOffset, pattern.byteLength).set(pattern);
  locate(indexes, addresses);
  const { searchTexts, searchRecords } = kernelsIn(scratch.memory);
  const start = addresses.byteOffset;
  const end = start + addresses.byteLength;
  const patternAddress = patternCopy.byteOffset;
  const count =
    attribute === undefined
      ? searchTexts(start, end, patternAddress, pattern.byteLength, matches.byteOffset)
      : searchRecords(
          start,
          end,
          attribute.attributesBefore,
          attribute.attributesAfter,
          attribute.textOffset,
          patternAddress,
          pattern.byteLength,
          matches.byteOffset,
        );
  return confirmMatches(indexes, matches.subarray(0, count), isPartial, containing);
}

/** The bytes that the kernel searches. */
interface SearchedPattern {
  readonly pattern: Uint8Array;
  /** Whether they may be only the end of the pattern. */
  readonly isPartial: boolean;
}

/**
 * Takes the end of a long pattern: the texts were chosen by its beginning, so its end excludes more of them.
 *
 * A pattern must be shorter than the memory before a text: otherwise the kernel's `end - length` would wrap around address 0.
 */
function choosePattern(wholePattern: Uint8Array): SearchedPattern {
  const isLong = wholePattern.byteLength > comparedMaximum;
  const compared = choose('substring.compared', isLong ? 'end' : 'whole', isLong ? ['end'] : undefined);
  if (compared === 'whole') return { pattern: wholePattern, isPartial: false };
  const start = Math.max(0, wholePattern.byteLength - comparedMaximum);
  return { pattern: wholePattern.subarray(start), isPartial: true };
}

/** @returns the terms of the matches. Uncertain matches are tested again: all of them if only a part of the pattern was searched. */
function confirmMatches(
  indexes: Uint32Array,
  matches: Uint32Array,
  isPartial: boolean,
  containing: () => TermTest,
): Uint32Array {
  const confirmed = new Uint32Array(matches.length);
  let containsPattern: TermTest | undefined;
  let count = 0;
  for (let i = 0; i < matches.length; i += 1) {
    const match = matches[i]!;
    const index = indexes[match & ~UNSURE]!;
    if (isPartial || match >= UNSURE) {
      containsPattern ??= containing();
      if (!containsPattern(termId(index))) continue;
    }
    confirmed[count] = index;
    count += 1;
  }
  return confirmed.subarray(0, count);
}
