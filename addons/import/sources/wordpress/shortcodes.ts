/**
 * Shortcodes in the texts of a tree, such as `[contact-form id="1"]`: a site that shows the Markdown may replace them, so they
 * stay as they are written.
 *
 * Elsewhere: shortcodes that WordPress itself shows (content).
 */
import { PREFORMATTED } from '../../text/html/elements.js';
import { type HtmlNode, isElement } from '../../text/html/tree.js';

/** A name in brackets, with attributes; doubled brackets show one pair of brackets. */
const shortcodePattern = /\[(\[?)\/?([A-Za-z][\w-]*)(?:\s[^[\]]*|\/)?\](\]?)/g;

/** @param note called with the name of each shortcode. @returns the same tree, shortcodes being verbatim texts */
export function markShortcodes(nodes: readonly HtmlNode[], note: (name: string) => void): readonly HtmlNode[] {
  return nodes.flatMap((node): readonly HtmlNode[] => {
    if (typeof node === 'string') return node.includes('[') ? splitText(node, note) : [node];
    // Code shows brackets, too.
    if (!isElement(node) || node.name === 'code' || PREFORMATTED.has(node.name)) return [node];
    return [{ ...node, children: markShortcodes(node.children, note) }];
  });
}

function splitText(text: string, note: (name: string) => void): readonly HtmlNode[] {
  const parts: HtmlNode[] = [];
  let end = 0;
  for (const match of text.matchAll(shortcodePattern)) {
    const [written, doubled, name = ''] = match;
    const isDoubled = doubled === '[' && written.endsWith(']]');
    // If the brackets are not doubled on both sides, a second bracket on one side is text.
    const verbatim = isDoubled ? written.slice(1, -1) : written.replace(/^\[(?=\[)/, '').replace(/\]\]$/, ']');
    const start = match.index + written.indexOf(verbatim);
    if (!isDoubled) note(name);
    parts.push(text.slice(end, isDoubled ? match.index : start), { verbatim: verbatim.replace(/\s+/g, ' ') });
    end = isDoubled ? match.index + written.length : start + verbatim.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}
