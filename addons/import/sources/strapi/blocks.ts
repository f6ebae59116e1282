/**
 * Strapi's rich text in blocks → HTML, which becomes Markdown. Its maker's renderer needs React, so this is ours.
 */
import { codeHtml, escapeHtml } from '../../text/html.js';
import { at, type Json, listAt, numberAt, textAt } from '../../value/json.js';

const marks = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strikethrough', 'del'],
  ['code', 'code'],
] as const;

const inner = (node: Json, lost: (type: string) => void): string =>
  listAt(node, 'children')
    .map((child) => blockHtml(child, lost))
    .join('');

const plain = (node: Json): string => textAt(node, 'text') ?? listAt(node, 'children').map(plain).join('');

/** @param lost told of types of nodes that are not known; the text stays */
export function blockHtml(node: Json, lost: (type: string) => void): string {
  switch (textAt(node, 'type')) {
    case 'text': {
      const words = escapeHtml(textAt(node, 'text') ?? '').replace(/\n/g, '<br>');
      return marks.reduce((html, [mark, tag]) => (at(node, mark) === true ? `<${tag}>${html}</${tag}>` : html), words);
    }
    case 'paragraph':
      return `<p>${inner(node, lost)}</p>`;
    case 'heading': {
      const level = Math.min(6, Math.max(1, numberAt(node, 'level') ?? 1));
      return `<h${level}>${inner(node, lost)}</h${level}>`;
    }
    case 'list': {
      const tag = textAt(node, 'format') === 'ordered' ? 'ol' : 'ul';
      return `<${tag}>${inner(node, lost)}</${tag}>`;
    }
    case 'list-item':
      return `<li>${inner(node, lost)}</li>`;
    case 'quote':
      return `<blockquote>${inner(node, lost)}</blockquote>`;
    case 'code':
      return codeHtml(plain(node), [textAt(node, 'language') ?? '']);
    case 'link':
      return `<a href="${escapeHtml(textAt(node, 'url') ?? '')}">${inner(node, lost)}</a>`;
    case 'image': {
      const alt = textAt(node, 'image', 'alternativeText') ?? '';
      return `<p><img src="${escapeHtml(textAt(node, 'image', 'url') ?? '')}" alt="${escapeHtml(alt)}"></p>`;
    }
    default:
      lost(textAt(node, 'type') ?? 'unknown');
      return inner(node, lost);
  }
}
