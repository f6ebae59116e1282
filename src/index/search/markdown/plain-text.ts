/**
 * Plain text of Markdown: the text that a reader of the page sees, as CommonMark and GFM's tables, strikethrough, autolinks and footnotes
 * render it, with the texts of images; each block on lines of its own.
 *
 * Syntax, link destinations, titles, comments, scripts, styles and footnotes without a reference are not visible. Footnotes
 * follow at the end, without their numbers. Elsewhere: blocks (blocks), the text inside a block (inlines).
 */

import type { Block, TextBlock } from './block-stack.js';
import { readBlocks } from './blocks.js';
import { HtmlText } from './html.js';
import { type DocumentContext, readInlineText } from './inlines.js';

/** A text without any of these characters is shown unchanged. */
const syntaxCharacters = /[\\`*_[\]<>&~|#]/;
const lineSyntax = /^[ \t]*(?:[-+=]|\d{1,9}[.)])/m;

/** @returns the visible text. Cost: O(length), for nested and unclosed syntax too. */
export function plainText(markdown: string): string {
  if (!syntaxCharacters.test(markdown) && !lineSyntax.test(markdown)) return markdown;
  const { blocks, definitions, footnotes } = readBlocks(
    markdown.includes('\r') ? markdown.replace(/\r\n?/g, '\n') : markdown,
  );
  const referenced = new Set<string>();
  const writer = new TextWriter({ definitions, footnotes, referenced, html: new HtmlText() });
  const text = writer.write(blocks);
  const footnoteTexts = [...referenced].map((label) => writer.footnoteTexts.get(label) ?? '');
  return (text + footnoteTexts.join('')).trimEnd();
}

class TextWriter {
  readonly #context: DocumentContext;
  /** Normalised label → text of the footnote; the first definition counts. */
  readonly footnoteTexts = new Map<string, string>();

  constructor(context: DocumentContext) {
    this.#context = context;
  }

  /** Recurses once per level of nested footnotes. */
  write(blocks: readonly Block[]): string {
    let visibleText = '';
    for (const block of blocks) {
      if (block.kind !== 'footnote') {
        visibleText += this.#text(block);
        // An open comment, script or style hides the end of its block, and the beginning of the next blocks.
        if (!this.#context.html.isHidden) visibleText += '\n';
      } else {
        const text = this.write(block.blocks);
        if (!this.footnoteTexts.has(block.label)) this.footnoteTexts.set(block.label, text);
      }
    }
    return visibleText;
  }

  #text({ kind, text }: TextBlock): string {
    const { html } = this.#context;
    switch (kind) {
      case 'text':
        return readInlineText(text, this.#context);
      case 'code':
        return html.isHidden ? '' : text;
      case 'html':
        return html.read(text);
    }
  }
}
