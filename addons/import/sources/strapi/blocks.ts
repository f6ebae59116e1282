/**
 * Strapi's rich text in blocks → a tree of HTML, which becomes Markdown.
 *
 * Elsewhere: the tree and its conversion (text), attributes of other types (attribute-values).
 */
import { codeBlock, element, type HtmlNode, withLineBreaks } from '../../text/html/tree.js';
import { at, type Json, listAt, numberAt, textAt } from '../../value/json.js';

const elementOfMark = [
  ['code', 'code'],
  ['underline', 'u'],
  ['strikethrough', 'del'],
  ['italic', 'em'],
  ['bold', 'strong'],
] as const;

type Report = (type: string) => void;

/** @param lost called with each type of node that is not known; the text stays */
export const blockNodes = (blocks: readonly Json[], lost: Report): readonly HtmlNode[] =>
  blocks.flatMap((block) => blockNode(block, lost));

const plainText = (node: Json): string => textAt(node, 'text') ?? listAt(node, 'children').map(plainText).join('');

function blockNode(node: Json, lost: Report): readonly HtmlNode[] {
  const children = (): readonly HtmlNode[] => blockNodes(listAt(node, 'children'), lost);
  switch (textAt(node, 'type')) {
    case 'text':
      return markedText(node);
    case 'paragraph':
      return [element('p', {}, children())];
    case 'heading': {
      const level = Math.min(6, Math.max(1, numberAt(node, 'level') ?? 1));
      return [element(`h${level}`, {}, children())];
    }
    case 'list':
      return [element(textAt(node, 'format') === 'ordered' ? 'ol' : 'ul', {}, children())];
    case 'list-item':
      return [element('li', {}, children())];
    case 'quote':
      return [element('blockquote', {}, children())];
    case 'code':
      return [codeBlock(plainText(node), textAt(node, 'language') ?? '')];
    case 'link':
      return [element('a', { href: textAt(node, 'url') ?? '' }, children())];
    case 'image': {
      const src = textAt(node, 'image', 'url') ?? '';
      return [element('p', {}, [element('img', { src, alt: textAt(node, 'image', 'alternativeText') ?? '' }, [])])];
    }
    default:
      lost(textAt(node, 'type') ?? 'unknown');
      return children();
  }
}

function markedText(node: Json): readonly HtmlNode[] {
  let nodes = withLineBreaks(textAt(node, 'text') ?? '');
  for (const [mark, name] of elementOfMark) if (at(node, mark) === true) nodes = [element(name, {}, nodes)];
  return nodes;
}
