/**
 * The text that a browser shows for raw HTML: without tags, comments, scripts and styles, character references decoded.
 *
 * Content that a start tag hides stays hidden until its end tag, even in a later block: HtmlText keeps this state.
 */
import { decodeHTML } from 'entities/decode';

/** Elements whose tags separate words: block elements, cells and line breaks. */
const separating = new Set(
  `address article aside base basefont blockquote body br button caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link
  main menu menuitem nav noframes ol optgroup option p param pre search section select summary table tbody td
  textarea tfoot th thead title tr track ul video audio object`.split(/\s+/),
);

const name = /<(?<slash>\/?)(?<name>[A-Za-z][^\t\n\f\r />]*)/y;
const alternative = /[\s"'/]alt\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'>]+))/i;
const hidingElements: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script(?=[\s/>])/gi],
  ['style', /<\/style(?=[\s/>])/gi],
]);
const commentEnd = /--!?>/g;

/** Reads the raw HTML of one document, in document order. */
export class HtmlText {
  /** Pattern that ends the hidden content; undefined while text is visible. */
  #hiddenUntil: RegExp | undefined;

  get isHidden(): boolean {
    return this.#hiddenUntil !== undefined;
  }

  /** @param html raw HTML of the document. @returns its visible text. Cost: O(length). */
  read(html: string): string {
    let out = '';
    for (let at = 0; at < html.length; ) {
      if (this.#hiddenUntil !== undefined) {
        const end = endOf(this.#hiddenUntil, html, at);
        if (end < 0) return out;
        // The next iteration skips the end tag; the end of a comment is skipped here.
        at = this.#hiddenUntil === commentEnd ? commentEnd.lastIndex : end;
        this.#hiddenUntil = undefined;
        continue;
      }
      const open = html.indexOf('<', at);
      if (open < 0) return out + decoded(html.slice(at));
      if (open > at) out += decoded(html.slice(at, open));
      if (html.startsWith('<!--', open)) {
        // `<!-->` and `<!--->` are complete comments.
        at = open + 2;
        this.#hiddenUntil = commentEnd;
        continue;
      }
      name.lastIndex = open;
      const tag = name.exec(html)?.groups;
      if (tag === undefined) {
        const next = html[open + 1];
        if (next !== '!' && next !== '?' && next !== '/') {
          out += '<';
          at = open + 1;
          continue;
        }
        const end = html.indexOf('>', open);
        // Without a `>` it ends with the block, as a tag does below.
        if (end < 0) return out;
        at = end + 1;
        continue;
      }
      // An unclosed quotation mark would hide the following blocks, so the tag ends at its first `>`; without one it ends
      // with the block. A browser would add the renderer's tag of the next block to it, which changes no word.
      const found = tagEnd(html, name.lastIndex);
      const close = found < 0 ? html.indexOf('>', name.lastIndex) + 1 : found;
      const end = close > 0 ? close : html.length;
      out += this.#textOfTag(html.slice(open, end), tag['name']?.toLowerCase() ?? '', tag['slash'] === '');
      at = end;
    }
    return out;
  }

  /** @returns the text that replaces a tag */
  #textOfTag(tag: string, element: string, isStart: boolean): string {
    if (isStart) this.#hiddenUntil = hidingElements.get(element);
    if (!separating.has(element)) return '';
    if (!isStart || element !== 'img') return '\n';
    const { double, single, bare } = alternative.exec(tag)?.groups ?? {};
    return `\n${decoded(double ?? single ?? bare ?? '')}\n`;
  }
}

const decoded = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** @returns the start of the pattern's next match, after which its `lastIndex` is; or -1 */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** @returns the end of a tag as browsers read it: a `>` in quotation marks after an `=` does not end it; or -1 */
function tagEnd(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const character = html[at];
    if (character === '>') return at + 1;
    if (character !== '=') continue;
    at += 1;
    while (/\s/.test(html[at] ?? '')) at += 1;
    const quote = html[at];
    if (quote !== '"' && quote !== "'") {
      at -= 1;
      continue;
    }
    at = html.indexOf(quote, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}
