/**
 * Block stack: the blocks that are open while Markdown is read, and the text blocks that are complete.
 *
 * Containers (quotations, list items, footnotes) are nested; at most one leaf, inside the innermost, is open.
 * Elsewhere: deciding from a line which blocks begin, continue and end (blocks).
 */
import { readDefinition } from './links.js';

/** The text of a block. `text`: contains Markdown; `code`: literal text; `html`: raw HTML. */
export interface TextBlock {
  readonly kind: 'text' | 'code' | 'html';
  readonly text: string;
}

/** The definition of a footnote. It is shown at the end of the document, if something refers to it. */
export interface Footnote {
  readonly kind: 'footnote';
  /** Normalised label. */
  readonly label: string;
  readonly blocks: readonly Block[];
}

export type Block = TextBlock | Footnote;

export interface Blocks {
  readonly blocks: readonly Block[];
  /** Normalised labels of link definitions. */
  readonly definitions: ReadonlySet<string>;
  /** Normalised labels of footnotes. */
  readonly footnotes: ReadonlySet<string>;
}

export interface Container {
  readonly kind: 'quote' | 'item' | 'footnote';
  /** Columns of white space before its lines, for an item or a footnote. */
  readonly indent: number;
  /** Whether it has no content so far. */
  isEmpty: boolean;
  /** The list that its blocks are added to. */
  readonly blocks: Block[];
}

export type OpenLeaf =
  | { readonly kind: 'paragraph' | 'indented' }
  | { readonly kind: 'fenced'; readonly fence: string }
  | { readonly kind: 'html'; readonly end: RegExp | undefined }
  | { readonly kind: 'table'; readonly columns: number };

/** Open containers and the open leaf, with the text of its lines so far. */
export class BlockStack {
  readonly blocks: Block[] = [];
  readonly definitions = new Set<string>();
  readonly footnotes = new Set<string>();
  readonly containers: Container[] = [];
  leaf: OpenLeaf | undefined;
  /** Lines of the open leaf, joined. */
  text = '';
  lastLine = '';
  /** Number of open containers that the current line belongs to. */
  depth = 0;

  /** Whether the current line belongs to all open containers. */
  get continuesAll(): boolean {
    return this.depth === this.containers.length;
  }

  /** The list that blocks of the current line are added to. */
  get targetBlocks(): Block[] {
    return this.containers[this.depth - 1]?.blocks ?? this.blocks;
  }

  openContainer(container: Container): void {
    this.closeTo(this.depth);
    this.markFilled();
    this.containers.push(container);
    this.depth += 1;
  }

  /** Marks the innermost container as not empty. */
  markFilled(): void {
    const container = this.containers.at(-1);
    if (container !== undefined) container.isEmpty = false;
  }

  openLeaf(leaf: OpenLeaf): void {
    this.closeTo(this.depth);
    this.markFilled();
    this.leaf = leaf;
  }

  addLine(text: string): void {
    this.lastLine = text;
    this.text = this.text === '' ? text : `${this.text}\n${text}`;
  }

  addBlock(kind: TextBlock['kind'], text: string): void {
    this.markFilled();
    (this.containers.at(-1)?.blocks ?? this.blocks).push({ kind, text });
  }

  /** Closes the open leaf and the containers from `depth` on. */
  closeTo(depth: number): void {
    this.close();
    this.containers.length = depth;
  }

  close(): void {
    switch (this.leaf?.kind) {
      case 'paragraph':
        this.takeDefinitions();
        if (this.text !== '') this.addBlock('text', this.text);
        break;
      case 'html':
        this.addBlock('html', this.text);
        break;
      case 'fenced':
      case 'indented':
        this.addBlock('code', this.text);
        break;
      case 'table':
      case undefined:
        break;
    }
    this.leaf = undefined;
    this.text = '';
  }

  /** Removes link definitions from the start of the paragraph. */
  takeDefinitions(): void {
    let position = 0;
    while (this.text[position] === '[') {
      const end = readDefinition(this.text, position, (label) => this.definitions.add(label));
      if (end < 0) break;
      position = end;
    }
    if (position > 0) this.text = this.text.slice(position);
  }
}
