/**
 * Checks a search index: dictionaries in order, posting lists of existing docs, and precomputed results that equal newly computed
 * results.
 */
import { isUtf8 } from 'node:buffer';
import { termId } from '../../content/model/index.js';
import { Arena, Bitset } from '../docset/index.js';
import {
  countBitBytes,
  isDense,
  isNear,
  iterateWords,
  listDistinctStems,
  type SearchIndex,
  selectMostFrequent,
  TOP_DOCS,
} from '../search/index.js';
import { type ByteTerms, compareBytes, HEAD_EVERY, prefixNumber } from '../termdict/index.js';
import { findPositionsProblem } from './positions.js';
import { StrictVarints } from './varints.js';

/** @returns at most one finding. Cost: O(bytes of the index), and O(postings) per character of the longest stored beginning. */
export function checkSearch(index: SearchIndex): string[] {
  const problem =
    findTermsProblem(index.tables.stems, 'stems') ??
    findWordsProblem(index) ??
    findListsProblem(index) ??
    findPositionsProblem(index) ??
    findPrefixesProblem(index) ??
    findMisspellingProblem(index) ??
    findCompoundsProblem(index) ??
    findTopDocsProblem(index) ??
    findTitlesProblem(index);
  return problem === undefined ? [] : [problem];
}

function findTermsProblem(terms: ByteTerms, name: string): string | undefined {
  let previousBytes: Uint8Array = new Uint8Array(0);
  for (let term = 0; term < terms.size; term += 1) {
    const bytes = terms.at(termId(term));
    if (compareBytes(previousBytes, 0, previousBytes.byteLength, bytes) >= 0)
      return `${name} are not in ascending order`;
    if (!isUtf8(bytes)) return `${name} are not UTF-8`;
    previousBytes = bytes;
  }
  const isHead = (value: number, head: number): boolean =>
    value === prefixNumber(terms.at(termId(head * HEAD_EVERY)), 0);
  return terms.heads?.values.every(isHead) === false ? `heads differ from the ${name}` : undefined;
}

function findWordsProblem({ tables: { words, wordStems, stems } }: SearchIndex): string | undefined {
  if (wordStems === undefined) return undefined;
  const usedStems = new Bitset(stems.size);
  for (const stem of wordStems) {
    if (stem >= stems.size) return 'a word has a missing stem';
    usedStems.add(stem);
  }
  if (usedStems.count() < stems.size) return 'a stem belongs to no word';
  return findTermsProblem(words, 'words');
}

function findListsProblem(index: SearchIndex): string | undefined {
  const { tables, docCount } = index;
  const { counts, postings, stems } = tables;
  const varints = new StrictVarints(new Uint8Array(0));
  for (let list = 0; list < counts.length; list += 1) {
    const listName = list < stems.size ? `stem ${list}` : `beginning ${list - stems.size}`;
    const count = counts[list]!;
    const bytes = postings.view(list);
    if (count === 0 || count > docCount) return `${listName} has ${count} items`;
    const impacts = list < stems.size ? count : 0;
    if (bytes.byteLength < impacts + (isDense(count, docCount) ? countBitBytes(docCount) : count)) {
      return `the list of ${listName} is too short`;
    }
    if (isDense(count, docCount)) {
      if (countBits(bytes.subarray(0, countBitBytes(docCount)), docCount) !== count) {
        return `the number of bits of ${listName} differs from its number of items`;
      }
      varints.startReading(bytes).at = countBitBytes(docCount);
    } else {
      varints.startReading(bytes);
      for (let i = 0, doc = -1; i < count; i += 1) {
        const gap = varints.next();
        if (gap === undefined) return `the list of ${listName} does not end with its record`;
        doc += gap + 1;
        if (doc >= docCount) return `the items of ${listName} do not ascend`;
      }
    }
    if (varints.at + impacts !== bytes.byteLength) return `the list of ${listName} does not end with its record`;
    if (bytes.subarray(varints.at).includes(0)) return `an item of ${listName} has the impact 0`;
  }
  return undefined;
}

/** @returns the number of set bits; 0 if a bit belongs to no doc */
function countBits(bytes: Uint8Array, docCount: number): number {
  const words = new Uint32Array(bytes.slice().buffer);
  if (docCount % 32 > 0 && words[words.length - 1]! >>> (docCount % 32) > 0) return 0;
  return new Bitset(docCount, words).count();
}

