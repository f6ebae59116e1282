/**
 * What WordPress writes into posts → Markdown: blocks, shortcodes, and HTML without paragraphs.
 */

import { HtmlConverter, raw } from '../../text/html.js';
import { markdownImage, markdownLink } from '../../text/markdown.js';
import { type Json, numberAt, parseJson, textAt } from '../../value/json.js';

export interface GalleryImage {
  readonly url: string;
  readonly alt: string;
}

export interface ContentContext {
  /** @returns the image of an attachment; undefined where there is none */
  image(id: string): GalleryImage | undefined;
  /** @returns the images that were uploaded to this post, for a gallery that names none */
  ownImages(): readonly GalleryImage[];
  /** @returns where an item of the site is delivered; undefined where it is not in the export */
  path(id: string): string | undefined;
  lost(reason: string): void;
  note(what: string): void;
}

const blockTags =
  'address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul|video';
const startsWithBlock = new RegExp(`^\\s*</?(?:${blockTags})\\b`, 'i');
const verbatim = /<(pre|script|style|textarea)\b[\s\S]*?<\/\1\s*>/gi;

/** Blank lines as paragraphs and line ends as breaks, as WordPress shows posts of its classic editor. */
function withParagraphs(html: string): string {
  const kept: string[] = [];
  const marked = html.replace(/\r\n?/g, '\n').replace(verbatim, (piece) => {
    kept.push(piece);
    return `\n\n<pre data-kept="${kept.length - 1}"></pre>\n\n`;
  });
  const parts = marked.split(/\n[ \t]*\n+/).map((part) => {
    const trimmed = part.trim();
    if (trimmed === '') return '';
    return startsWithBlock.test(trimmed) ? trimmed : `<p>${trimmed.replace(/\n/g, '<br>\n')}</p>`;
  });
  return parts.join('\n').replace(/<pre data-kept="(\d+)"><\/pre>/g, (_, index: string) => kept[Number(index)] ?? '');
}

const shortcode = /\[(\[?)(\/?)([A-Za-z][\w-]*)((?:\s+[^\]]*?)?)\s*(\/?)\](?!\()(\]?)/g;
const pair = (name: string): RegExp => new RegExp(`\\[${name}\\b([^\\]]*)\\]([\\s\\S]*?)\\[/${name}\\]`, 'gi');

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'\\]]+))`, 'i').exec(attributes);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

/** Shortcodes that WordPress itself knows become what they show; others stay as they are written. */
function shortcodes(html: string, context: ContentContext): string {
  const known = html
    .replace(
      pair('caption'),
      (_, attributes: string, inner: string) => `${inner} ${attribute(attributes, 'caption') ?? ''}`,
    )
    .replace(pair('embed'), (_, __, url: string) => raw(markdownLink(url.trim(), url.trim())))
    .replace(/\[gallery\b([^\]]*)\]/gi, (_, attributes: string) => gallery(attributes, context))
    .replace(/\[(audio|video)\b([^\]]*)\](?:\s*\[\/\1\])?/gi, (whole, kind: string, attributes: string) => {
      const url = ['src', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'webm', 'wav', 'flv', 'wmv']
        .map((name) => attribute(attributes, name))
        .find((each) => each !== undefined);
      return url === undefined ? whole : raw(markdownLink(kind.toLowerCase(), url));
    });
  return known.replace(shortcode, (whole, doubled: string, _close: string, name: string) => {
    if (doubled === '[') return raw(whole.slice(1, -1));
    context.note(`shortcodes kept as they are written: [${name}]`);
    return raw(whole);
  });
}

function gallery(attributes: string, context: ContentContext): string {
  const named = attribute(attributes, 'ids') ?? attribute(attributes, 'include');
  const images = named === undefined ? context.ownImages() : namedImages(named, context);
  return images.map(({ alt, url }) => `<p>${raw(markdownImage(alt, url))}</p>`).join('\n');
}

function namedImages(named: string, context: ContentContext): readonly GalleryImage[] {
  const ids = named.split(/[\s,]+/).filter((id) => id !== '');
  return ids.flatMap((id) => {
    const image = context.image(id);
    if (image === undefined) context.lost('gallery images that are not in the export');
    return image ?? [];
  });
}

/** A block without HTML of its own. Its settings never hold what ends a comment: WordPress escapes it. */
const emptyBlock = /<!--\s+wp:([a-z][\w/-]*)(?:\s+(\{(?:(?!-->)[\s\S])*\}))?\s+\/-->/g;

/** Blocks without HTML of their own: links say where they lead, others the site fills when it is shown. */
function blocks(html: string, context: ContentContext): string {
  return html.replace(emptyBlock, (_, name: string, settings: string | undefined) => {
    if (['spacer', 'separator', 'nextpage', 'more'].includes(name)) return '';
    const told = settingsOf(settings);
    const ref = numberAt(told, 'ref');
    const url = name === 'block' && ref !== undefined ? context.path(String(ref)) : textAt(told, 'url');
    if (url === undefined) {
      context.lost(`blocks that WordPress fills only when it shows the page: ${name}`);
      return '';
    }
    return `<p>${raw(markdownLink(textAt(told, 'label') ?? textAt(told, 'service') ?? name, url))}</p>`;
  });
}

function settingsOf(settings: string | undefined): Json {
  try {
    return parseJson(settings ?? '{}');
  } catch {
    return {};
  }
}

/** @returns Markdown */
export function postToMarkdown(html: string, context: ContentContext): string {
  const hasBlocks = /<!--\s+wp:/.test(html);
  const converter = new HtmlConverter((element) => context.lost(`${element} elements, which Markdown cannot express`));
  // Code shows brackets and angles as they are.
  const code: string[] = [];
  const guarded = html.replace(/<(pre|code)\b[\s\S]*?<\/\1\s*>/gi, (piece) => {
    code.push(piece);
    return `\uE000${code.length - 1}\uE001`;
  });
  const shown = shortcodes(blocks(guarded, context), context).replace(
    /\uE000(\d+)\uE001/g,
    (_, index: string) => code[Number(index)] ?? '',
  );
  return converter.convert(hasBlocks ? shown : withParagraphs(shown));
}
