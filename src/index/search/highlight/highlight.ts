/**
 * The passage of a text that shows most of a question, and where its words stand in there.
 *
 * A word is shown where its own form, another of its stem, a word that begins with it or one that it was mistyped for
 * stands: by what the item was found (expand). Where the index keeps places, a word that was asked for in phrases only is
 * shown where one of these stands.
 */
import type { WordMark } from '../../../content/model/index.js';
import { countBelow } from '../../termdict/index.js';
import type { Expansion } from '../match/expand.js';
import type { PlannedSearch } from '../rank/evaluate.js';
import { factorOf } from '../rank/weigh.js';
import type { SearchIndex } from '../search-index.js';
import type { WordReader } from '../words/word-reader.js';
import { type KnownTerms, PhraseFinder, spansOf, WantedTerms } from './spans.js';

/** Offsets are UTF-16 units of `text`. */
export interface Highlight {
  readonly text: string;
  /** Ascending, none within another. */
  readonly words: readonly { readonly start: number; readonly end: number }[];
}

const none: readonly number[] = [];

/** Of one question, for any number of texts. */
export class Highlighter {
  readonly #index: SearchIndex;
  readonly #reader: WordReader;
  readonly #expansions: readonly Expansion[];
  readonly #rarities: readonly number[];
  readonly #wanted: WantedTerms;
  /** Undefined where words of phrases are shown wherever they stand. */
  readonly #finder: PhraseFinder | undefined;
  /** Term of a text, behind its mark → the question's words that it answers, by number. */
  readonly #known = new Map<string, readonly number[]>();
  readonly #terms: KnownTerms = new Map();

  /** @param reader of the index's language */
  constructor(index: SearchIndex, { answered, marks }: PlannedSearch, reader: WordReader) {
    this.#index = index;
    this.#reader = reader;
    this.#expansions = answered;
    this.#wanted = new WantedTerms(index, answered, reader);
    this.#rarities = answered.map((expansion) => factorOf(index, expansion));
    const phrases = marks?.wanted ?? [];
    const isByPlace = index.tables.positions !== undefined && phrases.length > 0;
    this.#finder = isByPlace ? new PhraseFinder(index, phrases) : undefined;
  }

  /** @returns undefined where the text has none of the words. Cost: O(length), and a look into the dictionary for each different word. */
  highlight(text: string, mark: WordMark = ''): Highlight | undefined {
    const starts: number[] = [];
    const ends: number[] = [];
    const hits: Hit[] = [];
    const spans = spansOf(text, this.#reader, this.#terms);
    const inPhrases = this.#finder?.spansIn(spans, mark);
    for (const [place, { start, end, terms }] of spans.entries()) {
      starts.push(start);
      ends.push(end);
      const [first = ''] = terms;
      const all =
        terms.length === 1 ? this.#answers(mark + first) : terms.flatMap((term) => this.#answers(mark + term));
      const isFree = inPhrases === undefined || inPhrases.has(place);
      const words = isFree ? all : all.filter((number) => this.#expansions[number]?.word.isQuoted === false);
      if (words.length > 0) hits.push({ start, end, words });
    }
    const passage = passageOf(text.length, starts, ends, hits, this.#rarities);
    if (passage === undefined) return undefined;
    const words: { start: number; end: number }[] = [];
    for (const { start, end } of hits) {
      if (start < passage.start || end > passage.end) continue;
      const last = words.at(-1);
      if (last !== undefined && start - passage.start < last.end) last.end = end - passage.start;
      else words.push({ start: start - passage.start, end: end - passage.start });
    }
    return { text: text.slice(passage.start, passage.end), words };
  }

  #answers(term: string): readonly number[] {
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    if (!this.#wanted.mayAnswer(term)) {
      this.#known.set(term, none);
      return none;
    }
    const { words } = this.#index.tables;
    const bytes = Buffer.from(term);
    const at = countBelow(words, bytes);
    const isThere = at < words.size && words.compare(at, bytes) === 0;
    const found = isThere ? this.#answeredBy(at) : none;
    this.#known.set(term, found);
    return found;
  }

  #answeredBy(word: number): readonly number[] {
    const stem = this.#index.stemOf(word);
    return this.#expansions.flatMap(({ matches }, number) => {
      const isFound = matches.some(({ list, words, phrase = [] }) => {
        if (words === undefined) return list === stem || phrase.some(({ stems }) => stems.includes(stem));
        return words.start <= word && word < words.end;
      });
      return isFound ? [number] : [];
    });
  }
}

// Which passage of a text shows most of a question.

/** So many UTF-16 units at most. */
export const PASSAGE_MAXIMUM = 200;

/** A word of a text that answers words of the question. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  /** The question's words, by number. */
  readonly words: readonly number[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The passage whose different words of the question are rarest together; of such the one with most hits, then the
 * first. It begins and ends with a word, or with the text, and has its hits in the middle.
 *
 * @param length of the text
 * @param starts where its words start, ascending
 * @param ends   where they end
 * @param hits   in the text's order
 * @param rarities of the question's words
 * @returns undefined where nothing fits: no hit, or only longer ones
 * Cost: O(words of the text + hits · words of a hit).
 */
export function passageOf(
  length: number,
  starts: readonly number[],
  ends: readonly number[],
  hits: readonly Hit[],
  rarities: readonly number[],
): Range | undefined {
  const best = densest(
    hits.filter(({ start, end }) => end - start <= PASSAGE_MAXIMUM),
    rarities,
  );
  if (best === undefined) return undefined;
  if (length <= PASSAGE_MAXIMUM) return { start: 0, end: length };
  const room = PASSAGE_MAXIMUM - (best.end - best.start);
  const wanted = best.start - Math.floor(room / 2);
  const start = wanted <= 0 ? 0 : Math.min(best.start, starts.find((at) => at >= wanted) ?? best.start);
  const limit = start + PASSAGE_MAXIMUM;
  const end = limit >= length ? length : Math.max(best.end, ends.findLast((at) => at <= limit) ?? best.end);
  return { start, end };
}

/** @returns from the first hit to the last of the best window */
function densest(hits: readonly Hit[], rarities: readonly number[]): Range | undefined {
  const counts = rarities.map(() => 0);
  let [weight, count, first] = [0, 0, 0];
  let best: (Range & { readonly weight: number; readonly count: number }) | undefined;
  for (const last of hits) {
    for (const word of last.words) {
      if (counts[word] === 0) weight += rarities[word] ?? 0;
      counts[word] = (counts[word] ?? 0) + 1;
    }
    count += 1;
    let from = hits[first] ?? last;
    while (last.end - from.start > PASSAGE_MAXIMUM) {
      for (const word of from.words) {
        counts[word] = (counts[word] ?? 0) - 1;
        if (counts[word] === 0) weight -= rarities[word] ?? 0;
      }
      count -= 1;
      first += 1;
      from = hits[first] ?? last;
    }
    if (best === undefined || weight > best.weight || (weight === best.weight && count > best.count)) {
      best = { start: from.start, end: last.end, weight, count };
    }
  }
  return best;
}
