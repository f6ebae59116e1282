/**
 * Contentful's rich text → Markdown: its maker's renderer writes HTML, in which what leads to entries and assets is a link.
 */
import { documentToHtmlString, type Options } from '@contentful/rich-text-html-renderer';
import { escapeHtml, HtmlConverter, raw } from '../../text/html.js';
import { markdownImage, markdownLink } from '../../text/markdown.js';
import { at, isObject, type Json, listAt, textAt } from '../../value/json.js';

type RichText = Parameters<typeof documentToHtmlString>[0];
type RichNode = Parameters<NonNullable<Options['renderNode']>[string]>[0];

const isRichText = (value: unknown): value is RichText =>
  typeof value === 'object' &&
  value !== null &&
  'nodeType' in value &&
  value.nodeType === 'document' &&
  'content' in value;

export interface Target {
  readonly title: string;
  readonly url: string;
  readonly isImage: boolean;
}

export interface RichTextContext {
  /** @returns undefined where there is no such entry or asset */
  target(linkType: 'Entry' | 'Asset', id: string): Target | undefined;
  lost(reason: string): void;
}

/** @returns Markdown; undefined where the value is no rich text */
export function richTextToMarkdown(value: Json, context: RichTextContext): string | undefined {
  if (!isObject(value)) return undefined;
  const converter = new HtmlConverter((reason) => context.lost(reason));
  const linked = (node: RichNode): Target | undefined => {
    const data: unknown = node.data;
    const { linkType, id } = linkIn(data);
    const found = id === undefined ? undefined : context.target(linkType === 'Asset' ? 'Asset' : 'Entry', id);
    if (found === undefined) context.lost('links in rich text to items that are not in the export');
    return found;
  };
  const embed = (node: RichNode): string => {
    const target = linked(node);
    if (target === undefined) return '';
    return raw(target.isImage ? markdownImage(target.title, target.url) : markdownLink(target.title, target.url));
  };
  const hyperlink: NonNullable<Options['renderNode']>[string] = (node, next) => {
    const text = next(node.content);
    const target = linked(node);
    return target === undefined ? text : `<a href="${escapeHtml(target.url)}">${text}</a>`;
  };
  const resource: NonNullable<Options['renderNode']>[string] = (node, next) => {
    context.lost('links in rich text to other spaces');
    return next(node.content);
  };
  const document: unknown = value;
  if (!isRichText(document)) return undefined;
  const html = documentToHtmlString(document, {
    preserveWhitespace: true,
    renderNode: {
      'embedded-entry-block': (node) => `<p>${embed(node)}</p>`,
      'embedded-entry-inline': embed,
      'embedded-asset-block': (node) => `<p>${embed(node)}</p>`,
      'entry-hyperlink': hyperlink,
      'asset-hyperlink': hyperlink,
      'resource-hyperlink': resource,
      'embedded-resource-block': resource,
      'embedded-resource-inline': resource,
    },
  });
  for (const type of unknownNodes(value)) context.lost(`nodes of the type ${type}`);
  return converter.convert(html.replaceAll('&nbsp;', '\u00A0'));
}

function linkIn(data: unknown): { readonly linkType?: string; readonly id?: string } {
  const text = JSON.stringify(data);
  const json: Json = text === undefined ? null : JSON.parse(text);
  const [id, linkType] = [textAt(json, 'target', 'sys', 'id'), textAt(json, 'target', 'sys', 'linkType')];
  return { ...(id !== undefined && { id }), ...(linkType !== undefined && { linkType }) };
}

const knownNodes: ReadonlySet<string> = new Set([
  ...['document', 'paragraph', 'text', 'heading-1', 'heading-2', 'heading-3', 'heading-4', 'heading-5', 'heading-6'],
  ...['ordered-list', 'unordered-list', 'list-item', 'hr', 'blockquote', 'hyperlink', 'entry-hyperlink'],
  ...['asset-hyperlink', 'resource-hyperlink', 'embedded-entry-block', 'embedded-entry-inline', 'embedded-asset-block'],
  ...['embedded-resource-block', 'embedded-resource-inline', 'table', 'table-row', 'table-cell', 'table-header-cell'],
]);

/** Nodes that the renderer leaves out without a word. */
function* unknownNodes(node: Json): Generator<string> {
  const type = textAt(node, 'nodeType');
  if (type !== undefined && !knownNodes.has(type)) yield type;
  for (const child of listAt(at(node, 'content'))) yield* unknownNodes(child);
}
