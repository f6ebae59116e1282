/**
 * What a search index must be: dictionaries in order, lists of docs that are there, and whatever was made ahead the same
 * as what it was made of.
 */

import { isUtf8 } from 'node:buffer';
import { termId } from '../../content/model/index.js';
import { Arena, Bitset } from '../docset/index.js';
import {
  bitBytes,
  isDense,
  isNear,
  LEAP,
  leapTableBytes,
  mostFrequent,
  PositionReader,
  type SearchIndex,
  TOP_DOCS,
  wordsBetween,
} from '../search/index.js';
import { type ByteTerms, compareBytes, HEAD_EVERY, prefixNumber } from '../termdict/index.js';
import { StrictVarints } from './varints.js';

/** @returns at most one problem. Cost: O(bytes of the index), and O(postings) for each character of the longest beginning listed. */
export function checkSearch(index: SearchIndex): string[] {
  const problem =
    termsProblem(index.tables.stems, 'stems') ??
    wordsProblem(index) ??
    listsProblem(index) ??
    positionsProblem(index) ??
    prefixesProblem(index) ??
    misspeltProblem(index) ??
    topsProblem(index);
  return problem === undefined ? [] : [problem];
}

function termsProblem(terms: ByteTerms, what: string): string | undefined {
  let before: Uint8Array = new Uint8Array(0);
  for (let term = 0; term < terms.size; term += 1) {
    const bytes = terms.at(termId(term));
    if (compareBytes(before, 0, before.byteLength, bytes) >= 0) return `its ${what} are not in ascending order`;
    if (!isUtf8(bytes)) return `its ${what} are not UTF-8`;
    before = bytes;
  }
  const isHead = (value: number, head: number): boolean =>
    value === prefixNumber(terms.at(termId(head * HEAD_EVERY)), 0);
  return terms.heads?.values.every(isHead) === false ? `its heads are not those of its ${what}` : undefined;
}

function wordsProblem({ tables: { words, wordStems, stems } }: SearchIndex): string | undefined {
  if (wordStems === undefined) return undefined;
  const met = new Bitset(stems.size);
  for (const stem of wordStems) {
    if (stem >= stems.size) return 'a word has a stem that is not there';
    met.add(stem);
  }
  if (met.count() < stems.size) return 'a stem is that of no word';
  return termsProblem(words, 'words');
}

function listsProblem(index: SearchIndex): string | undefined {
  const { tables, docCount } = index;
  const { counts, postings, stems } = tables;
  const varints = new StrictVarints(new Uint8Array(0));
  for (let list = 0; list < counts.length; list += 1) {
    const what = list < stems.size ? `stem ${list}` : `beginning ${list - stems.size}`;
    const count = counts[list]!;
    const bytes = postings.view(list);
    if (count === 0 || count > docCount) return `its ${what} has ${count} items`;
    const impacts = list < stems.size ? count : 0;
    if (bytes.byteLength < impacts + (isDense(count, docCount) ? bitBytes(docCount) : count)) {
      return `the list of its ${what} is too short`;
    }
    if (isDense(count, docCount)) {
      if (ones(bytes.subarray(0, bitBytes(docCount)), docCount) !== count) {
        return `the bits of its ${what} are not as many as its items`;
      }
      varints.of(bytes).at = bitBytes(docCount);
    } else {
      varints.of(bytes);
      for (let i = 0, doc = -1; i < count; i += 1) {
        const between = varints.next();
        if (between === undefined) return `the list of its ${what} does not end where it should`;
        doc += between + 1;
        if (doc >= docCount) return `the items of its ${what} do not ascend`;
      }
    }
    if (varints.at + impacts !== bytes.byteLength) return `the list of its ${what} does not end where it should`;
    if (bytes.subarray(varints.at).includes(0)) return `an item of its ${what} weighs nothing`;
  }
  return undefined;
}

/** @returns how many bits are set; none if one is that of no doc */
function ones(bytes: Uint8Array, docCount: number): number {
  const words = new Uint32Array(bytes.slice().buffer);
  if (docCount % 32 > 0 && words[words.length - 1]! >>> (docCount % 32) > 0) return 0;
  return new Bitset(docCount, words).count();
}

