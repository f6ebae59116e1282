/**
 * The corpus of generated articles: a title, and a Markdown text of 300 to 1,500 characters.
 */

import { Random } from '../../../data/generate/random.js';
import { Lexicon, Prose } from '../../../data/generate/words.js';
import type { SearchDocument, SearchField } from '../contestants/contestant.js';

export const ARTICLE_FIELDS: readonly SearchField[] = [
  { name: 'title', weight: 3, markdown: false },
  { name: 'body', weight: 1, markdown: true },
];

/** @returns the same for the same numbers, on every machine */
export function* articles(items: number, seed: number): Generator<SearchDocument> {
  const random = new Random(seed, 'search/article');
  const prose = new Prose(new Lexicon(seed), random);
  for (let i = 0; i < items; i += 1) {
    const title = prose.title(24 + random.below(28));
    yield { id: `article-${i + 1}`, texts: [title, prose.markdown(200 + random.below(1000))] };
  }
}
