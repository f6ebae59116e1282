/**
 * The text that a browser shows of raw HTML: without tags, comments, scripts and styles; character references decoded.
 *
 * What a tag has hidden stays hidden until its end tag, even if this stands in another block: HtmlText keeps that.
 */
import { decodeHTML } from 'entities/decode';

/** Elements whose tags part words: those that begin a line of their own, cells, and line breaks. */
const parting = new Set(
  `address article aside base basefont blockquote body br button caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link
  main menu menuitem nav noframes ol optgroup option p param pre search section select summary table tbody td
  textarea tfoot th thead title tr track ul video audio object`.split(/\s+/),
);

const name = /<(?<slash>\/?)(?<name>[A-Za-z][^\t\n\f\r />]*)/y;
const alternative = /[\s"'/]alt\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'>]+))/i;
const hiding: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script(?=[\s/>])/gi],
  ['style', /<\/style(?=[\s/>])/gi],
]);
const commentEnd = /--!?>/g;

/** Reads the raw HTML of one document, in its order. */
export class HtmlText {
  /** Ends what hides the text at hand; undefined while text is shown. */
  #hidden: RegExp | undefined;

  get isHidden(): boolean {
    return this.#hidden !== undefined;
  }

  /** @param html raw, as it stands in the document. @returns its text. Cost: O(length). */
  read(html: string): string {
    let out = '';
    for (let at = 0; at < html.length; ) {
      if (this.#hidden !== undefined) {
        const end = endOf(this.#hidden, html, at);
        if (end < 0) return out;
        // The end tag is a tag, which the next turn passes over; the end of a comment is none.
        at = this.#hidden === commentEnd ? commentEnd.lastIndex : end;
        this.#hidden = undefined;
        continue;
      }
      const open = html.indexOf('<', at);
      if (open < 0) return out + shownOf(html.slice(at));
      if (open > at) out += shownOf(html.slice(at, open));
      if (html.startsWith('<!--', open)) {
        // `<!-->` and `<!--->` are whole comments.
        at = open + 2;
        this.#hidden = commentEnd;
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
        // It ends with the block too, as a tag does below.
        if (end < 0) return out;
        at = end + 1;
        continue;
      }
      // A quotation mark that the block does not close would hide the blocks behind it: the tag ends at its first `>`.
      // A tag without any ends with the block. The next block begins with a tag of the renderer's, which a browser takes
      // as part of this one; no word of the text depends on it.
      const found = tagEnd(html, name.lastIndex);
      const close = found < 0 ? html.indexOf('>', name.lastIndex) + 1 : found;
      const end = close > 0 ? close : html.length;
      out += this.#tag(html.slice(open, end), tag['name']?.toLowerCase() ?? '', tag['slash'] === '');
      at = end;
    }
    return out;
  }

  /** @returns what stands in for a tag */
  #tag(tag: string, element: string, isStart: boolean): string {
    if (isStart) this.#hidden = hiding.get(element);
    if (!parting.has(element)) return '';
    if (!isStart || element !== 'img') return '\n';
    const { double, single, bare } = alternative.exec(tag)?.groups ?? {};
    return `\n${shownOf(double ?? single ?? bare ?? '')}\n`;
  }
}

const shownOf = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** @returns where the pattern matches next, or -1; its `lastIndex` is then behind the match */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** @returns behind the `>` that ends a tag as browsers read it: one in quotation marks behind an `=` does not; or -1 */
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