function findPrefixesProblem(index: SearchIndex): string | undefined {
  const { tables, docCount } = index;
  const { prefixStarts: starts, prefixEnds: ends, words, stems } = tables;
  const arena = new Arena(docCount);
  let wordsRead = 0;
  for (let prefix = 0; prefix < starts.length; prefix += 1) {
    const start = starts[prefix]!;
    const end = ends[prefix]!;
    if (end > words.size || start >= end) return `beginning ${prefix} has an invalid range of words`;
    const isInOrder =
      prefix === 0 || starts[prefix - 1]! < start || (starts[prefix - 1] === start && ends[prefix - 1]! > end);
    if (!isInOrder) return 'beginnings are not in order';
    // A beginning is some first characters, so the number of beginnings of a word is at most the number of its characters.
    wordsRead += end - start;
    if (wordsRead > words.records.blob.end) return 'there are more beginnings than characters of words';
    const mark = arena.mark();
    const bits = arena.emptyBitset();
    for (const stem of listDistinctStems(index, start, end)) {
      const innerMark = arena.mark();
      bits.addAll(index.readList(stem, arena).docs);
      arena.release(innerMark);
    }
    const expectedDocs = bits.toList(bits.count());
    const { docs } = index.readList(stems.size + prefix, arena);
    const areEqual = expectedDocs.length === docs.length && expectedDocs.every((doc, i) => doc === docs[i]);
    if (!areEqual) {
      return `beginning ${prefix} does not list the items of its words`;
    }
    const frequentWords = selectMostFrequent(iterateWords(start, end), (word) => index.count(index.stemOf(word)));
    if (frequentWords.join() !== index.frequentCompletions(stems.size + prefix).join())
      return `beginning ${prefix} stores other words than its most frequent ones`;
    arena.release(mark);
  }
  return undefined;
}

function findMisspellingProblem(index: SearchIndex): string | undefined {
  const { misspellings, corrections, words } = index.tables;
  const readText = (word: number): string => Buffer.from(words.at(termId(word))).toString();
  for (const [place, word] of misspellings.entries()) {
    const correction = corrections[place]!;
    if (word >= words.size || correction >= words.size) return 'a misspelt word or its correction is missing';
    const isInOrder =
      place === 0 ||
      misspellings[place - 1]! < word ||
      (misspellings[place - 1] === word && corrections[place - 1]! < correction);
    if (!isInOrder) return 'misspelt words are not in order';
    if (word === correction || !isNear(readText(word), readText(correction)))
      return `word ${word} is not a misspelling of word ${correction}`;
  }
  return undefined;
}

function findCompoundsProblem({ tables: { compoundParts, compounds, stems } }: SearchIndex): string | undefined {
  for (const [place, part] of compoundParts.entries()) {
    const compound = compounds[place]!;
    if (part >= stems.size || compound >= stems.size) return 'a compound or its part is missing';
    if (part === compound) return `stem ${part} is a part of itself`;
    const previousPart = compoundParts[place - 1] ?? -1;
    const isInOrder = previousPart < part || (previousPart === part && compounds[place - 1]! < compound);
    if (!isInOrder) return 'compounds are not in order';
  }
  return undefined;
}

function findTopDocsProblem(index: SearchIndex): string | undefined {
  const { topStems, stems } = index.tables;
  if (topStems.some((stem, place) => stem >= stems.size || (place > 0 && topStems[place - 1]! >= stem))) {
    return 'the stems with stored best items are not in order';
  }
  const arena = new Arena(index.docCount);
  for (const stem of topStems) {
    const mark = arena.mark();
    const { docs, impacts } = index.readList(stem, arena);
    const order = Array.from(docs, (_, docIndex) => docIndex)
      .sort((a, b) => impacts[b]! - impacts[a]! || a - b)
      .slice(0, TOP_DOCS);
    const top = index.topDocsOf(stem);
    const isSame =
      order.length === TOP_DOCS &&
      order.every((docIndex, rank) => docs[docIndex] === top?.docs[rank] && impacts[docIndex] === top?.impacts[rank]);
    if (!isSame) return `the stored items of stem ${stem} are not its best ones`;
    arena.release(mark);
  }
  return undefined;
}

function findTitlesProblem({ tables: { titles }, docCount }: SearchIndex): string | undefined {
  if (titles === undefined) return undefined;
  const { keys, docs, checks } = titles;
  for (const [entry, doc] of docs.entries()) {
    if (doc >= docCount) return 'the title of a missing item is stored';
    if (checks[doc] === 0) return `item ${doc} has keys of a title, but no title`;
    const isInOrder =
      entry === 0 || keys[entry - 1]! < keys[entry]! || (keys[entry - 1] === keys[entry] && docs[entry - 1]! < doc);
    if (!isInOrder) return 'the keys of titles are not in order';
  }
  return undefined;
}
