/**
 * The results of a search of the guides as HTML, for the page of contents.
 */

/** @returns the text with `&`, `<`, `>` and `"` as character references */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

interface Highlight {
  readonly text: string;
  readonly words: readonly { readonly start: number; readonly end: number }[];
}

/** The members of the search's document that the results show. */
interface SearchDocument {
  readonly data: readonly {
    readonly attributes: { readonly guide: string; readonly heading: string; readonly address: string };
    readonly meta: { readonly highlights?: { readonly heading?: Highlight; readonly text?: Highlight } };
  }[];
  readonly meta: { readonly total: number };
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

const readAnswer = (answer: Buffer): SearchDocument => JSON.parse(answer.toString());

/** @param answer as of `writeResults` */
export const countSections = (answer: Buffer): number => readAnswer(answer).meta.total;

/**
 * @param query  the searched words
 * @param answer JSON:API document of the search, which this server made
 * @param target path and query of the document's request, shown as the origin of the results
 */
export function writeResults(query: string, answer: Buffer, target: string): string {
  const { data, meta } = readAnswer(answer);
  const items = data.map(({ attributes: { guide, heading, address }, meta: { highlights } }) => {
    const title = markWords(highlights?.heading) ?? escapeHtml(heading);
    const path = guide === heading ? '' : `${escapeHtml(guide)} › `;
    const passage = markWords(highlights?.text);
    return `<li><a href="guide/${escapeHtml(address)}">${path}${title}</a>${passage === undefined ? '' : `<p>${passage}</p>`}</li>`;
  });
  const count = `${meta.total} ${meta.total === 1 ? 'section matches' : 'sections match'}`;
  return `<section class="results" aria-label="Results">
<p>${count} “${escapeHtml(query)}”${data.length < meta.total ? `; these are the best ${data.length}` : ''}.</p>
<ol>${items.join('\n')}</ol>
<p class="proof">stele answered this from a snapshot of its guides: <code>GET ${escapeHtml(decodeURIComponent(target))}</code></p>
</section>`;
}

/** @returns the message of a refused search */
export const writeRefusal = (detail: string): string =>
  `<section class="results" aria-label="Results"><p role="alert">${escapeHtml(detail)}</p></section>`;
