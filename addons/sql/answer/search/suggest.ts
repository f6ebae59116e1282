/**
 * Suggestions for a partly typed text: words, and titles of items with these words.
 *
 * Typing errors are considered only if no word begins with the text.
 */
import {
  itemsWithTypedWords,
  matchingTitles,
  type RankedSuggestion,
  readTyped,
  type Suggestion,
  shortlist,
} from '../../../../src/engine/query/index.js';
import type { SuggestRequest } from '../../../../src/jsonapi/index.js';
import { requestLists, type SearchedSource } from '../../search/search-reading.js';
import { titleCountsStatement, titlesStatement } from '../../statements/list-statements.js';
import type { SearchedTypes } from './searched-types.js';

/** Corresponds to `suggest` of a snapshot. */
export async function suggestFrom(
  searching: SearchedTypes,
  { types: all, text }: SuggestRequest,
): Promise<readonly Suggestion[]> {
  const types = await searching.openTypes(all);
  const exact = await Promise.all(types.map((type) => suggestIn(searching, type, text, false)));
  const hasExact = exact.some(({ length }) => length > 0);
  const suggestions = hasExact ? exact : await Promise.all(types.map((type) => suggestIn(searching, type, text, true)));
  return shortlist(suggestions.flat());
}

async function suggestIn(
  searching: SearchedTypes,
  type: SearchedSource,
  text: string,
  allowsTypingErrors: boolean,
): Promise<readonly RankedSuggestion[]> {
  const typedText = readTyped(type, text, allowsTypingErrors);
  if (typedText?.titles === undefined) return typedText?.words ?? [];
  const { ask } = searching;
  const docs = await searching.run(
    [type],
    () => itemsWithTypedWords(type, typedText),
    () =>
      requestLists(
        type.search,
        typedText.stems.flatMap((stems) => [...stems]),
      ),
  );
  if (docs.length === 0) return typedText.words;
  const rows = await ask<{ doc: number; text: string }>(titlesStatement(type.source, typedText.titles, docs));
  const byDoc = new Map(rows.map((row) => [row.doc, row.text]));
  const texts = [...new Set(docs.flatMap((doc) => byDoc.get(doc) ?? []))];
  const counts = await ask<{ text: string; count: number }>(titleCountsStatement(type.source, typedText.titles, texts));
  const countByTitle = new Map(counts.map((row) => [row.text, row.count]));
  const titles = texts.map((title) => ({ text: title, count: countByTitle.get(title) ?? 0 }));
  return [...typedText.words, ...matchingTitles(titles, type, typedText)];
}
