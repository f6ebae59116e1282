/**
 * Suggestions for text that is being typed: words of the content and titles of items, from the structures of the search.
 *
 * A type's titles are the values of its searched text field of the greatest weight. They are looked for among the items
 * that answer what is typed so far, and that have it in their title: so words may stand anywhere in it.
 */

import { termId, termOf } from '../../../content/model/index.js';
import { INCLUDE_LINK } from '../../../index/costs/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { Trace } from '../explain/trace.js';
import { itemsWithTypedWords, matchingTitles } from './suggest-titles.js';
import { type Ranked, SUGGESTIONS, type Suggestion, suggestedWordsMaximum } from './suggestion.js';
import { readTyped } from './typed-text.js';

/**
 * @param segments that are searched, in the order of their types
 * @param text     what is typed so far
 * @returns the words by how many items have them, and behind them titles: those that begin so come first
 * Cost: for each type some dozens of titles, and where words are mistyped, all words with one mistake.
 */
export function suggest(segments: readonly TypeSegment[], text: string, trace?: Trace): readonly Suggestion[] {
  trace?.step('execute');
  // A word that occurs in one type is not corrected in another.
  const exact = segments.flatMap((segment) => suggestIn(segment, text, false));
  const suggestions = exact.length > 0 ? exact : segments.flatMap((segment) => suggestIn(segment, text, true));
  const shown = shortlist(suggestions);
  trace?.result(suggestions.length, shown.length);
  return shown;
}

/** @param suggestions of all types */
export function shortlist(suggestions: readonly Ranked[]): readonly Suggestion[] {
  const words = suggestions.filter(({ kind }) => kind === 'word').sort((a, b) => b.count - a.count);
  const titles = suggestions.filter(({ kind }) => kind === 'title').sort((a, b) => a.rank - b.rank);
  const shown = Math.max(suggestedWordsMaximum, SUGGESTIONS - titles.length);
  return [...words.slice(0, shown), ...titles].slice(0, SUGGESTIONS).map(({ rank: _, ...suggestion }) => suggestion);
}

function suggestIn(segment: TypeSegment, text: string, allowsTypo: boolean): readonly Ranked[] {
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
    const all = Array.from(ordinals, (ordinal) => ({
      text: Buffer.from(terms.at(termOf(ordinal))).toString(),
      count: postings.count(termOf(ordinal), termId(ordinal)),
    }));
    return [...typed.words, ...matchingTitles(all, segment, typed)];
  } finally {
    arena.release(mark);
  }
}
