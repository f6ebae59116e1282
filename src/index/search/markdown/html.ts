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
    for (let position = 0; position < html.length; ) {
      if (this.#hiddenUntil !== undefined) {
        const closing = findMatch(this.#hiddenUntil, html, position);
        if (closing < 0) return visibleText;
        // The next iteration skips the end tag; the end of a comment is skipped here.
        position = this.#hiddenUntil === commentEnd ? commentEnd.lastIndex : closing;
        this.#hiddenUntil = undefined;
        continue;
      }
      const open = html.indexOf('<', position);
      if (open < 0) return visibleText + decodeReferences(html.slice(position));
      if (open > position) visibleText += decodeReferences(html.slice(position, open));
      if (html.startsWith('<!--', open)) {
        // `<!-->` and `<!--->` are complete comments.
        position = open + 2;
        this.#hiddenUntil = commentEnd;
        continue;
      }
      tagStart.lastIndex = open;
      const tag = tagStart.exec(html)?.groups;
      if (tag === undefined) {
        const nextCharacter = html[open + 1];
        if (nextCharacter !== '!' && nextCharacter !== '?' && nextCharacter !== '/') {
          visibleText += '<';
          position = open + 1;
          continue;
        }
        const closing = html.indexOf('>', open);
        // Without a `>` it ends with the block, as a tag does below.
        if (closing < 0) return visibleText;
        position = closing + 1;
        continue;
      }
      // An unclosed quotation mark would hide the following blocks, so the tag ends at its first `>`; without one it ends
      // with the block. A browser would add the renderer's tag of the next block to it, which changes no word.
      let tagEnd = findTagEnd(html, tagStart.lastIndex);
      if (tagEnd < 0) tagEnd = html.indexOf('>', tagStart.lastIndex) + 1;
      if (tagEnd === 0) tagEnd = html.length;
      visibleText += this.#readTag(html.slice(open, tagEnd), tag['name']?.toLowerCase() ?? '', tag['slash'] === '');
      position = tagEnd;
    }
    return visibleText;
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
