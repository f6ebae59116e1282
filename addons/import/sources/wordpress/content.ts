/**
 * HTML of WordPress posts → Markdown: shows blocks and shortcodes, and adds the paragraphs of the classic editor.
 *
 * Elsewhere: shortcodes that stay as they are (shortcodes), HTML itself (text/converter).
 */

import { htmlToMarkdown, type TextReport } from '../../text/converter.js';
import { decodeEntities, escapeHtml } from '../../text/entities.js';
import { buildEndTagPattern, replaceSpans } from '../../text/spans.js';
import { type Json, numberAt, parseJson, textAt } from '../../value/json.js';
import { removeMembersOnly } from './membership.js';
import { markShortcodes } from './shortcodes.js';

export interface GalleryImage {
  readonly url: string;
  readonly alt: string;
}

export interface ContentContext {
  /** @returns the image of an attachment; undefined if there is none */
  image(id: string): GalleryImage | undefined;
  /** @returns the images that were uploaded to this post, for a gallery that names none */
  ownImages(): readonly GalleryImage[];
  /** @returns the path of an item of the site; undefined if it is not in the export */
  path(id: string): string | undefined;
  readonly report: TextReport;
  note(what: string): void;
  /** Called for each part of the text that only members may read. */
  onMembersOnly(): void;
}

const buildLink = (text: string, url: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

const blockTags =
  'address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul|video';
const startsWithBlock = new RegExp(`^\\s*</?(?:${blockTags})\\b`, 'i');

/** Marks up blank lines as paragraphs and line ends as breaks, as WordPress does for posts of its classic editor. */
function addParagraphs(html: string): string {
  const verbatimElements: string[] = [];
  const marked = replaceSpans(
    html.replace(/\r\n?/g, '\n'),
    /<(pre|script|style|textarea)\b/gi,
    buildEndTagPattern,
    (open, inner, close) => {
      verbatimElements.push(open[0] + inner + close[0]);
      return `\n\n<pre data-kept="${verbatimElements.length - 1}"></pre>\n\n`;
    },
  );
  const parts = marked.split(/\n[ \t]*\n+/).map((part) => {
    const trimmed = part.trim();
    if (trimmed === '') return '';
    return startsWithBlock.test(trimmed) ? trimmed : `<p>${trimmed.replace(/\n/g, '<br>\n')}</p>`;
  });
  return parts
    .join('\n')
    .replace(/<pre data-kept="(\d+)"><\/pre>/g, (_, index: string) => verbatimElements[Number(index)] ?? '');
}

function readAttribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'\\]]+))`, 'i').exec(attributes);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** Replaces the shortcodes of WordPress by the HTML that they show. */
function showShortcodes(html: string, context: ContentContext): string {
  const paired = replaceSpans(html, /\[(caption|embed)\b/gi, buildEndPattern, (open, content, close) => {
    const end = content.indexOf(']');
    const inner = content.slice(end + 1);
    if (end < 0) return open[0] + content + close[0];
    if (open[1]?.toLowerCase() === 'embed') {
      const address = decodeEntities(inner.trim());
      return buildLink(address, address);
    }
    return `${inner} ${readAttribute(content.slice(0, end), 'caption') ?? ''}`;
  });
  const withGalleries = replaceSpans(
    paired,
    /\[gallery\b/gi,
    () => /\]/g,
    (_, attributes) => buildGallery(attributes, context),
  );
  return replaceSpans(
    withGalleries,
    /\[(audio|video)\b/gi,
    () => /\](?:\s*\[\/(?:audio|video)\])?/gi,
    (open, attributes, close) => {
      const url = ['src', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'webm', 'wav', 'flv', 'wmv']
        .map((name) => readAttribute(attributes, name))
        .find((address) => address !== undefined);
      const kind = (open[1] ?? '').toLowerCase();
      return url === undefined ? open[0] + attributes + close[0] : buildLink(kind, decodeEntities(url));
    },
  );
}

const buildEndPattern = (opening: RegExpExecArray): RegExp =>
  new RegExp(`\\[/${(opening[1] ?? '').toLowerCase()}\\]`, 'gi');

function buildGallery(attributes: string, context: ContentContext): string {
  const idList = readAttribute(attributes, 'ids') ?? readAttribute(attributes, 'include');
  const images = idList === undefined ? context.ownImages() : findImages(idList, context);
  return images.map(({ alt, url }) => `<p><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"></p>`).join('\n');
}

function findImages(idList: string, context: ContentContext): readonly GalleryImage[] {
  const ids = idList.split(/[\s,]+/).filter((id) => id !== '');
  return ids.flatMap((id) => {
    const image = context.image(id);
    if (image === undefined) context.report.lost('gallery images that are not in the export');
    return image ?? [];
  });
}

/** Replaces blocks without HTML: a block with an address becomes a link, any other is reported as lost. */
function showBlocks(html: string, context: ContentContext): string {
  // WordPress escapes `-->` in settings.
  return replaceSpans(
    html,
    /<!--\s+wp:([a-z][\w/-]*)(?=\s)/g,
    () => /-->/g,
    (open, inner, close) => {
      const [, name = ''] = open;
      if (!/\s\/$/.test(inner)) return open[0] + inner + close[0];
      if (['spacer', 'separator', 'nextpage', 'more'].includes(name)) return '';
      const settings = parseSettings(inner.slice(0, -1).trim());
      const ref = numberAt(settings, 'ref');
      const url = name === 'block' && ref !== undefined ? context.path(String(ref)) : textAt(settings, 'url');
      if (url === undefined) {
        context.report.lost(`blocks that WordPress fills only when it shows the page: ${name}`);
        return '';
      }
      return `<p>${buildLink(textAt(settings, 'label') ?? textAt(settings, 'service') ?? name, url)}</p>`;
    },
  );
}

function parseSettings(settings: string): Json {
  try {
    return parseJson(settings);
  } catch {
    return {};
  }
}

/** @returns Markdown; undefined for HTML nested too deep, which is reported */
export function postToMarkdown(html: string, context: ContentContext): string | undefined {
  const hasBlocks = /<!--\s+wp:/.test(html);
  // Code shows brackets and angles as they are.
  const code: string[] = [];
  const withoutCode = replaceSpans(html, /<(pre|code)\b/gi, buildEndTagPattern, (open, inner, close) => {
    code.push(open[0] + inner + close[0]);
    return `\uE000${code.length - 1}\uE001`;
  });
  const publicHtml = removeMembersOnly(withoutCode, context.onMembersOnly);
  const visibleHtml = showShortcodes(showBlocks(publicHtml, context), context).replace(
    /\uE000(\d+)\uE001/g,
    (_, index: string) => code[Number(index)] ?? '',
  );
  return htmlToMarkdown(hasBlocks ? visibleHtml : addParagraphs(visibleHtml), context.report, (nodes) =>
    markShortcodes(nodes, (name) => context.note(`shortcodes kept as they are written: [${name}]`)),
  );
}
