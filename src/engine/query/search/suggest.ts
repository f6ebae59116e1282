/**
 * Suggestions for text that is being typed: words of the content and titles of items, from the structures of the search.
 *
 * Words come first, by their number of items, then titles that contain the typed words.
 * Elsewhere: interpreting the text (typed-text), titles (suggest-titles).
 */
import { termId, termOf } from '../../../content/model/index.js';
import { INCLUDE_LINK } from '../../../index/costs/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { Trace } from '../explain/trace.js';
import { itemsWithTypedWords, matchingTitles } from './suggest-titles.js';
import { type RankedSuggestion, SUGGESTIONS_MAXIMUM, type Suggestion, suggestedWordsMaximum } from './suggestion.js';
import { readTyped } from './typed-text.js';

/**
 * @param segments searched segments, in the order of their types
 * @param text     the text typed so far
 * @returns words by their number of items, then titles: the whole title comes first, then titles that begin with the text
 * Cost: for each type some dozens of titles; for a mistyped word, all words with one mistake.
 */
export function suggest(segments: readonly TypeSegment[], text: string, trace?: Trace): readonly Suggestion[] {
  trace?.step('execute');
  // A word that occurs in one type is not corrected in another.
  const exact = segments.flatMap((segment) => suggestIn(segment, text, false));
  const suggestions = exact.length > 0 ? exact : segments.flatMap((segment) => suggestIn(segment, text, true));
  const shortlisted = shortlist(suggestions);
  trace?.result(suggestions.length, shortlisted.length);
  return shortlisted;
}

/** @param suggestions of all types */
export function shortlist(suggestions: readonly RankedSuggestion[]): readonly Suggestion[] {
  const words = suggestions.filter(({ kind }) => kind === 'word').sort((a, b) => b.count - a.count);
  const titles = suggestions.filter(({ kind }) => kind === 'title').sort((a, b) => a.rank - b.rank);
  const wordsMaximum = Math.max(suggestedWordsMaximum, SUGGESTIONS_MAXIMUM - titles.length);
  return [...words.slice(0, wordsMaximum), ...titles]
    .slice(0, SUGGESTIONS_MAXIMUM)
    .map(({ rank: _, ...suggestion }) => suggestion);
}

function suggestIn(segment: TypeSegment, text: string, allowsTypo: boolean): readonly RankedSuggestion[] {
  const { arena } = segment;
  const mark = arena.mark();
  try {
    const typed = readTyped(segment, text, allowsTypo);
    if (typed === undefined) return [];
    const titles = segment.fields.get(typed.titles ?? '');
    if (titles?.kind !== 'text') return typed.words;
    const { column, terms, postings } = titles;
    const docs = itemsWithTypedWords(segment, typed);
    arena.budget.spend(docs.length * INCLUDE_LINK);
    const ordinals = new Set(docs.map((doc) => column[doc]!).filter((ordinal) => ordinal > 0));
    const allTitles = Array.from(ordinals, (ordinal) => ({
      text: Buffer.from(terms.at(termOf(ordinal))).toString(),
      count: postings.count(termOf(ordinal), termId(ordinal)),
    }));
    return [...typed.words, ...matchingTitles(allTitles, segment, typed)];
  } finally {
    arena.release(mark);
  }
}
