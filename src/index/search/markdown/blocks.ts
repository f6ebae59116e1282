/**
 * Markdown → its blocks of text, in the order in which they are seen: https://spec.commonmark.org/0.31.2/#appendix-a-parsing-strategy,
 * with GFM's tables and footnotes.
 *
 * One pass, line by line. Containers (quotations, items, footnotes) hold one another and, innermost, at most one open
 * leaf. What is within a leaf is inlines.ts's to read, once all labels are known.
 */
import {
  cellsOf,
  closesFence,
  delimiterCells,
  FENCE,
  FOOTNOTE,
  HEADING,
  HEADING_END,
  htmlStart,
  listItem,
  RULE,
  UNDERLINE,
} from './block-starts.js';
import { Line } from './line.js';
import { definitionEnd, normalLabel } from './links.js';

/** A block's text. `text`: with Markdown in it; `code`: as it is seen; `html`: raw. */
export interface TextLeaf {
  readonly kind: 'text' | 'code' | 'html';
  readonly text: string;
}

/** A footnote, where it is defined. It is seen behind all else, if something refers to it. */
export interface Footnote {
  readonly kind: 'footnote';
  /** Its normal label. */
  readonly label: string;
  readonly leaves: readonly Leaf[];
}

export type Leaf = TextLeaf | Footnote;

export interface Blocks {
  readonly leaves: readonly Leaf[];
  /** Normal labels of links. */
  readonly definitions: ReadonlySet<string>;
  /** Normal labels of footnotes. */
  readonly footnotes: ReadonlySet<string>;
}

interface Container {
  readonly kind: 'quote' | 'item' | 'footnote';
  /** Columns of white space before its lines; of an item or a footnote. */
  readonly indent: number;
  /** Whether nothing stands in it so far. */
  isEmpty: boolean;
  /** Where its leaves go. */
  readonly leaves: Leaf[];
}

type OpenLeaf =
  | { readonly kind: 'paragraph' | 'indented' }
  | { readonly kind: 'fenced'; readonly fence: string }
  | { readonly kind: 'html'; readonly end: RegExp | undefined }
  | { readonly kind: 'table'; readonly columns: number };

/** Containers within one another; deeper marks are read as text. A line costs as much as there are. */
const depthMaximum = 100;

/** Whether a block may begin with a character of ASCII, by its code. */
const startMarks = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('>#`~<*_+-=0123456789[|:'.includes(String.fromCharCode(code))),
);

/** @param markdown with line feeds only. Cost: O(length), and up to 100 containers more for each line. */
export function blocksOf(markdown: string): Blocks {
  return new BlockReader().read(markdown);
}

class BlockReader {
  readonly #line = new Line();
  readonly #leaves: Leaf[] = [];
  readonly #definitions = new Set<string>();
  readonly #footnotes = new Set<string>();
  readonly #containers: Container[] = [];
  #leaf: OpenLeaf | undefined;
  /** Lines of the open leaf, and the last of them. */
  #text = '';
  #last = '';
  /** Containers that the line at hand is within. */
  #depth = 0;

