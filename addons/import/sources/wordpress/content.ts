/**
 * What WordPress writes into posts → Markdown: blocks, shortcodes, and HTML without paragraphs.
 */

import { HtmlConverter, raw } from '../../text/html.js';
import { markdownImage, markdownLink } from '../../text/markdown.js';
import { endTag, replaceSpans } from '../../text/spans.js';
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

/** Blank lines as paragraphs and line ends as breaks, as WordPress shows posts of its classic editor. */
function withParagraphs(html: string): string {
  const kept: string[] = [];
  const marked = replaceSpans(
    html.replace(/\r\n?/g, '\n'),
    /<(pre|script|style|textarea)\b/gi,
    endTag,
    (open, inner, close) => {
      kept.push(open[0] + inner + close[0]);
      return `\n\n<pre data-kept="${kept.length - 1}"></pre>\n\n`;
    },
  );
  const parts = marked.split(/\n[ \t]*\n+/).map((part) => {
    const trimmed = part.trim();
    if (trimmed === '') return '';
    return startsWithBlock.test(trimmed) ? trimmed : `<p>${trimmed.replace(/\n/g, '<br>\n')}</p>`;
  });
  return parts.join('\n').replace(/<pre data-kept="(\d+)"><\/pre>/g, (_, index: string) => kept[Number(index)] ?? '');
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'\\]]+))`, 'i').exec(attributes);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

/** Shortcodes that WordPress itself knows become what they show; others stay as they are written. */
function shortcodes(html: string, context: ContentContext): string {
  const paired = replaceSpans(html, /\[(caption|embed)\b/gi, endOfShortcode, (open, whole, close) => {
    const end = whole.indexOf(']');
    const inner = whole.slice(end + 1);
    if (end < 0) return open[0] + whole + close[0];
    if (open[1]?.toLowerCase() === 'embed') return raw(markdownLink(inner.trim(), inner.trim()));
    return `${inner} ${attribute(whole.slice(0, end), 'caption') ?? ''}`;
  });
  const shown = replaceSpans(
    paired,
    /\[gallery\b/gi,
    () => /\]/g,
    (_, attributes) => gallery(attributes, context),
  );
  const played = replaceSpans(
    shown,
    /\[(audio|video)\b/gi,
    () => /\](?:\s*\[\/(?:audio|video)\])?/gi,
    (open, attributes, close) => {
      const url = ['src', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'webm', 'wav', 'flv', 'wmv']
        .map((name) => attribute(attributes, name))
        .find((each) => each !== undefined);
      const kind = (open[1] ?? '').toLowerCase();
      return url === undefined ? open[0] + attributes + close[0] : raw(markdownLink(kind, url));
    },
  );
  return replaceSpans(
    played,
    /\[(\[?)\/?([A-Za-z][\w-]*)(?=\s|\/?\])/g,
    () => /\][\](]?/g,
    (open, inner, close) => {
      const whole = open[0] + inner + close[0];
      // A link of Markdown.
      if (close[0] === '](') return whole;
      if (open[1] === '[') return raw(whole.slice(1, -1));
      context.note(`shortcodes kept as they are written: [${open[2]}]`);
      return raw(whole);
    },
  );
}

const endOfShortcode = (opening: RegExpExecArray): RegExp =>
  new RegExp(`\\[/${(opening[1] ?? '').toLowerCase()}\\]`, 'gi');

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

/** Blocks without HTML of their own: links say where they lead, others the site fills when it is shown. */
function blocks(html: string, context: ContentContext): string {
  // Settings never hold what ends a comment: WordPress escapes it.
  return replaceSpans(
    html,
    /<!--\s+wp:([a-z][\w/-]*)(?=\s)/g,
    () => /-->/g,
    (open, inner, close) => {
      const [, name = ''] = open;
      if (!/\s\/$/.test(inner)) return open[0] + inner + close[0];
      if (['spacer', 'separator', 'nextpage', 'more'].includes(name)) return '';
      const told = settingsOf(inner.slice(0, -1).trim());
      const ref = numberAt(told, 'ref');
      const url = name === 'block' && ref !== undefined ? context.path(String(ref)) : textAt(told, 'url');
      if (url === undefined) {
        context.lost(`blocks that WordPress fills only when it shows the page: ${name}`);
        return '';
      }
      return `<p>${raw(markdownLink(textAt(told, 'label') ?? textAt(told, 'service') ?? name, url))}</p>`;
    },
  );
}

function settingsOf(settings: string): Json {
  try {
    return parseJson(settings);
  } catch {
    return {};
  }
}

/** @returns Markdown */
export function postToMarkdown(html: string, context: ContentContext): string {
  const hasBlocks = /<!--\s+wp:/.test(html);
  const converter = new HtmlConverter((reason) => context.lost(reason));
  // Code shows brackets and angles as they are.
  const code: string[] = [];
  const guarded = replaceSpans(html, /<(pre|code)\b/gi, endTag, (open, inner, close) => {
    code.push(open[0] + inner + close[0]);
    return `\uE000${code.length - 1}\uE001`;
  });
  const shown = shortcodes(blocks(guarded, context), context).replace(
    /\uE000(\d+)\uE001/g,
    (_, index: string) => code[Number(index)] ?? '',
  );
  return converter.convert(hasBlocks ? shown : withParagraphs(shown));
}
