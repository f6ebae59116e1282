/**
 * The readable content of a tree: its text, links, images, preformatted texts and targets of links, as plain values.
 *
 * White space is collapsed as a browser does; blocks, cells and line breaks separate words. White space of any kind at the edge of a
 * block does not count, as renderers of Markdown differ there. Elsewhere: comparing (../check).
 */
import { HEADINGS, isBlock, PREFORMATTED } from './elements.js';
import { type HtmlElement, type HtmlNode, isElement, textContent } from './tree.js';
import { findLinkedIds } from './visible.js';

export interface Readable {
  readonly text: string;
  /** Addresses with the texts of the links, without white space. */
  readonly links: readonly string[];
  /** Addresses with the alternative texts. */
  readonly images: readonly string[];
  readonly preformatted: readonly string[];
  /** Ids of headings, of anchors, and of targets of links within the text. */
  readonly places: readonly string[];
}

interface Link {
  readonly href: string;
  text: string;
}

export function readTree(nodes: readonly HtmlNode[]): Readable {
  const reader = new Reader(findLinkedIds(nodes));
  reader.read(nodes);
  return {
    text: splitLines(reader.parts).join(' '),
    links: reader.links.map(({ href, text }) => `${href} ${text.replace(/\s+/g, '')}`),
    images: reader.images,
    preformatted: reader.preformatted,
    places: reader.places,
  };
}

/** Ends a line among the parts of a text. */
const LINE_END = undefined;

/** @returns the lines of a text that are not empty */
function splitLines(parts: readonly (string | typeof LINE_END)[]): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of [...parts, LINE_END]) {
    if (part !== LINE_END) line += part;
    else {
      const text = collapseSpace(line);
      if (text !== '') lines.push(text);
      line = '';
    }
  }
  return lines;
}

const collapseSpace = (text: string): string => text.replace(/[\t\n\f\r ]+/g, ' ').trim();

class Reader {
  readonly parts: (string | typeof LINE_END)[] = [];
  readonly links: Link[] = [];
  readonly images: string[] = [];
  readonly preformatted: string[] = [];
  readonly places: string[] = [];
  readonly #linkedIds: ReadonlySet<string>;
  #link: Link | undefined;

  constructor(linkedIds: ReadonlySet<string>) {
    this.#linkedIds = linkedIds;
  }

  read(nodes: readonly HtmlNode[]): void {
    for (const node of nodes) {
      if (isElement(node)) this.#readElement(node);
      else this.#add(typeof node === 'string' ? node : node.verbatim);
    }
  }

  #add(text: string): void {
    this.parts.push(text);
    if (this.#link !== undefined) this.#link.text += text;
  }

  #readElement(node: HtmlElement): void {
    const { name, attributes, children } = node;
    const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined);
    const isAnchor = HEADINGS.has(name) || (name === 'a' && !attributes.has('href'));
    const isPlace = id !== undefined && id !== '' && (isAnchor || this.#linkedIds.has(id));
    if (isPlace) this.places.push(id);
    const isParted = isBlock(name) || name === 'br';
    if (isParted) this.#endLine();
    if (name === 'img')
      this.images.push(`${attributes.get('src') ?? ''} ${collapseSpace(attributes.get('alt') ?? '')}`);
    if (name === 'input') this.#add(attributes.has('checked') ? '[x] ' : '[ ] ');
    const text = PREFORMATTED.has(name) ? textContent(node).replace(/\r\n?/g, '\n').replace(/\n$/, '') : '';
    if (text.trim() !== '') this.preformatted.push(text);
    if (name === 'a') this.#readLink(node);
    else this.read(children);
    if (isParted) this.#endLine();
  }

  #endLine(): void {
    this.parts.push(LINE_END);
  }

  /** Reads a link. Two neighbouring links with one address are one link, which continues in another block. */
  #readLink({ attributes, children }: HtmlElement): void {
    const href = attributes.get('href');
    if (href === undefined) {
      this.read(children);
      return;
    }
    const previousLink = this.links.at(-1);
    const link = previousLink?.href === href ? previousLink : { href, text: '' };
    if (link !== previousLink) this.links.push(link);
    this.#link = link;
    this.read(children);
    this.#link = undefined;
  }
}