  read(markdown: string): Blocks {
    for (let start = 0; start < markdown.length; ) {
      const feed = markdown.indexOf('\n', start);
      const end = feed < 0 ? markdown.length : feed;
      this.#line.begin(markdown, start, end);
      this.#read();
      start = end + 1;
    }
    this.#closeTo(0);
    return { leaves: this.#leaves, definitions: this.#definitions, footnotes: this.#footnotes };
  }

  #read(): void {
    const line = this.#line;
    this.#depth = 0;
    for (const container of this.#containers) {
      if (!this.#goesOn(container)) break;
      this.#depth += 1;
    }
    if (this.#isWhole && this.#leafGoesOn()) return;
    while (!line.isBlank) {
      if (line.indent >= 4) {
        if (this.#leaf?.kind === 'paragraph') break;
        this.#open({ kind: 'indented' });
        line.skipColumns(4);
        this.#add(line.text.slice(line.at, line.end));
        return;
      }
      if (startMarks[line.text.charCodeAt(line.next)] !== 1) break;
      if (this.#startContainer()) continue;
      if (this.#startLeaf()) return;
      break;
    }
    if (line.isBlank) this.#closeTo(this.#depth);
    else this.#readText();
  }

  /** Whether the line is within all open containers. */
  get #isWhole(): boolean {
    return this.#depth === this.#containers.length;
  }

  /** Whether the line is within the container; consumes what stands for it. */
  #goesOn({ kind, indent, isEmpty }: Container): boolean {
    const line = this.#line;
    if (kind === 'quote') return this.#quoteMark();
    if (line.isBlank) {
      if (kind === 'item' && isEmpty) return false;
      return true;
    }
    if (line.indent < indent) return false;
    line.skipColumns(indent);
    return true;
  }

  #quoteMark(): boolean {
    const line = this.#line;
    if (line.indent >= 4 || line.text[line.next] !== '>' || line.isBlank) return false;
    line.skipTo(1);
    if (line.indent > 0) line.skipColumns(1);
    return true;
  }

  /** Whether the whole line belongs to the open leaf, whatever it looks like. */
  #leafGoesOn(): boolean {
    const line = this.#line;
    switch (this.#leaf?.kind) {
      case 'fenced':
        if (line.indent < 4 && closesFence(line.rest, this.#leaf.fence)) this.#close();
        else this.#add(line.text.slice(line.at, line.end));
        return true;
      case 'html':
        if (line.isBlank && this.#leaf.end === undefined) return false;
        this.#addHtml(this.#leaf.end);
        return true;
      case 'indented':
        if (!line.isBlank && line.indent < 4) {
          this.#close();
          return false;
        }
        line.skipColumns(4);
        this.#add(line.text.slice(line.at, line.end));
        return true;
      case 'paragraph':
      case 'table':
      case undefined:
        return false;
    }
  }

  /** @returns whether a container began, whose mark is then consumed */
  #startContainer(): boolean {
    const line = this.#line;
    if (this.#depth >= depthMaximum) return false;
    const mark = line.text[line.next];
    if (mark === '>') {
      this.#quoteMark();
      this.#enter({ kind: 'quote', indent: 0, isEmpty: true, leaves: this.#sink });
      return true;
    }
    if (mark === '[') {
      const found = FOOTNOTE.exec(line.rest);
      if (found === null) return false;
      const label = normalLabel(found[1] ?? '');
      const leaves: Leaf[] = [];
      line.skipTo(found[0].length);
      this.#closeTo(this.#depth);
      this.#sink.push({ kind: 'footnote', label, leaves });
      this.#footnotes.add(label);
      this.#enter({ kind: 'footnote', indent: 4, isEmpty: true, leaves });
      line.skipColumns(line.indent);
      return true;
    }
    if (mark === undefined || !/[-+*\d]/.test(mark)) return false;
    if ((mark === '-' || mark === '*') && (this.#isUnderline() || RULE.test(line.rest))) return false;
    const indent = listItem(line, this.#leaf?.kind === 'paragraph' && this.#isWhole);
    if (indent < 0) return false;
    this.#enter({ kind: 'item', indent, isEmpty: true, leaves: this.#sink });
    return true;
  }

  /** @returns whether the line is the first of a leaf, or a whole one */
  #startLeaf(): boolean {
    const line = this.#line;
    const { rest } = line;
    switch (rest[0]) {
      case '#': {
        const mark = HEADING.exec(rest)?.[0];
        if (mark === undefined) return false;
        this.#closeTo(this.#depth);
        this.#put('text', rest.slice(mark.length).trim().replace(HEADING_END, ''));
        return true;
      }
      case '`':
      case '~': {
        const fence = FENCE.exec(rest)?.[0];
        if (fence === undefined) return false;
        this.#open({ kind: 'fenced', fence });
        return true;
      }
      case '<': {
        const start = htmlStart(rest, this.#leaf?.kind === 'paragraph');
        if (start === undefined) return false;
        this.#open({ kind: 'html', end: start.end });
        this.#addHtml(start.end);
        return true;
      }
      case '|':
      case ':':
        return this.#startTable(rest);
      default:
        if (this.#isUnderline()) {
          this.#takeDefinitions();
          if (this.#text !== '') {
            this.#close();
            return true;
          }
        }
        if (RULE.test(rest)) {
          this.#closeTo(this.#depth);
          this.#fill();
          return true;
        }
        return rest[0] === '-' && this.#startTable(rest);
    }
  }

  /** Whether the line makes a heading of the paragraph that is open. */
  #isUnderline(): boolean {
    return this.#leaf?.kind === 'paragraph' && this.#isWhole && UNDERLINE.test(this.#line.rest);
  }

  /** The paragraph's last line is a table's head, if this line parts as many cells from a body. */
  #startTable(rest: string): boolean {
    if (this.#leaf?.kind !== 'paragraph' || !this.#isWhole) return false;
    const columns = delimiterCells(rest);
    const head = this.#last;
    if (columns === 0 || cellsOf(head).length !== columns) return false;
    this.#text = this.#text.slice(0, -head.length).trimEnd();
    this.#open({ kind: 'table', columns });
    this.#addRow(head, columns);
    return true;
  }

  #readText(): void {
    const line = this.#line;
    if (this.#leaf?.kind === 'table' && this.#isWhole) this.#addRow(line.rest, this.#leaf.columns);
    else {
      // A paragraph goes on even where its containers do not.
      if (this.#leaf?.kind !== 'paragraph') this.#open({ kind: 'paragraph' });
      this.#add(line.rest);
    }
  }

  get #sink(): Leaf[] {
    return this.#containers[this.#depth - 1]?.leaves ?? this.#leaves;
  }

  #enter(container: Container): void {
    this.#closeTo(this.#depth);
    this.#fill();
    this.#containers.push(container);
    this.#depth += 1;
  }

  /** Something stands in the innermost container. */
  #fill(): void {
    const container = this.#containers.at(-1);
    if (container !== undefined) container.isEmpty = false;
  }

  #open(leaf: OpenLeaf): void {
    this.#closeTo(this.#depth);
    this.#fill();
    this.#leaf = leaf;
  }

  #add(text: string): void {
    this.#last = text;
    this.#text = this.#text === '' ? text : `${this.#text}\n${text}`;
  }

  #addHtml(end: RegExp | undefined): void {
    const line = this.#line;
    this.#add(line.text.slice(line.at, line.end));
    if (end?.test(line.rest) === true) this.#close();
  }

  #addRow(rest: string, columns: number): void {
    for (const cell of cellsOf(rest).slice(0, columns)) this.#put('text', cell);
  }

  #put(kind: TextLeaf['kind'], text: string): void {
    this.#fill();
    (this.#containers.at(-1)?.leaves ?? this.#leaves).push({ kind, text });
  }

  /** Ends the containers from `depth` on, and the open leaf. */
  #closeTo(depth: number): void {
    this.#close();
    this.#containers.length = depth;
  }

  #close(): void {
    switch (this.#leaf?.kind) {
      case 'paragraph':
        this.#takeDefinitions();
        if (this.#text !== '') this.#put('text', this.#text);
        break;
      case 'html':
        this.#put('html', this.#text);
        break;
      case 'fenced':
      case 'indented':
        this.#put('code', this.#text);
        break;
      case 'table':
      case undefined:
        break;
    }
    this.#leaf = undefined;
    this.#text = '';
  }

  /** Takes the definitions of links off the paragraph's beginning. */
  #takeDefinitions(): void {
    let at = 0;
    while (this.#text[at] === '[') {
      const end = definitionEnd(this.#text, at, (label) => this.#definitions.add(label));
      if (end < 0) break;
      at = end;
    }
    if (at > 0) this.#text = this.#text.slice(at);
  }
}
