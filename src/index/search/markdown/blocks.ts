/**
 * Reads the blocks of text of a Markdown document, in order: https://spec.commonmark.org/0.31.2/#appendix-a-parsing-strategy, with GFM's
 * tables and footnotes.
 *
 * One pass over the lines decides which blocks each line continues, ends and begins. Elsewhere: the open blocks (block-stack),
 * the syntax of a line (block-starts), the text inside a block (inlines), which is read once all labels are known.
 */

import { type Block, BlockStack, type Blocks, type Container } from './block-stack.js';
import {
  closesFence,
  countDelimiterCells,
  FENCE,
  FOOTNOTE,
  HEADING,
  HEADING_END,
  RULE,
  readCells,
  readHtmlStart,
  readListItem,
  UNDERLINE,
} from './block-starts.js';
import { Line } from './line.js';
import { normaliseLabel } from './links.js';

/** Maximum nesting of containers; deeper marks are read as text. The cost of a line grows with the nesting. */
const nestingMaximum = 100;

/** Code of an ASCII character → 1 if a block can begin with it. */
const isBlockStart = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('>#`~<*_+-=0123456789[|:'.includes(String.fromCharCode(code))),
);

/** @param markdown with line feeds only. Cost: O(length), and up to 100 containers per line. */
export function readBlocks(markdown: string): Blocks {
  return new BlockReader().read(markdown);
}

class BlockReader {
  readonly #line = new Line();
  readonly #open = new BlockStack();

