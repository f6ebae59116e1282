/**
 * Suggestions for a text that is being typed: words, and titles of items with these words. Typing errors are considered only
 * if nothing begins with the text as it is.
 */
import {
  itemsWithTypedWords,
  matchingTitles,
  type Ranked,
  readTyped,
  type Suggestion,
  shortlist,
} from '../../../../src/engine/query/index.js';
import type { SuggestRequest } from '../../../../src/jsonapi/index.js';
import { type SearchedSource, wantLists } from '../../search/reading.js';
import { titleCountsStatement, titlesStatement } from '../../statements/lists.js';
import type { SearchedTypes } from './searched-types.js';

/** Corresponds to `suggest` of a snapshot. */
export async function suggestFrom(
  searching: SearchedTypes,
  { types: all, text }: SuggestRequest,
): Promise<readonly Suggestion[]> {
  const types = await searching.open(all);
  const exact = await Promise.all(types.map((type) => suggestIn(searching, type, text, false)));
  const isFound = exact.some(({ length }) => length > 0);
  const found = isFound ? exact : await Promise.all(types.map((type) => suggestIn(searching, type, text, true)));
  return shortlist(found.flat());
}

async function suggestIn(
  searching: SearchedTypes,
  type: SearchedSource,
  text: string,
  forgives: boolean,
): Promise<readonly Ranked[]> {
  const typed = readTyped(type, text, forgives);
  if (typed?.titles === undefined) return typed?.words ?? [];
  const { ask } = searching;
  const docs = await searching.run(
    [type],
    () => itemsWithTypedWords(type, typed),
    () =>
      wantLists(
        type.search,
        typed.stems.flatMap((stems) => [...stems]),
      ),
  );
  if (docs.length === 0) return typed.words;
  const rows = await ask<{ doc: number; text: string }>(titlesStatement(type.source, typed.titles, docs));
  const byDoc = new Map(rows.map((row) => [row.doc, row.text]));
  const texts = [...new Set(docs.flatMap((doc) => byDoc.get(doc) ?? []))];
  const counts = await ask<{ text: string; count: number }>(titleCountsStatement(type.source, typed.titles, texts));
  const counted = new Map(counts.map((row) => [row.text, row.count]));
  const titles = texts.map((title) => ({ text: title, count: counted.get(title) ?? 0 }));
  return [...typed.words, ...matchingTitles(titles, type, typed)];
}
