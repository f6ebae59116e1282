/**
 * Builds the content of one block as phrasing content of mdast: texts, marks and line breaks.
 *
 * White space is collapsed as a browser does, and moved outside of marks, because Markdown does not read a mark that begins or
 * ends with a space. Elsewhere: blocks (block-builder), marks that Markdown cannot read at their place (readable-marks).
 */
import type { PhrasingContent } from 'mdast';

/** A mark around text, such as emphasis, a link or an HTML element. */
export type Mark =
  | { readonly kind: 'emphasis' | 'strong' | 'delete' }
  | { readonly kind: 'link'; readonly url: string; readonly title: string | undefined }
  | { readonly kind: 'html'; readonly name: string; readonly openingTag: string };

/** An open mark, with the content that was added so far. */
interface OpenMark {
  readonly mark: Mark | undefined;
  readonly children: PhrasingContent[];
}

/** White space other than single spaces. */
const uncollapsed = /[\t\n\f\r]| {2}/;

export class InlineBuilder {
  readonly #root: OpenMark = { mark: undefined, children: [] };
  /** From outside to inside; a mark within one of the same kind repeats its entry. */
  readonly #open: OpenMark[] = [this.#root];
  #hasSpace = false;
  #breaks = 0;
  #additions = 0;

  constructor(marks: readonly Mark[] = []) {
    for (const mark of marks) this.openMark(mark);
  }

  /** The marks that are open, from outside to inside. */
  get marks(): readonly Mark[] {
    return this.#open.flatMap(({ mark }) => mark ?? []);
  }

  get isEmpty(): boolean {
    return this.#root.children.length === 0 && this.#open.every(({ children }) => children.length === 0);
  }

  /** Number of additions; unchanged after an empty element. */
  get additions(): number {
    return this.#additions;
  }

  /** Adds text, whose white space is collapsed. */
  addText(text: string): void {
    const collapsed = uncollapsed.test(text) ? text.replace(/[\t\n\f\r ]+/g, ' ') : text;
    const start = collapsed.startsWith(' ') ? 1 : 0;
    const end = collapsed.length - (collapsed.endsWith(' ') ? 1 : 0);
    if (start === 1) this.#hasSpace = true;
    if (start >= end) return;
    this.#flushSpace();
    this.#append(this.#innermost, collapsed.slice(start, end));
    this.#hasSpace = end < collapsed.length;
  }

  addBreak(): void {
    this.#breaks += 1;
  }

  addSpace(): void {
    this.#hasSpace = true;
  }

  addNode(node: PhrasingContent): void {
    this.#flushSpace();
    // Two pieces of code side by side would have one fence between them.
    if (node.type === 'inlineCode') appendNodes(this.#innermost.children, [node]);
    else this.#innermost.children.push(node);
    this.#additions += 1;
  }

  openMark(mark: Mark): void {
    // Marks of one kind within each other are one mark.
    const openMarkOfKind = this.#open.find((open) => open.mark?.kind === mark.kind && mark.kind !== 'html');
    this.#open.push(
      openMarkOfKind === undefined ? { mark, children: [] } : { mark: undefined, children: this.#innermost.children },
    );
  }

  closeMark(): void {
    const closed = this.#open.pop();
    if (closed?.mark !== undefined && closed.children.length > 0)
      appendMark(this.#innermost.children, closed.mark, closed.children);
  }

  /** @returns the collected content, and starts again with the same open marks */
  take(): PhrasingContent[] {
    const marks = this.marks;
    while (this.#open.length > 1) this.closeMark();
    const content = this.#root.children.splice(0);
    this.#hasSpace = false;
    this.#breaks = 0;
    for (const mark of marks) this.openMark(mark);
    return content;
  }

  get #innermost(): OpenMark {
    return this.#open.at(-1) ?? this.#root;
  }

  /** Writes the pending space or line breaks, outside of marks that are still empty. */
  #flushSpace(): void {
    const [hasSpace, breaks] = [this.#hasSpace, this.#breaks];
    this.#hasSpace = false;
    this.#breaks = 0;
    if (!hasSpace && breaks === 0) return;
    let index = this.#open.length - 1;
    while (index > 0 && this.#open[index]?.children.length === 0) index -= 1;
    const outer = this.#open[index] ?? this.#root;
    // No block begins with white space.
    if (outer.children.length === 0) return;
    if (breaks === 0) this.#append(outer, ' ');
    else for (let count = 0; count < breaks; count += 1) outer.children.push({ type: 'break' });
  }

  #append({ children }: OpenMark, text: string): void {
    const lastNode = children.at(-1);
    if (lastNode?.type === 'text') lastNode.value += text;
    else children.push({ type: 'text', value: text });
    this.#additions += 1;
  }
}

/** Adds a closed mark; a mark right after another of its kind continues it. */
function appendMark(siblings: PhrasingContent[], mark: Mark, children: PhrasingContent[]): void {
  switch (mark.kind) {
    case 'html':
      siblings.push({ type: 'html', value: mark.openingTag }, ...children, { type: 'html', value: `</${mark.name}>` });
      break;
    case 'link':
      appendNodes(siblings, [{ type: 'link', url: mark.url, title: mark.title ?? null, children }]);
      break;
    default:
      appendNodes(siblings, [{ type: mark.kind, children }]);
  }
}

/** Adds nodes; a text, a mark or a link that continues the last node becomes part of it. */
function appendNodes(siblings: PhrasingContent[], [first, ...followingNodes]: readonly PhrasingContent[]): void {
  const lastNode = siblings.at(-1);
  if (first === undefined) return;
  if (first.type === 'text' && lastNode?.type === 'text') lastNode.value += first.value;
  else if (first.type === 'inlineCode' && lastNode?.type === 'inlineCode') lastNode.value += first.value;
  else if (
    first.type === 'link' &&
    lastNode?.type === 'link' &&
    first.url === lastNode.url &&
    first.title === lastNode.title
  )
    appendNodes(lastNode.children, first.children);
  else if (first.type === 'emphasis' && lastNode?.type === 'emphasis') appendNodes(lastNode.children, first.children);
  else if (first.type === 'strong' && lastNode?.type === 'strong') appendNodes(lastNode.children, first.children);
  else if (first.type === 'delete' && lastNode?.type === 'delete') appendNodes(lastNode.children, first.children);
  else siblings.push(first);
  siblings.push(...followingNodes);
}