  read(markdown: string): Blocks {
    for (let start = 0; start < markdown.length; ) {
      const lineFeed = markdown.indexOf('\n', start);
      const end = lineFeed < 0 ? markdown.length : lineFeed;
      this.#line.begin(markdown, start, end);
      this.#readLine();
      start = end + 1;
    }
    this.#open.closeTo(0);
    return { blocks: this.#open.blocks, definitions: this.#open.definitions, footnotes: this.#open.footnotes };
  }

  #readLine(): void {
    const line = this.#line;
    this.#open.depth = 0;
    for (const container of this.#open.containers) {
      if (!this.#continuesContainer(container)) break;
      this.#open.depth += 1;
    }
    if (this.#open.continuesAll && this.#continuesLeaf()) return;
    while (!line.isBlank) {
      if (line.indent >= 4) {
        if (this.#open.leaf?.kind === 'paragraph') break;
        this.#open.openLeaf({ kind: 'indented' });
        line.skipColumns(4);
        this.#open.addLine(line.text.slice(line.position, line.end));
        return;
      }
      if (isBlockStart[line.text.charCodeAt(line.contentStart)] !== 1) break;
      if (this.#startContainer()) continue;
      if (this.#startLeaf()) return;
      break;
    }
    if (line.isBlank) this.#open.closeTo(this.#open.depth);
    else this.#readText();
  }

  /** Whether the line continues the container; if so, consumes its mark or indentation. */
  #continuesContainer({ kind, indent, isEmpty }: Container): boolean {
    const line = this.#line;
    if (kind === 'quote') return this.#consumeQuoteMark();
    if (line.isBlank) {
      if (kind === 'item' && isEmpty) return false;
      return true;
    }
    if (line.indent < indent) return false;
    line.skipColumns(indent);
    return true;
  }

  #consumeQuoteMark(): boolean {
    const line = this.#line;
    if (line.indent >= 4 || line.text[line.contentStart] !== '>' || line.isBlank) return false;
    line.skipTo(1);
    if (line.indent > 0) line.skipColumns(1);
    return true;
  }

  /** Whether the whole line belongs to the open leaf, regardless of its content. */
  #continuesLeaf(): boolean {
    const line = this.#line;
    switch (this.#open.leaf?.kind) {
      case 'fenced':
        if (line.indent < 4 && closesFence(line.content, this.#open.leaf.fence)) this.#open.close();
        else this.#open.addLine(line.text.slice(line.position, line.end));
        return true;
      case 'html':
        if (line.isBlank && this.#open.leaf.end === undefined) return false;
        this.#addHtml(this.#open.leaf.end);
        return true;
      case 'indented':
        if (!line.isBlank && line.indent < 4) {
          this.#open.close();
          return false;
        }
        line.skipColumns(4);
        this.#open.addLine(line.text.slice(line.position, line.end));
        return true;
      case 'paragraph':
      case 'table':
      case undefined:
        return false;
    }
  }

  /** Consumes the mark of a container that begins here. @returns whether there is one */
  #startContainer(): boolean {
    const line = this.#line;
    if (this.#open.depth >= nestingMaximum) return false;
    const mark = line.text[line.contentStart];
    if (mark === '>') {
      this.#consumeQuoteMark();
      this.#open.openContainer({ kind: 'quote', indent: 0, isEmpty: true, blocks: this.#open.targetBlocks });
      return true;
    }
    if (mark === '[') {
      const match = FOOTNOTE.exec(line.content);
      if (match === null) return false;
      const label = normaliseLabel(match[1] ?? '');
      const blocks: Block[] = [];
      line.skipTo(match[0].length);
      this.#open.closeTo(this.#open.depth);
      this.#open.targetBlocks.push({ kind: 'footnote', label, blocks });
      this.#open.footnotes.add(label);
      this.#open.openContainer({ kind: 'footnote', indent: 4, isEmpty: true, blocks });
      line.skipColumns(line.indent);
      return true;
    }
    if (mark === undefined || !/[-+*\d]/.test(mark)) return false;
    if ((mark === '-' || mark === '*') && (this.#isUnderline() || RULE.test(line.content))) return false;
    const indent = readListItem(line, this.#open.leaf?.kind === 'paragraph' && this.#open.continuesAll);
    if (indent < 0) return false;
    this.#open.openContainer({ kind: 'item', indent, isEmpty: true, blocks: this.#open.targetBlocks });
    return true;
  }

  /** @returns whether a leaf begins in this line, or is this line */
  #startLeaf(): boolean {
    const line = this.#line;
    const { content } = line;
    switch (content[0]) {
      case '#': {
        const mark = HEADING.exec(content)?.[0];
        if (mark === undefined) return false;
        this.#open.closeTo(this.#open.depth);
        this.#open.addBlock('text', content.slice(mark.length).trim().replace(HEADING_END, ''));
        return true;
      }
      case '`':
      case '~': {
        const fence = FENCE.exec(content)?.[0];
        if (fence === undefined) return false;
        this.#open.openLeaf({ kind: 'fenced', fence });
        return true;
      }
      case '<': {
        const start = readHtmlStart(content, this.#open.leaf?.kind === 'paragraph');
        if (start === undefined) return false;
        this.#open.openLeaf({ kind: 'html', end: start.end });
        this.#addHtml(start.end);
        return true;
      }
      case '|':
      case ':':
        return this.#startTable(content);
      default:
        if (this.#isUnderline()) {
          this.#open.takeDefinitions();
          if (this.#open.text !== '') {
            this.#open.close();
            return true;
          }
        }
        if (RULE.test(content)) {
          this.#open.closeTo(this.#open.depth);
          this.#open.markFilled();
          return true;
        }
        return content[0] === '-' && this.#startTable(content);
    }
  }

  /** Whether the line turns the open paragraph into a heading. */
  #isUnderline(): boolean {
    return this.#open.leaf?.kind === 'paragraph' && this.#open.continuesAll && UNDERLINE.test(this.#line.content);
  }

  /** Begins a table if the paragraph's last line is its header: this line must delimit the same number of columns. */
  #startTable(content: string): boolean {
    if (this.#open.leaf?.kind !== 'paragraph' || !this.#open.continuesAll) return false;
    const columns = countDelimiterCells(content);
    const header = this.#open.lastLine;
    if (columns === 0 || readCells(header).length !== columns) return false;
    this.#open.text = this.#open.text.slice(0, -header.length).trimEnd();
    this.#open.openLeaf({ kind: 'table', columns });
    this.#addRow(header, columns);
    return true;
  }

  #readText(): void {
    const line = this.#line;
    if (this.#open.leaf?.kind === 'table' && this.#open.continuesAll)
      this.#addRow(line.content, this.#open.leaf.columns);
    else {
      // A paragraph continues even if the line does not continue its containers.
      if (this.#open.leaf?.kind !== 'paragraph') this.#open.openLeaf({ kind: 'paragraph' });
      this.#open.addLine(line.content);
    }
  }

  #addHtml(end: RegExp | undefined): void {
    const line = this.#line;
    this.#open.addLine(line.text.slice(line.position, line.end));
    if (end?.test(line.content) === true) this.#open.close();
  }

  #addRow(content: string, columns: number): void {
    for (const cell of readCells(content).slice(0, columns)) this.#open.addBlock('text', cell);
  }
}