function prefixesProblem(index: SearchIndex): string | undefined {
  const { tables, docCount } = index;
  const { prefixStarts: starts, prefixEnds: ends, words, stems } = tables;
  const arena = new Arena(docCount);
  let looked = 0;
  for (let prefix = 0; prefix < starts.length; prefix += 1) {
    const [start, end] = [starts[prefix]!, ends[prefix]!];
    if (end > words.size || start >= end) return `beginning ${prefix} is not one of its words`;
    const isBehind =
      prefix === 0 || starts[prefix - 1]! < start || (starts[prefix - 1] === start && ends[prefix - 1]! > end);
    if (!isBehind) return 'its beginnings are not in order';
    // Each is one of some first characters: no word is in more of them than it has characters.
    looked += end - start;
    if (looked > words.records.blob.end) return 'its beginnings are of more characters than its words have';
    const mark = arena.mark();
    const bits = arena.emptyBitset();
    for (const stem of new Set(Array.from({ length: end - start }, (_, place) => index.stemOf(start + place)))) {
      const inner = arena.mark();
      bits.addAll(index.read(stem, arena).docs);
      arena.release(inner);
    }
    const expected = bits.toList(bits.count());
    const { docs } = index.read(stems.size + prefix, arena);
    if (expected.length !== docs.length || expected.some((doc, place) => doc !== docs[place])) {
      return `beginning ${prefix} does not list the items of its words`;
    }
    const shown = mostFrequent(wordsBetween(start, end), (word) => index.count(index.stemOf(word)));
    if (shown.join() !== index.shownFor(stems.size + prefix).join()) return `beginning ${prefix} shows other words`;
    arena.release(mark);
  }
  return undefined;
}

function misspeltProblem(index: SearchIndex): string | undefined {
  const { misspelt, meant, words } = index.tables;
  const textOf = (word: number): string => Buffer.from(words.at(termId(word))).toString();
  for (const [place, word] of misspelt.entries()) {
    const other = meant[place]!;
    if (word >= words.size || other >= words.size) return 'a misspelt word is not there';
    const isBehind =
      place === 0 || misspelt[place - 1]! < word || (misspelt[place - 1] === word && meant[place - 1]! < other);
    if (!isBehind) return 'its misspelt words are not in order';
    if (word === other || !isNear(textOf(word), textOf(other)))
      return `word ${word} is not a misspelling of word ${other}`;
  }
  return undefined;
}

function topsProblem(index: SearchIndex): string | undefined {
  const { topStems, stems } = index.tables;
  if (topStems.some((stem, place) => stem >= stems.size || (place > 0 && topStems[place - 1]! >= stem))) {
    return 'the stems of its best items are not in order';
  }
  const arena = new Arena(index.docCount);
  for (const stem of topStems) {
    const mark = arena.mark();
    const { docs, impacts } = index.read(stem, arena);
    const order = Array.from(docs, (_, at) => at)
      .sort((a, b) => impacts[b]! - impacts[a]! || a - b)
      .slice(0, TOP_DOCS);
    const top = index.top(stem);
    const isSame =
      order.length === TOP_DOCS &&
      order.every((at, rank) => docs[at] === top?.docs[rank] && impacts[at] === top?.impacts[rank]);
    if (!isSame) return `the best items of stem ${stem} are others`;
    arena.release(mark);
  }
  return undefined;
}

// What the places of a search index must be: as many docs as the stem's list has, all bytes theirs, and every leap where
// a doc begins.

/** @returns the first problem. Cost: O(bytes of the places). */
export function positionsProblem(index: SearchIndex): string | undefined {
  const { positions, stems } = index.tables;
  if (positions === undefined) return undefined;
  for (let stem = 0; stem < stems.size; stem += 1) {
    const problem = problemOf(positions.view(stem), index.count(stem));
    if (problem !== undefined) return `the places of its stem ${stem} ${problem}`;
  }
  return undefined;
}

function problemOf(bytes: Uint8Array, count: number): string | undefined {
  const table = leapTableBytes(count);
  if (bytes.byteLength < table + count) return 'are too short';
  const leaps = new PositionReader(bytes, count);
  const varints = new StrictVarints(bytes, table);
  for (let doc = 0; doc < count; doc += 1) {
    if (doc > 0 && doc % LEAP === 0 && leaps.leapTo(doc) !== varints.at) {
      return `do not begin item ${doc} where they say`;
    }
    const places = varints.next();
    if (places === undefined || places > bytes.byteLength - varints.at) return 'are too short';
    let place = -1;
    for (let left = places; left > 0; left -= 1) {
      const between = varints.next();
      if (between === undefined) return 'are too short';
      place += between + 1;
    }
    if (place >= 2 ** 32) return 'are beyond the end of a text';
  }
  return varints.isAtEnd ? undefined : 'do not end where they should';
}
