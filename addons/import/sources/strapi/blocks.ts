/**
 * Converts rich text in blocks of Strapi to a tree of HTML.
 *
 * Elsewhere: the tree and its conversion (text), attributes of other types (attribute-values).
 */
import { codeBlock, element, type HtmlNode, withLineBreaks } from '../../text/html/tree.js';
import { type Json, listAt, memberAt, numberAt, textAt } from '../../value/json.js';

const elementByMark = [
  ['code', 'code'],
  ['underline', 'u'],
  ['strikethrough', 'del'],
  ['italic', 'em'],
  ['bold', 'strong'],
] as const;

type Report = (type: string) => void;

/** @param reportLost called with the type of each unknown node; the text of the node stays */
export const convertBlocks = (blocks: readonly Json[], reportLost: Report): readonly HtmlNode[] =>
  blocks.flatMap((block) => convertBlock(block, reportLost));

const readPlainText = (node: Json): string =>
  textAt(node, 'text') ?? listAt(node, 'children').map(readPlainText).join('');

function convertBlock(node: Json, reportLost: Report): readonly HtmlNode[] {
  const convertChildren = (): readonly HtmlNode[] => convertBlocks(listAt(node, 'children'), reportLost);
  switch (textAt(node, 'type')) {
    case 'text':
      return convertText(node);
    case 'paragraph':
      return [element('p', {}, convertChildren())];
    case 'heading': {
      const level = Math.min(6, Math.max(1, numberAt(node, 'level') ?? 1));
      return [element(`h${level}`, {}, convertChildren())];
    }
    case 'list':
      return [element(textAt(node, 'format') === 'ordered' ? 'ol' : 'ul', {}, convertChildren())];
    case 'list-item':
      return [element('li', {}, convertChildren())];
    case 'quote':
      return [element('blockquote', {}, convertChildren())];
    case 'code':
      return [codeBlock(readPlainText(node), textAt(node, 'language') ?? '')];
    case 'link':
      return [element('a', { href: textAt(node, 'url') ?? '' }, convertChildren())];
    case 'image': {
      const src = textAt(node, 'image', 'url') ?? '';
      return [element('p', {}, [element('img', { src, alt: textAt(node, 'image', 'alternativeText') ?? '' }, [])])];
    }
    default:
      reportLost(textAt(node, 'type') ?? 'unknown');
      return convertChildren();
  }
}

function convertText(node: Json): readonly HtmlNode[] {
  let nodes = withLineBreaks(textAt(node, 'text') ?? '');
  for (const [mark, name] of elementByMark) if (memberAt(node, mark) === true) nodes = [element(name, {}, nodes)];
  return nodes;
}
