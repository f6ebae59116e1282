/**
 * What a browser shows of Markdown, by others' means: markdown-it with footnotes makes HTML of it, parse5 reads that as browsers do.
 *
 * Texts are compared as the sequence of what stands between white space, after: block elements, cells, line breaks and
 * images part words, and other tags do not; `alt` is the text of an image; comments, scripts and styles have none; the
 * numbers of footnotes, and the links back from them, are not the author's text.
 */
import MarkdownIt from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** Elements that part words: blocks, cells, controls, and what is no text. Others, unknown ones too, go on within a line. */
const parting = new Set(
  `address article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt fieldset
  figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe input legend li link main
  menu menuitem nav noframes ol optgroup option p param pre search section select summary table tbody td textarea tfoot
  th thead title tr track ul audio object video`.split(/\s+/),
);

const renderer = new MarkdownIt({ html: true, linkify: true }).use(footnote);
// An address is shown as it is written.
renderer.normalizeLinkText = (url) => url;
renderer.validateLink = () => true;
renderer.disable('footnote_inline');

export const folded = (text: string): string => text.split(/\s+/).filter(Boolean).join(' ');

/** @returns the text that a browser shows of a fragment of HTML, folded */
export const shownOfHtml = (html: string): string => folded(shownOf(parseFragment(html)));

/** @returns the text that a browser shows of Markdown, folded */
export const shownOfMarkdown = (markdown: string): string => shownOfHtml(renderer.render(markdown));

function shownOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  if (!('childNodes' in node)) return '';
  const name = node.nodeName;
  if (name === 'script' || name === 'style') return '';
  if ('attrs' in node) {
    const attributeOf = (wanted: string): string => node.attrs.find((each) => each.name === wanted)?.value ?? '';
    if (name === 'img') return ` ${attributeOf('alt')} `;
    if (/^footnote-(?:ref|backref)$/.test(attributeOf('class'))) return ' ';
  }
  const inner = node.childNodes.map(shownOf).join('');
  return parting.has(name) ? ` ${inner} ` : inner;
}
