/**
 * Portable text → Markdown: its maker's renderer writes HTML, in which what leads to documents and files is a link.
 */
import { toHTML } from '@portabletext/to-html';
import type { ImageValue } from '../../../../src/content/model/index.js';
import { codeHtml, escapeHtml, HtmlConverter, raw } from '../../text/html.js';
import { markdownImage, markdownLink } from '../../text/markdown.js';
import { at, isObject, type Json, listAt, parseJson, textAt } from '../../value/json.js';

export interface PortableContext {
  /** @returns undefined where there is no such document */
  target(id: string): { readonly title: string; readonly url: string } | undefined;
  /** @returns undefined where the value is no image or file */
  asset(value: Json): { readonly asset: ImageValue; readonly isImage: boolean } | undefined;
  lost(reason: string): void;
}

type Blocks = Parameters<typeof toHTML>[0];

/** Whether a list holds text, and not only other things. */
export const isPortableText = (value: Json): boolean =>
  Array.isArray(value) &&
  value.some((block) => textAt(block, '_type') === 'block' && listAt(block, 'children').length > 0);

const areBlocks = (value: unknown): value is Blocks => Array.isArray(value);

const jsonOf = (value: unknown): Json => parseJson(JSON.stringify(value) ?? 'null');

/** @returns Markdown */
export function portableTextToMarkdown(value: Json, context: PortableContext): string {
  const converter = new HtmlConverter((reason) => context.lost(reason));
  const blocks: unknown = value;
  if (!areBlocks(blocks)) return '';
  const html = toHTML(blocks, {
    onMissingComponent: false,
    components: {
      unknownType: ({ value: object, isInline }) => {
        const shown = custom(jsonOf(object), context);
        return isInline ? shown : `<p>${shown}</p>`;
      },
      types: { code: ({ value: object }) => codeBlock(jsonOf(object)) },
      unknownMark: ({ value: mark, children, markType }) => marked(jsonOf(mark), String(markType), children, context),
      unknownBlockStyle: ({ children }) => `<p>${children ?? ''}</p>`,
    },
  });
  return converter.convert(html);
}

/** The language, the file name and the lines that are to stand out, as sites write them behind a fence. */
function codeBlock(block: Json): string {
  const name = textAt(block, 'filename') ?? '';
  const lines = listAt(block, 'highlightedLines').map(String);
  return codeHtml(textAt(block, 'code') ?? '', [
    textAt(block, 'language') ?? '',
    ...(name === '' ? [] : [`filename="${name}"`]),
    ...(lines.length > 0 ? [`{${lines.join(',')}}`] : []),
  ]);
}

function custom(object: Json, context: PortableContext): string {
  const type = textAt(object, '_type') ?? 'an object';
  const code = [object, at(object, 'code') ?? null].find((each) => textAt(each, 'code') !== undefined);
  if (code !== undefined) return codeBlock(code);
  const file = context.asset(object);
  if (file !== undefined) {
    const { asset, isImage } = file;
    const alt = asset.altText ?? '';
    return raw(isImage ? markdownImage(alt, asset.url) : markdownLink(asset.fileName ?? asset.url, asset.url));
  }
  const id = textAt(object, '_ref');
  if (id !== undefined) {
    const target = context.target(id);
    if (target === undefined) context.lost('links in text to documents that are not in the export');
    return target === undefined ? '' : raw(markdownLink(target.title, target.url));
  }
  if (['break', 'divider', 'hr', 'horizontalRule', 'line'].includes(type)) return '<hr>';
  const url = textAt(object, 'url') ?? textAt(object, 'href');
  if (url !== undefined && isObject(object)) {
    const more = Object.keys(object).filter(
      (key) => !key.startsWith('_') && key !== 'url' && key !== 'href' && key !== 'title',
    );
    if (more.length > 0) context.lost(`members of embedded ${type} objects: ${more.join(', ')}`);
    return raw(markdownLink(textAt(object, 'title') ?? type, url));
  }
  context.lost(`embedded objects of the type ${type}`);
  return '';
}

function marked(mark: Json, type: string, children: string, context: PortableContext): string {
  const id = textAt(mark, '_ref') ?? textAt(mark, 'reference', '_ref') ?? textAt(mark, 'item', '_ref');
  if (id !== undefined) {
    const target = context.target(id);
    if (target === undefined) context.lost('links in text to documents that are not in the export');
    return target === undefined ? children : `<a href="${escapeHtml(target.url)}">${children}</a>`;
  }
  const href = textAt(mark, 'href') ?? textAt(mark, 'url');
  if (href !== undefined) return `<a href="${escapeHtml(href)}">${children}</a>`;
  context.lost(`marks of the type ${type}; the text stays`);
  return children;
}
