/**
 * Reads the text that a browser shows for raw HTML: without tags, comments, scripts and styles, character references decoded.
 *
 * Content that a start tag hides stays hidden until its end tag, even in a later block: HtmlText keeps this state.
 */
import { decodeHTML } from 'entities/decode';

/** Elements whose tags separate words: block elements, cells and line breaks. */
const separatingElements = new Set(
  `address article aside base basefont blockquote body br button caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link
  main menu menuitem nav noframes ol optgroup option p param pre search section select summary table tbody td
  textarea tfoot th thead title tr track ul video audio object`.split(/\s+/),
);

const tagStart = /<(?<slash>\/?)(?<name>[A-Za-z][^\t\n\f\r />]*)/y;
const alternativeText = /[\s"'/]alt\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'>]+))/i;
const hidingElements: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script(?=[\s/>])/gi],
  ['style', /<\/style(?=[\s/>])/gi],
]);
const commentEnd = /--!?>/g;

/** Markup that was read. */
interface MarkupPiece {
  /** The text that is shown for it. */
  readonly text: string;
  /** Position after it. */
  readonly end: number;
}

/** Reads the raw HTML of one document, in document order. */
export class HtmlText {
  /** Pattern that ends the hidden content; undefined while text is visible. */
  #hiddenUntil: RegExp | undefined;

  get isHidden(): boolean {
    return this.#hiddenUntil !== undefined;
  }

  /** @param html raw HTML of the document. @returns its visible text. Cost: O(length). */
  read(html: string): string {
    let visibleText = '';
    let position = 0;
    while (position < html.length) {
      if (this.#hiddenUntil !== undefined) {
        position = this.#skipHidden(html, this.#hiddenUntil, position);
        continue;
      }
      const open = html.indexOf('<', position);
      if (open < 0) return visibleText + decodeReferences(html.slice(position));
      if (open > position) visibleText += decodeReferences(html.slice(position, open));
      const piece = this.#readMarkup(html, open);
      visibleText += piece.text;
      position = piece.end;
    }
    return visibleText;
  }

  /** @returns the end of the hidden content; the end of the text if it continues */
  #skipHidden(html: string, hiddenUntil: RegExp, position: number): number {
    const closing = findMatch(hiddenUntil, html, position);
    if (closing < 0) return html.length;
    this.#hiddenUntil = undefined;
    // The end tag of an element is read as any tag; the end of a comment is skipped here.
    return hiddenUntil === commentEnd ? commentEnd.lastIndex : closing;
  }

  /** Reads a tag, a comment, a declaration or a literal `<` at `open`. */
  #readMarkup(html: string, open: number): MarkupPiece {
    if (html.startsWith('<!--', open)) {
      this.#hiddenUntil = commentEnd;
      // `<!-->` and `<!--->` are complete comments.
      return { text: '', end: open + 2 };
    }
    tagStart.lastIndex = open;
    const tag = tagStart.exec(html)?.groups;
    if (tag === undefined) {
      if (!'!?/'.includes(html[open + 1] ?? ' ')) return { text: '<', end: open + 1 };
      // Without a `>` it ends with the block, as a tag does below.
      return { text: '', end: findClosing(html, open) };
    }
    // An unclosed quotation mark would hide the following blocks, so the tag ends at its first `>`; without one it ends
    // with the block. A browser would add the renderer's tag of the next block to it, which changes no word.
    const tagEnd = findTagEnd(html, tagStart.lastIndex);
    const end = tagEnd < 0 ? findClosing(html, tagStart.lastIndex) : tagEnd;
    const element = tag['name']?.toLowerCase() ?? '';
    return { text: this.#readTag(html.slice(open, end), element, tag['slash'] === ''), end };
  }

  /** @returns the text that replaces a tag */
  #readTag(tag: string, element: string, isStart: boolean): string {
    if (isStart) this.#hiddenUntil = hidingElements.get(element);
    if (!separatingElements.has(element)) return '';
    if (!isStart || element !== 'img') return '\n';
    const { double, single, bare } = alternativeText.exec(tag)?.groups ?? {};
    return `\n${decodeReferences(double ?? single ?? bare ?? '')}\n`;
  }
}

const decodeReferences = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** @returns the start of the pattern's next match, or -1; `lastIndex` is then its end */
function findMatch(pattern: RegExp, text: string, searchStart: number): number {
  pattern.lastIndex = searchStart;
  return pattern.exec(text)?.index ?? -1;
}

/** @returns the position after the next `>`; the end of the text if there is none */
function findClosing(html: string, searchStart: number): number {
  const closing = html.indexOf('>', searchStart);
  return closing < 0 ? html.length : closing + 1;
}

/** @returns the end of a tag as browsers read it: a `>` in quotation marks after an `=` does not end it; or -1 */
function findTagEnd(html: string, searchStart: number): number {
  for (let position = searchStart; position < html.length; position += 1) {
    const character = html[position];
    if (character === '>') return position + 1;
    if (character !== '=') continue;
    position += 1;
    while (/\s/.test(html[position] ?? '')) position += 1;
    const quote = html[position];
    if (quote !== '"' && quote !== "'") {
      position -= 1;
      continue;
    }
    position = html.indexOf(quote, position + 1);
    if (position < 0) return -1;
  }
  return -1;
}
