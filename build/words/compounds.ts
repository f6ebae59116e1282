/**
 * Compounds: words that consist of other words of the same dictionary, such as *Scheibenbremse* of *Scheibe* and *Bremse*.
 *
 * A word is cut into parts that are all words of their own; letters of the language may link them. Of several cuts, the one with
 * the fewest parts counts, then the one with the longest last part. The result depends on the dictionary of one index alone, so a
 * segment that is linked from an earlier snapshot has the same compounds. Elsewhere: the links (src/index/search/words).
 */
import type { GrowingRecords, SectionInput } from '../../src/format/index.js';
import { isJoinedWord, STOP_MARK, type WordReader, withoutMark } from '../../src/index/search/index.js';
import { SEARCH } from '../../src/index/segment/index.js';

/** Shorter parts are endings and prepositions, and shorter compounds are mostly other words. */
const partMinimum = 3;
const compoundMinimum = 7;

const lettersOnly = /^\p{L}+$/u;

/** A stem that is a part of a compound, and the stem of the compound. */
interface CompoundPair {
  readonly part: number;
  readonly compound: number;
}

/** The dictionary of an index. */
interface CompoundInput {
  /** Ascending. */
  readonly stems: GrowingRecords;
  /** Ascending; the same object as `stems` if every word is its own stem. */
  readonly words: GrowingRecords;
  /** Word → stem. */
  readonly wordStems: Uint32Array;
  readonly reader: WordReader;
  /** Letters that may be between two parts. */
  readonly links: readonly string[];
}

/**
 * @returns the sections of parts and compounds
 * Cost: O(characters of the words · links) look-ups, and a stem for each character. Memory: some 200 bytes for each word.
 */
export function buildCompoundSections(input: CompoundInput): SectionInput[] {
  const pairs = new CompoundFinder(input).findPairs();
  return [
    { name: SEARCH.compoundParts, data: Uint32Array.from(pairs, ({ part }) => part) },
    { name: SEARCH.compounds, data: Uint32Array.from(pairs, ({ compound }) => compound) },
  ];
}

/** A word of the dictionary, or its stem, as a part of a longer word. */
interface Part {
  /** With the field mark. */
  readonly text: string;
  readonly stem: number;
}

/** The best cut of the beginning of a word. */
interface Cut {
  readonly partCount: number;
  readonly lastPart: Part;
  /** The cut of the text before the last part; undefined if it is the first one. */
  readonly previous: Cut | undefined;
}

class CompoundFinder {
  readonly #reader: WordReader;
  readonly #links: readonly string[];
  /** Word that may be a part or a compound, with its field mark → its stem. */
  readonly #stemByWord = new Map<string, number>();
  /** Text of a stem of these words, with its field mark → the stem. */
  readonly #stemNumbers = new Map<string, number>();

  constructor({ stems, words, wordStems, reader, links }: CompoundInput) {
    this.#reader = reader;
    this.#links = links;
    for (let word = 0; word < words.count; word += 1) {
      const text = words.view(word).toString();
      if (!mayBePart(text, reader)) continue;
      const stem = wordStems[word]!;
      const stemText = stems.view(stem).toString();
      // The model keeps the word whole.
      if (withoutMark(stemText).startsWith(STOP_MARK)) continue;
      this.#stemByWord.set(text, stem);
      if (withoutMark(stemText).length >= partMinimum) this.#stemNumbers.set(stemText, stem);
    }
  }

  /** @returns the distinct pairs by part, then by compound */
  findPairs(): readonly CompoundPair[] {
    /** Compound → its parts. */
    const partsByCompound = new Map<number, Set<number>>();
    for (const [text, compound] of this.#stemByWord) {
      for (const part of this.#listParts(text)) {
        if (part === compound) continue;
        const parts = partsByCompound.get(compound) ?? new Set<number>();
        partsByCompound.set(compound, parts.add(part));
      }
    }
    const pairs = [...partsByCompound].flatMap(([compound, parts]) =>
      Array.from(parts, (part) => ({ part, compound })),
    );
    return pairs.sort((a, b) => a.part - b.part || a.compound - b.compound);
  }

