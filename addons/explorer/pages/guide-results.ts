/**
 * The results of a search of the guides as HTML, for the page of contents.
 */

import type { FoundSections } from './guide-search.js';

/** @returns the text with `&`, `<`, `>` and `"` as character references */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

interface Highlight {
  readonly text: string;
  readonly words: readonly { readonly start: number; readonly end: number }[];
}

/** The members of the search's document that the results show. */
interface SearchDocument {
  readonly meta: {
    readonly search?: { readonly words?: readonly { readonly word: string; readonly matches: readonly string[] }[] };
  };
  readonly data: readonly {
    readonly attributes: {
      readonly guide: string;
      readonly heading: string;
      readonly address: string;
      readonly lead?: string | null;
    };
    readonly meta: { readonly highlights?: { readonly heading?: Highlight; readonly text?: Highlight } };
  }[];
}

/** @returns the passage with its matched words in `mark` elements; undefined if nothing matched there */
function markWords(highlight: Highlight | undefined): string | undefined {
  if (highlight === undefined) return undefined;
  const { text, words } = highlight;
  let html = '';
  let position = 0;
  for (const { start, end } of words) {
    html += `${escapeHtml(text.slice(position, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    position = end;
  }
  return html + escapeHtml(text.slice(position));
}

/** A passage of the middle of a sentence begins with a small letter. */
const markBeginning = (passage: string): string => (/^\p{Ll}/u.test(passage) ? `… ${passage}` : passage);

const quote = (word: string): string => `“${escapeHtml(word)}”`;

/** @returns a sentence for each word that matched neither itself nor its completions, such as a typing mistake */
const describeMistakes = ({ search }: SearchDocument['meta']): string =>
  (search?.words ?? [])
    .filter(({ word, matches }) => matches.length > 0 && !matches.some((match) => match.startsWith(word)))
    .map(({ word, matches }) => ` ${quote(word)} was read as ${matches.map(quote).join(', ')}.`)
    .join('');

/**
 * @param query    the searched words
 * @param sections of the search; its document was made by this server
 */
export function writeResults(query: string, { document, target, total, hasAllWords }: FoundSections): string {
  const { data, meta }: SearchDocument = JSON.parse(document.toString());
  const items = data.map(({ attributes: { guide, heading, address, lead }, meta: { highlights } }) => {
    const title = markWords(highlights?.heading) ?? escapeHtml(heading);
    const path = guide === heading ? '' : `${escapeHtml(guide)} › `;
    // Without a match in the text, the first sentence says what the section is about.
    const passage = markBeginning(markWords(highlights?.text) ?? escapeHtml(lead ?? ''));
    return `<li><a href="guide/${escapeHtml(address)}">${path}${title}</a>${passage === '' ? '' : `<p>${passage}</p>`}</li>`;
  });
  const count = `${total} ${total === 1 ? 'section matches' : 'sections match'}`;
  const sentence = hasAllWords
    ? `${count} “${escapeHtml(query)}”`
    : `No section has all words of “${escapeHtml(query)}”. ${count} some of them`;
  return `<section class="results" aria-label="Results">
<p>${sentence}${data.length < total ? `; these are the best ${data.length}` : ''}.${describeMistakes(meta)}</p>
<ol>${items.join('\n')}</ol>
<p class="proof">stele answered this from a snapshot of its guides: <code>GET ${escapeHtml(decodeURIComponent(target))}</code></p>
</section>`;
}

/** @param query the searched words, which no section has. @returns a message with ways on */
export const writeNoResults = (query: string): string =>
  `<section class="results" aria-label="Results">
<p>No section matches “${escapeHtml(query)}”.</p>
<ul>
<li>Write one word, or another word for the same thing: <a href="guide?q=filter">filter</a>, <a href="guide?q=sort">sort</a>, <a href="guide?q=include">include</a>, <a href="guide?q=cache">cache</a>, <a href="guide?q=import">import</a>.</li>
<li>Begin with the <a href="guide/first-steps">first steps</a>, or look through <a href="guide">all guides</a>.</li>
<li>These are the guides. The <a href="../explore">explorer</a> searches the content of this server.</li>
</ul>
</section>`;

/** @returns the message of a refused search */
export const writeRefusal = (detail: string): string =>
  `<section class="results" aria-label="Results"><p role="alert">${escapeHtml(detail)}</p></section>`;
