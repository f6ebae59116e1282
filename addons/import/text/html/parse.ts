/**
 * Parses HTML with parse5, by the rules of browsers. Comments and processing instructions are left out.
 *
 * Cost: O(length) for a bounded depth, some 20 MB a second. Elsewhere: the tree (tree), the bound (depth).
 */
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parseFragment, type TreeAdapter } from 'parse5';
import { ELEMENT_DEPTH_MAXIMUM, TooDeepError } from './depth.js';
import type { Attributes, HtmlNode } from './tree.js';

type Node = DefaultTreeAdapterMap['node'];

const noAttributes: Attributes = new Map();

/** Number of open elements of the parser. One text is read at a time. */
let openElements = 0;

/** Stops the parser as soon as too many elements are open, because it walks all open elements for many tags. */
const boundedAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  onItemPush() {
    openElements += 1;
    // The root and the context element are open, too.
    if (openElements > ELEMENT_DEPTH_MAXIMUM + 2) throw new TooDeepError('elements', ELEMENT_DEPTH_MAXIMUM);
  },
  onItemPop() {
    openElements -= 1;
  },
};

/** @throws TooDeepError for elements nested deeper than ELEMENT_DEPTH_MAXIMUM */
export function parseHtml(html: string): readonly HtmlNode[] {
  openElements = 0;
  return convertNodes(parseFragment(html, { treeAdapter: boundedAdapter }).childNodes, 0);
}

function convertNodes(nodes: readonly Node[], depth: number): readonly HtmlNode[] {
  if (depth > ELEMENT_DEPTH_MAXIMUM) throw new TooDeepError('elements', ELEMENT_DEPTH_MAXIMUM);
  const converted: HtmlNode[] = [];
  for (const node of nodes) {
    if (defaultTreeAdapter.isTextNode(node)) converted.push(node.value);
    else if (defaultTreeAdapter.isElementNode(node)) {
      const { attrs } = node;
      const attributes = attrs.length === 0 ? noAttributes : new Map(attrs.map(({ name, value }) => [name, value]));
      converted.push({
        name: node.tagName.toLowerCase(),
        attributes,
        children: convertNodes(node.childNodes, depth + 1),
      });
    }
  }
  return converted;
}
