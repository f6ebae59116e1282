/**
 * The search index of a content type, from what its batches of docs found.
 */
import { GrowingRecords, type SectionInput } from '../../../src/format/index.js';
import { docBytes } from '../../../src/search/index.js';
import { SEARCH } from '../../../src/segment/index.js';
import { HEAD_EVERY, headCount, prefixNumber } from '../../../src/termdict/index.js';
import { buildDictionary } from '../sorting/in-memory.js';
import { misspeltSections } from './misspelt.js';
import { type Postings, stemPostings } from './postings.js';
import { docsOfAny, findPrefixes } from './prefixes.js';
import { topSections } from './tops.js';
import type { BatchWords } from './words.js';

export interface SearchInput {
  /** Field → how much its words count. */
  readonly weights: readonly number[];
  /** Whether words and stems differ. */
  readonly isStemmed: boolean;
  /** In the order of their docs. */
  readonly batches: readonly BatchWords[];
}

/** Cost: O(entries + words · log words). Memory: the batches' and what comes out. */
export function searchSections({ weights, isStemmed, batches }: SearchInput): SectionInput[] {
  const docCount = batches.reduce((sum, { lengths }) => sum + (lengths[0]?.length ?? 0), 0);
  const stems = merged(batches.map((batch) => GrowingRecords.of(batch.stems)));
  const words = isStemmed ? mergedWords(batches, stems.numbers) : undefined;
  const postings = stemPostings(batches, stems.numbers, stems.terms.count, weights);
  const wordStems = words?.wordStems ?? Uint32Array.from({ length: stems.terms.count }, (_, stem) => stem);
  return [
    ...stems.terms.sections(SEARCH.stems),
    { name: SEARCH.stemHeads, data: termHeads(stems.terms) },
    ...(words === undefined ? [] : words.sections),
    ...listSections(words?.terms ?? stems.terms, wordStems, postings, docCount),
    ...misspeltSections(words?.terms ?? stems.terms, wordStems, postings),
    ...topSections(postings),
  ];
}

const termHeads = (terms: GrowingRecords): Float64Array =>
  Float64Array.from({ length: headCount(terms.count) }, (_, head) => prefixNumber(terms.view(head * HEAD_EVERY), 0));

/** @returns the distinct texts of all batches in order, and for each batch which of them its own are */
function merged(parts: readonly GrowingRecords[]): { terms: GrowingRecords; numbers: Uint32Array[] } {
  const all = new GrowingRecords();
  for (const records of parts) for (let i = 0; i < records.count; i += 1) all.push(records.view(i));
  const every = Uint32Array.from({ length: all.count }, (_, index) => index);
  const { terms, ordinals } = buildDictionary(all, every);
  let from = 0;
  const numbers = parts.map(({ count }) => {
    from += count;
    return ordinals.slice(from - count, from).map((ordinal) => ordinal - 1);
  });
  return { terms, numbers };
}

function mergedWords(
  batches: readonly BatchWords[],
  stemNumbers: readonly Uint32Array[],
): { terms: GrowingRecords; wordStems: Uint32Array; sections: SectionInput[] } {
  const { terms, numbers } = merged(batches.map((batch) => GrowingRecords.of(batch.words)));
  const wordStems = new Uint32Array(terms.count);
  for (const [number, batch] of batches.entries()) {
    for (const [word, stem] of batch.wordStems.entries()) {
      wordStems[numbers[number]![word]!] = stemNumbers[number]![stem]!;
    }
  }
  const sections = [
    ...terms.sections(SEARCH.words),
    { name: SEARCH.wordHeads, data: termHeads(terms) },
    { name: SEARCH.wordStems, data: wordStems },
  ];
  return { terms, wordStems, sections };
}

/** The lists of the stems, and behind them those of beginnings. */
function listSections(
  words: GrowingRecords,
  wordStems: Uint32Array,
  postings: Postings,
  docCount: number,
): SectionInput[] {
  const stems = postings.starts.length - 1;
  const prefixes = findPrefixes(words, wordStems, postings);
  const counts = new Uint32Array(stems + prefixes.starts.length);
  const lists = new GrowingRecords();
  for (let stem = 0; stem < stems; stem += 1) {
    const [start, end] = [postings.starts[stem]!, postings.starts[stem + 1]!];
    counts[stem] = end - start;
    const docs = docBytes(postings.docs.subarray(start, end), docCount);
    lists.push(Buffer.concat([docs, postings.impacts.subarray(start, end)]));
  }
  for (const [prefix, start] of prefixes.starts.entries()) {
    const docs = docsOfAny(wordStems.subarray(start, prefixes.ends[prefix]), postings, docCount);
    counts[stems + prefix] = docs.length;
    lists.push(docBytes(docs, docCount));
  }
  return [
    { name: SEARCH.counts, data: counts },
    ...lists.sections(SEARCH.postings),
    { name: SEARCH.prefixStarts, data: prefixes.starts.slice() },
    { name: SEARCH.prefixEnds, data: prefixes.ends.slice() },
  ];
}
