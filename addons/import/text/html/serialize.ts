/**
 * A tree → HTML that stands in Markdown: only elements and attributes that show text, images and links, and no empty line,
 * as an empty line ends a block of HTML.
 */
import { isBlock } from './elements.js';
import { type Attributes, type HtmlElement, type HtmlNode, isElement } from './tree.js';

const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);

/** Elements that stay; of any other its contents. */
const kept: ReadonlySet<string> = new Set([
  ...'a b strong i em s strike del code tt sup sub u ins mark kbd abbr small q dfn var samp cite bdo bdi'.split(' '),
  ...'ruby rb rt rp img br hr p pre blockquote ul ol li dl dt dd table caption thead tbody tfoot tr th td'.split(' '),
  ...'h1 h2 h3 h4 h5 h6 details summary'.split(' '),
]);

const keptAttributes: ReadonlySet<string> = new Set(
  'href src alt title id name colspan rowspan align start open dir lang'.split(' '),
);

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** @returns the attributes as they stand in a tag, each after a space */
export function attributesHtml(attributes: Attributes): string {
  let html = '';
  for (const [name, value] of attributes) {
    if (!keptAttributes.has(name)) continue;
    html += ` ${name}="${escaped(value.replace(/\s+/g, ' ')).replace(/"/g, '&quot;')}"`;
  }
  return html;
}

/** @returns HTML in which white space is collapsed, except in preformatted text, where line feeds are references */
export const nodesHtml = (nodes: readonly HtmlNode[], isPreformatted = false): string =>
  nodes.map((node) => nodeHtml(node, isPreformatted)).join('');

function nodeHtml(node: HtmlNode, isPreformatted: boolean): string {
  if (!isElement(node)) return textHtml(typeof node === 'string' ? node : node.verbatim, isPreformatted);
  return kept.has(node.name) ? elementHtml(node, isPreformatted) : transparentHtml(node, isPreformatted);
}

const textHtml = (text: string, isPreformatted: boolean): string =>
  isPreformatted ? escaped(text).replace(/\r\n?|\n/g, '&#10;') : escaped(text.replace(/[\t\n\f\r ]+/g, ' '));

function elementHtml({ name, attributes, children }: HtmlElement, isPreformatted: boolean): string {
  const tag = `<${name}${attributesHtml(attributes)}>`;
  if (voidElements.has(name)) return tag;
  return `${tag}${nodesHtml(children, isPreformatted || name === 'pre')}</${name}>`;
}

/** A block that has no tag of its own stays a line of its own. */
function transparentHtml({ name, children }: HtmlElement, isPreformatted: boolean): string {
  const html = nodesHtml(children, isPreformatted);
  return isBlock(name) && !isPreformatted ? `<p>${html}</p>` : html;
}
