/**
 * Writes a tree as HTML for use in Markdown: only elements and attributes of text, images and links, and no empty line, because
 * an empty line ends a block of HTML.
 */
import { isBlock } from './elements.js';
import { type Attributes, type HtmlElement, type HtmlNode, isElement } from './tree.js';

const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);

/** Elements that stay. Of any other element, only the contents stay. */
const allowedElements: ReadonlySet<string> = new Set([
  ...'a b strong i em s strike del code tt sup sub u ins mark kbd abbr small q dfn var samp cite bdo bdi'.split(' '),
  ...'ruby rb rt rp img br hr p pre blockquote ul ol li dl dt dd table caption thead tbody tfoot tr th td'.split(' '),
  ...'h1 h2 h3 h4 h5 h6 details summary'.split(' '),
]);

const allowedAttributes: ReadonlySet<string> = new Set(
  'href src alt title id name colspan rowspan align start open dir lang'.split(' '),
);

const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** @returns the attributes in the notation of a tag, each after a space */
export function writeAttributes(attributes: Attributes): string {
  let html = '';
  for (const [name, value] of attributes) {
    if (!allowedAttributes.has(name)) continue;
    html += ` ${name}="${escapeText(value.replace(/\s+/g, ' ')).replace(/"/g, '&quot;')}"`;
  }
  return html;
}

/** @returns HTML in which white space is collapsed, except in preformatted text, where line feeds are references */
export const writeHtml = (nodes: readonly HtmlNode[], isPreformatted = false): string =>
  nodes.map((node) => writeNode(node, isPreformatted)).join('');

function writeNode(node: HtmlNode, isPreformatted: boolean): string {
  if (!isElement(node)) return writeText(typeof node === 'string' ? node : node.verbatim, isPreformatted);
  return allowedElements.has(node.name) ? writeElement(node, isPreformatted) : writeChildren(node, isPreformatted);
}

const writeText = (text: string, isPreformatted: boolean): string =>
  isPreformatted ? escapeText(text).replace(/\r\n?|\n/g, '&#10;') : escapeText(text.replace(/[\t\n\f\r ]+/g, ' '));

function writeElement({ name, attributes, children }: HtmlElement, isPreformatted: boolean): string {
  const tag = `<${name}${writeAttributes(attributes)}>`;
  if (voidElements.has(name)) return tag;
  return `${tag}${writeHtml(children, isPreformatted || name === 'pre')}</${name}>`;
}

/** Writes the contents of an element without its tag; the contents of a block become a paragraph. */
function writeChildren({ name, children }: HtmlElement, isPreformatted: boolean): string {
  const html = writeHtml(children, isPreformatted);
  return isBlock(name) && !isPreformatted ? `<p>${html}</p>` : html;
}
