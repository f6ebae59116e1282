/**
 * HTML → Markdown, by turndown. What Markdown has no form for is kept where it can be, and told of where it cannot.
 *
 * `<x-raw>` holds text that goes through as it is.
 */
/// <reference path="./turndown.d.ts" />
import gfm from '@joplin/turndown-plugin-gfm';
import { decodeHTML } from 'entities';
import TurndownService, { type TurndownNode } from 'turndown';
import { endTag, replaceSpans } from './spans.js';

/** Elements that play or show something from elsewhere: a link to it is left. */
const embedded: readonly string[] = ['IFRAME', 'VIDEO', 'AUDIO', 'EMBED', 'OBJECT', 'SOURCE'];
/** Elements whose contents are no text. */
const dropped: readonly string[] = ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'CANVAS', 'SVG', 'MATH'];
const controls: readonly string[] = ['FORM', 'INPUT', 'SELECT', 'TEXTAREA', 'BUTTON'];

/** For text that stands between tags. */
export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** @returns the text that a piece of HTML without tags stands for */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** @returns text that goes through the converter as it is */
export const raw = (text: string): string => `<x-raw>${escapeHtml(text)}</x-raw>`;

/** A blank within what stands behind a fence: a class has none. */
const BLANK = '\uF8FD';

/** @param info what stands behind the fence of a block of code, the language first */
export const codeHtml = (code: string, info: readonly string[]): string =>
  `<pre><code class="language-${escapeHtml(info.join(BLANK).replace(/\s/g, BLANK).replaceAll('`', ''))}">${escapeHtml(code)}</code></pre>`;

/** Stands in elements without text, which the converter would leave out; never in a text of the world. */
const FILLER = '\uF8FE';

const named =
  (names: readonly string[]) =>
  (node: TurndownNode): boolean =>
    names.includes(node.nodeName.toUpperCase());

export class HtmlConverter {
  readonly #service: TurndownService;

  /** @param lost told of every element that is left out */
  constructor(lost: (reason: string) => void) {
    const onLost = (node: TurndownNode): void =>
      lost(`${node.nodeName.toLowerCase()} elements, which Markdown cannot express`);
    const service = new TurndownService({
      headingStyle: 'atx',
      codeBlockStyle: 'fenced',
      bulletListMarker: '-',
      emDelimiter: '_',
      hr: '---',
    });
    service.use(gfm.tables).use(gfm.strikethrough).use(gfm.taskListItems);
    service.addRule('raw', { filter: named(['X-RAW']), replacement: (_, node) => node.textContent ?? '' });
    service.addRule('embedded', {
      filter: named(embedded),
      replacement: (content, node) => {
        const address = node.getAttribute('src') ?? node.getAttribute('data') ?? '';
        const inner = content.replaceAll(FILLER, '').trim();
        if (address === '') return inner;
        const title = node.getAttribute('title') ?? node.nodeName.toLowerCase();
        return `${inner === '' ? '' : `${inner}\n`}[${title.replace(/[[\]]/g, '')}](${address})`;
      },
    });
    service.addRule('dropped', {
      filter: named(dropped),
      replacement: (_, node) => {
        onLost(node);
        return '';
      },
    });
    service.addRule('controls', {
      filter: named(controls),
      replacement: (content, node) => {
        onLost(node);
        return content;
      },
    });
    this.#service = service;
  }

  /** @returns Markdown. Cost: O(length), some megabytes a second */
  convert(html: string): string {
    if (html.trim() === '') return '';
    const fenced = replaceSpans(html, /<(pre)\b/gi, endTag, (open, inner, close) => {
      const end = inner.indexOf('>');
      const code = inner.slice(end + 1);
      if (end < 0 || /^\s*<code\b/i.test(code)) return open[0] + inner + close[0];
      return `<pre${inner.slice(0, end)}><code>${code}</code></pre>`;
    });
    const filled = replaceSpans(
      fenced,
      /<(iframe|video|audio|embed|object|canvas|script|style|svg|button|select|textarea|form)\b/gi,
      () => />\s*(<\/(\w+)\s*>)?/g,
      (open, inner, close) =>
        close[2]?.toLowerCase() === open[1]?.toLowerCase()
          ? `${open[0]}${inner}>${FILLER}${close[1]}`
          : open[0] + inner + close[0],
    );
    const ended = replaceSpans(
      filled,
      /<(?:source|embed|input)\b/gi,
      () => /\/?>/g,
      (open, inner) => `${open[0]}${inner}>`,
    );
    return this.#service.turndown(ended).replaceAll(FILLER, '').replaceAll(BLANK, ' ');
  }
}
