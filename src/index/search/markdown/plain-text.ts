/**
 * Markdown → the text that a reader of the page sees: what CommonMark and GFM's tables, strikethrough, autolinks and
 * footnotes show, with images' texts, each block on lines of its own.
 *
 * Not seen are marks, where links lead, titles, comments, scripts and styles, and footnotes that nothing refers to. A
 * footnote is seen behind all else, and its number is not in the text. Blocks are blocks.ts's, what is within them inlines.ts's to read.
 */
import { blocksOf, type Leaf, type TextLeaf } from './blocks.js';
import { HtmlText } from './html.js';
import { inlineText, type Surroundings } from './inlines.js';

/** A text without any of these is seen as it stands. */
const marks = /[\\`*_[\]<>&~|#]/;
const lineMarks = /^[ \t]*(?:[-+=]|\d{1,9}[.)])/m;

/** Cost: O(length). Depth and length of what is nested or not closed do not matter. */
export function plainText(markdown: string): string {
  if (!marks.test(markdown) && !lineMarks.test(markdown)) return markdown;
  const { leaves, definitions, footnotes } = blocksOf(
    markdown.includes('\r') ? markdown.replace(/\r\n?/g, '\n') : markdown,
  );
  const calls = new Set<string>();
  const writer = new TextWriter({ definitions, footnotes, calls, html: new HtmlText() });
  const text = writer.write(leaves);
  const notes = [...calls].map((label) => writer.notes.get(label) ?? '');
  return (text + notes.join('')).trimEnd();
}

class TextWriter {
  readonly #surroundings: Surroundings;
  /** Normal label → text of the footnote: of several the first is seen. */
  readonly notes = new Map<string, string>();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Cost: one call deep for each footnote that stands in another one. */
  write(leaves: readonly Leaf[]): string {
    let out = '';
    for (const leaf of leaves) {
      if (leaf.kind !== 'footnote') {
        out += this.#text(leaf);
        // An open comment, script or style hides the end of its block, and the beginning of the next ones, too.
        if (!this.#surroundings.html.isHidden) out += '\n';
      } else {
        const text = this.write(leaf.leaves);
        if (!this.notes.has(leaf.label)) this.notes.set(leaf.label, text);
      }
    }
    return out;
  }

  #text({ kind, text }: TextLeaf): string {
    const { html } = this.#surroundings;
    switch (kind) {
      case 'text':
        return inlineText(text, this.#surroundings);
      case 'code':
        return html.isHidden ? '' : text;
      case 'html':
        return html.read(text);
    }
  }
}
