/**
 * Builds the blocks of mdast from a tree of HTML: paragraphs, headings, lists, quotations, code, tables, and HTML for the others.
 *
 * A block within a mark ends the paragraph; the mark continues in the block. Recursion is bounded by html/depth.
 * Elsewhere: text within a block (inline-builder), tables (table), writing mdast (write-markdown).
 */
import type { BlockContent, ListItem, PhrasingContent, RootContent } from 'mdast';
import { CONTAINER_DEPTH_MAXIMUM, TooDeepError } from '../html/depth.js';
import { HEADINGS, INLINE_HTML, isBlock, LISTS, PREFORMATTED } from '../html/elements.js';
import { writeAttributes, writeHtml } from '../html/serialize.js';
import { type HtmlElement, type HtmlNode, isElement, textContent } from '../html/tree.js';
import { findLinkedIds, isTextOnly } from '../html/visible.js';
import { InlineBuilder, type Mark } from './inline-builder.js';
import { replaceUnreadableMarks } from './readable-marks.js';
import { buildTable } from './table.js';

/** @param nodes as `visibleNodes` returns them. @throws TooDeepError for lists and quotations nested too deep */
export function buildBlocks(nodes: readonly HtmlNode[]): readonly RootContent[] {
  const builder = new BlockBuilder({ linkedIds: findLinkedIds(nodes), depth: 0 }, []);
  builder.addNodes(nodes);
  return builder.finish();
}

interface Surroundings {
  /** Ids that links within the text lead to. */
  readonly linkedIds: ReadonlySet<string>;
  /** Number of lists and quotations around the block. */
  readonly depth: number;
}

const markByElement: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ['em', { kind: 'emphasis' }],
  ['i', { kind: 'emphasis' }],
  ['strong', { kind: 'strong' }],
  ['b', { kind: 'strong' }],
  ['del', { kind: 'delete' }],
  ['s', { kind: 'delete' }],
  ['strike', { kind: 'delete' }],
]);

export class BlockBuilder {
  readonly #surroundings: Surroundings;
  readonly #inline: InlineBuilder;
  /** Whether the content is one line, as in a heading or a cell of a table. */
  readonly #isOneLine: boolean;
  readonly #blocks: BlockContent[] = [];

  /** @param marks the marks that are open around the block */
  constructor(place: Surroundings, marks: readonly Mark[], isOneLine = false) {
    this.#surroundings = place;
    this.#inline = new InlineBuilder(marks);
    this.#isOneLine = isOneLine;
  }

  finish(): BlockContent[] {
    this.#endParagraph();
    return this.#blocks;
  }

  /** @returns the line of a builder for one line; line breaks in it are HTML */
  finishLine(): PhrasingContent[] {
    const withBreaks = replaceUnreadableMarks(this.#inline.take());
    return replaceBreaks(withBreaks);
  }

  addNodes(nodes: readonly HtmlNode[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') this.#inline.addText(node);
      else if (isElement(node)) this.#addElement(node);
      else this.#inline.addNode({ type: 'verbatim', value: node.verbatim });
    }
  }

  #addElement(node: HtmlElement): void {
    if (isBlock(node.name)) this.#addBlock(node);
    else this.#addInline(node);
  }