  /** @returns the stems of the parts, and of the parts of these, which are shorter; none if the word is no compound */
  #listParts(markedText: string): readonly number[] {
    const parts: number[] = [];
    for (let cut = this.#findBestCut(markedText); cut !== undefined; cut = cut.previous) {
      parts.push(cut.lastPart.stem, ...this.#listParts(cut.lastPart.text));
    }
    return parts;
  }

  /** @returns undefined if the word is no compound */
  #findBestCut(markedText: string): Cut | undefined {
    const text = withoutMark(markedText);
    const mark = markedText.slice(0, markedText.length - text.length);
    if (text.length < compoundMinimum || !this.#hasLastPart(text, mark)) return undefined;
    /** End → the best cut of the text before it. */
    const cuts: (Cut | undefined)[] = [];
    for (let end = partMinimum; end <= text.length - partMinimum; end += 1) {
      cuts[end] = this.#extendCuts(cuts, text, end, (piece) => this.#findLinkedPart(mark, piece));
    }
    return this.#extendCuts(cuts, text, text.length, (piece) => this.#findLastPart(mark, piece));
  }

  /** Whether a part is at the end of the text. Most words have none, so that they are not cut. */
  #hasLastPart(text: string, mark: string): boolean {
    for (let start = partMinimum; start <= text.length - partMinimum; start += 1) {
      if (this.#findLastPart(mark, text.slice(start)) !== undefined) return true;
    }
    return false;
  }

  /** @param findPart finds the stem of the last part. @returns the best cut of the text up to `end` */
  #extendCuts(
    cuts: readonly (Cut | undefined)[],
    text: string,
    end: number,
    findPart: (piece: string) => Part | undefined,
  ): Cut | undefined {
    let best: Cut | undefined;
    // Of cuts with as many parts, the first one found has the longest last part.
    for (let start = 0; start <= end - partMinimum; start += 1) {
      const previous = start === 0 ? undefined : cuts[start];
      const isWhole = start === 0 && end === text.length;
      if (isWhole || (start > 0 && previous === undefined)) continue;
      const partCount = (previous?.partCount ?? 0) + 1;
      if (best !== undefined && best.partCount <= partCount) continue;
      const lastPart = findPart(text.slice(start, end));
      if (lastPart !== undefined) best = { partCount, lastPart, previous };
    }
    return best;
  }

  /** @returns a part that another part follows, with or without letters that link them */
  #findLinkedPart(mark: string, piece: string): Part | undefined {
    const part = this.#findPart(mark + piece);
    if (part !== undefined) return part;
    for (const link of this.#links) {
      const length = piece.length - link.length;
      if (length < partMinimum || !piece.endsWith(link)) continue;
      const linkedPart = this.#findPart(mark + piece.slice(0, length));
      if (linkedPart !== undefined) return linkedPart;
    }
    return undefined;
  }

  /** @returns the part at the end of a word, in any form */
  #findLastPart(mark: string, piece: string): Part | undefined {
    const text = mark + piece;
    const stem = this.#stemByWord.get(text) ?? this.#stemNumbers.get(this.#reader.stem(text));
    return stem === undefined ? undefined : { text, stem };
  }

  /** @returns a word; a stem is a part too, as *schul* of *Schule* in *Schulhaus* */
  #findPart(text: string): Part | undefined {
    const stem = this.#stemByWord.get(text) ?? this.#stemNumbers.get(text);
    return stem === undefined ? undefined : { text, stem };
  }
}

function mayBePart(markedText: string, reader: WordReader): boolean {
  if (isJoinedWord(markedText)) return false;
  const text = withoutMark(markedText);
  return text.length >= partMinimum && lettersOnly.test(text) && !reader.isStopWord(text);
}
