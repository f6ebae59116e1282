/**
 * What a client typed → the words that are looked for.
 */
import type { Language } from '../../model/index.js';
import { isCjk, pairsOf, wordReader } from './word-reader.js';

export interface SearchWord {
  /** Lower case, without diacritics. */
  readonly text: string;
  /** Whether words that begin with it are found too: who types has perhaps not finished. */
  readonly isPrefix: boolean;
}

export interface SearchQuery {
  readonly language: Language | undefined;
  /** Each once, in the order typed; at least one, unless nothing typed was a word. */
  readonly words: readonly SearchWord[];
}

/**
 * Stop words are left out, unless there is nothing else. The last word may be the beginning of one, and a single
 * Chinese, Japanese or Korean character of a pair.
 */
export function readSearch(text: string, language: Language | undefined): SearchQuery {
  const reader = wordReader(language);
  const typed = reader.words(text);
  const [only] = typed;
  if (only !== undefined && typed.length === 1 && !isCjk(only))
    return { language, words: [{ text: only, isPrefix: true }] };
  const telling = typed.filter((word) => !reader.isStopWord(word));
  const kept = telling.length > 0 ? telling : typed;
  const last = typed.at(-1);
  const prefixes = new Map<string, boolean>();
  for (const word of kept) {
    for (const term of isCjk(word) ? cjkTerms(word) : [word]) {
      const isPrefix = isCjk(term) ? term.length === characterLength(term) : false;
      prefixes.set(term, (prefixes.get(term) ?? false) || isPrefix);
    }
  }
  if (last !== undefined && !isCjk(last) && prefixes.has(last)) prefixes.set(last, true);
  return { language, words: Array.from(prefixes, ([word, isPrefix]) => ({ text: word, isPrefix })) };
}

function cjkTerms(run: string): readonly string[] {
  const pairs = pairsOf(run);
  return pairs.length === 0 ? [run] : pairs;
}

/** UTF-16 units of the first character. */
const characterLength = (text: string): number => ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