  #addInline(node: HtmlElement): void {
    const { name, attributes, children } = node;
    const mark = markByElement.get(name);
    if (name === 'br') this.#inline.addBreak();
    else if (name === 'img') this.#addImage(node);
    else if (name === 'code' || name === 'tt') this.#addCode(node);
    else if (name === 'a') this.#addLink(node);
    else if (name === 'input') this.#inline.addText(attributes.has('checked') ? '[x] ' : '[ ] ');
    else if (mark !== undefined) {
      this.#addAnchor(node);
      this.#addMarked(mark, children);
    } else if (INLINE_HTML.has(name)) {
      this.#addMarked({ kind: 'html', name, openingTag: `<${name}${writeAttributes(attributes)}>` }, children);
    } else {
      this.#addAnchor(node);
      this.addNodes(children);
    }
  }

  #addMarked(mark: Mark, children: readonly HtmlNode[]): void {
    this.#inline.openMark(mark);
    this.addNodes(children);
    this.#inline.closeMark();
  }

  #addImage(node: HtmlElement): void {
    const { attributes } = node;
    this.#addAnchor(node);
    const [url = '', alt = '', title] = ['src', 'alt', 'title'].map((name) => attributes.get(name));
    this.#inline.addNode({ type: 'image', url, alt, title: title ?? null });
  }

  #addCode(node: HtmlElement): void {
    this.#addAnchor(node);
    // Renderers read a backslash before a `|` in code differently.
    const isCellEnd = this.#isOneLine && textContent(node).includes('|');
    if (isCellEnd || !node.children.every(isTextOnly)) {
      this.#addMarked({ kind: 'html', name: 'code', openingTag: '<code>' }, node.children);
      return;
    }
    const text = node.children
      .map(textContent)
      .join('')
      .replace(/[\t\n\f\r ]+/g, ' ');
    const [start, end] = [text.startsWith(' ') ? 1 : 0, text.endsWith(' ') ? text.length - 1 : text.length];
    if (start === 1) this.#inline.addSpace();
    if (start < end) this.#inline.addNode({ type: 'inlineCode', value: text.slice(start, end) });
    if (end < text.length) this.#inline.addSpace();
  }

  #addLink(node: HtmlElement): void {
    const url = node.attributes.get('href');
    this.#addAnchor(node);
    if (url === undefined) {
      this.addNodes(node.children);
      return;
    }
    const title = node.attributes.get('title');
    const { additions } = this.#inline;
    this.#addMarked({ kind: 'link', url, title }, node.children);
    if (this.#inline.additions === additions)
      this.#inline.addNode({ type: 'link', url, title: title ?? null, children: [] });
  }

  /** Adds an anchor for an element that a link within the text may lead to. */
  #addAnchor({ name, attributes }: HtmlElement): void {
    const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined);
    if (id === undefined || id === '') return;
    const isKept =
      HEADINGS.has(name) || (name === 'a' && !attributes.has('href')) || this.#surroundings.linkedIds.has(id);
    if (isKept) this.#inline.addNode({ type: 'html', value: `<a${writeAttributes(new Map([['id', id]]))}></a>` });
  }

  #endParagraph(): void {
    if (this.#isOneLine) {
      if (!this.#inline.isEmpty) this.#inline.addBreak();
      return;
    }
    const children = replaceUnreadableMarks(this.#inline.take());
    if (children.length > 0) this.#blocks.push({ type: 'paragraph', children });
  }

  #addBlock(node: HtmlElement): void {
    this.#endParagraph();
    if (this.#isOneLine) {
      this.#addAnchor(node);
      this.addNodes(node.children);
      this.#endParagraph();
      return;
    }
    const { name, children } = node;
    if (HEADINGS.has(name)) this.#addHeading(node);
    else if (name === 'hr') this.#blocks.push({ type: 'thematicBreak' });
    else {
      this.#addAnchor(node);
      if (LISTS.has(name)) this.#addList(node);
      else if (name === 'blockquote') this.#addQuote(children);
      else if (PREFORMATTED.has(name)) this.#addPreformatted(node);
      else if (name === 'table') this.#addTable(node);
      else if (name === 'dl') this.#addHtml(writeHtml([node]));
      else if (name === 'details') this.#addDetails(node);
      else this.addNodes(children);
    }
    this.#endParagraph();
  }

  #addHtml(value: string): void {
    this.#endParagraph();
    this.#blocks.push({ type: 'html', value });
  }

  #addHeading(node: HtmlElement): void {
    const line = this.#startLine();
    line.#addAnchor(node);
    line.addNodes(node.children);
    const children = line.finishLine();
    const depth = Number(node.name.slice(1));
    if (children.length > 0 && isDepth(depth)) this.#blocks.push({ type: 'heading', depth, children });
  }

  #startLine(): BlockBuilder {
    return new BlockBuilder(this.#surroundings, this.#inline.marks, true);
  }

  /** @returns the blocks of a list item or a quotation */
  #buildContained(children: readonly HtmlNode[], anchorOf?: HtmlElement): BlockContent[] {
    const depth = this.#surroundings.depth + 1;
    if (depth > CONTAINER_DEPTH_MAXIMUM) throw new TooDeepError('lists and quotations', CONTAINER_DEPTH_MAXIMUM);
    const inner = new BlockBuilder({ ...this.#surroundings, depth }, this.#inline.marks);
    if (anchorOf !== undefined) inner.#addAnchor(anchorOf);
    inner.addNodes(children);
    return inner.finish();
  }

  #addQuote(children: readonly HtmlNode[]): void {
    this.#endParagraph();
    const blocks = this.#buildContained(children);
    if (blocks.length > 0) this.#blocks.push({ type: 'blockquote', children: blocks });
  }

  #addList(list: HtmlElement): void {
    this.#endParagraph();
    const items: ListItem[] = [];
    for (const child of list.children) {
      if (isElement(child) && child.name === 'li') items.push(this.#buildListItem(child));
      else if (isElement(child) && LISTS.has(child.name)) addToLast(items, this.#buildContained([child]));
      else if (textContent(child).trim() !== '') addToLast(items, this.#buildContained([child]));
    }
    const ordered = list.name === 'ol';
    const writtenStart = Number.parseInt(list.attributes.get('start') ?? '1', 10);
    const isValidStart = writtenStart >= 0 && writtenStart <= 999_999_999;
    const start = isValidStart ? writtenStart : 1;
    if (items.length === 0) return;
    const spread = items.some((item) => item.spread === true);
    this.#blocks.push({
      type: 'list',
      ordered,
      start: ordered ? start : null,
      spread,
      children: items,
    });
  }

  #buildListItem(item: HtmlElement): ListItem {
    const { checked, children } = removeCheckBox(item.children);
    const blocks = this.#buildContained(children, item);
    // Only a paragraph has a place for the check box.
    const isTask = checked !== undefined && blocks[0]?.type === 'paragraph';
    return { type: 'listItem', spread: isSpread(blocks), checked: isTask ? checked : null, children: blocks };
  }

  #addPreformatted(node: HtmlElement): void {
    this.#endParagraph();
    const isCode = node.children.every(isTextOnly);
    if (!isCode) {
      this.#addHtml(writeHtml([{ ...node, name: 'pre' }]));
      return;
    }
    const value = textContent(node).replace(/\r\n?/g, '\n').replace(/\n$/, '');
    if (value.trim() === '') return;
    const code = node.children.find((child) => isElement(child) && child.name === 'code');
    const classes = [node, code].map((child) =>
      child !== undefined && isElement(child) ? (child.attributes.get('class') ?? '') : '',
    );
    const [, language] = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(classes.join(' ')) ?? [];
    const details = node.attributes.get('data-meta');
    // A language must stand before the details.
    const lang = language ?? (details === undefined ? null : 'text');
    this.#blocks.push({ type: 'code', lang, meta: details ?? null, value });
  }

  #addTable(table: HtmlElement): void {
    this.#endParagraph();
    for (const caption of table.children)
      if (isElement(caption) && caption.name === 'caption') this.addNodes(caption.children);
    this.#endParagraph();
    const block = buildTable(table, (cell) => {
      const line = this.#startLine();
      line.#addAnchor(cell);
      line.addNodes(cell.children);
      return line.finishLine();
    });
    if (block !== undefined) this.#blocks.push(block);
  }

  #addDetails(node: HtmlElement): void {
    const isSummary = (child: HtmlNode): boolean => isElement(child) && child.name === 'summary';
    const summary = node.children.find(isSummary);
    const summaryHtml =
      summary !== undefined && isElement(summary) ? `\n<summary>${writeHtml(summary.children).trim()}</summary>` : '';
    this.#addHtml(`<details${node.attributes.has('open') ? ' open' : ''}>${summaryHtml}`);
    this.addNodes(node.children.filter((child) => child !== summary));
    this.#addHtml('</details>');
  }
}

const isDepth = (depth: number): depth is 1 | 2 | 3 | 4 | 5 | 6 => depth >= 1 && depth <= 6;

/** Whether empty lines separate the blocks of a list item: only a list may follow a paragraph without one. */
const isSpread = (blocks: ListItem['children']): boolean =>
  blocks.some(({ type }, index) => type !== (index === 0 ? 'paragraph' : 'list'));

/** Adds blocks to the last item of a list; a list without items gets one. */
function addToLast(items: ListItem[], blocks: BlockContent[]): void {
  const lastItem = items.at(-1);
  if (lastItem === undefined)
    items.push({ type: 'listItem', spread: isSpread(blocks), checked: null, children: blocks });
  else {
    lastItem.children.push(...blocks);
    lastItem.spread = isSpread(lastItem.children);
  }
}

/** @returns whether the first check box of a list item is checked; undefined if it does not begin with one */
function removeCheckBox(children: readonly HtmlNode[]): {
  readonly checked: boolean | undefined;
  readonly children: readonly HtmlNode[];
} {
  const index = children.findIndex((child) => typeof child !== 'string' || child.trim() !== '');
  const first = children[index];
  if (first === undefined || !isElement(first)) return { checked: undefined, children };
  const following = children.slice(index + 1);
  if (first.name === 'input') return { checked: first.attributes.has('checked'), children: following };
  if (first.name !== 'p' && first.name !== 'label') return { checked: undefined, children };
  const inner = removeCheckBox(first.children);
  if (inner.checked === undefined) return { checked: undefined, children };
  return { checked: inner.checked, children: [{ ...first, children: inner.children }, ...following] };
}

/** @returns the nodes with line breaks as HTML, because one line of Markdown cannot contain other breaks */
function replaceBreaks(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node): PhrasingContent => {
    if (node.type === 'break') return { type: 'html', value: '<br>' };
    return 'children' in node ? changeChildren(node, replaceBreaks) : node;
  });
}

type Parent = Extract<PhrasingContent, { readonly children: unknown }>;

const changeChildren = <Node extends Parent>(
  node: Node,
  change: (nodes: readonly PhrasingContent[]) => PhrasingContent[],
): Node => ({
  ...node,
  children: change(node.children),
});
