/**
 * The text that a browser shows for Markdown, by independent libraries: markdown-it with footnotes, then parse5.
 *
 * Texts are compared as sequences of words. Block elements, cells, line breaks and images separate words; an image
 * counts as its `alt` text; comments, scripts, styles and footnote numbers are left out.
 */
import MarkdownIt from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/**
 * Elements that separate words: blocks, cells, controls, and elements without text. Other elements, also unknown ones, continue a
 * line.
 */
const parting = new Set(
  `address article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt fieldset
  figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe input legend li link main
  menu menuitem nav noframes ol optgroup option p param pre search section select summary table tbody td textarea tfoot
  th thead title tr track ul audio object video`.split(/\s+/),
);

const renderer = new MarkdownIt({ html: true, linkify: true }).use(footnote);
// An address is shown unchanged.
renderer.normalizeLinkText = (url) => url;
renderer.validateLink = () => true;
renderer.disable('footnote_inline');

export const folded = (text: string): string => text.split(/\s+/).filter(Boolean).join(' ');

/** @returns the text that a browser shows of a fragment of HTML, folded */
export const shownOfHtml = (html: string): string => folded(shownOf(parseFragment(html)));

/** @returns the text that a browser shows of Markdown, folded */
export const shownOfMarkdown = (markdown: string): string => shownOfHtml(renderer.render(markdown));

const probe = '\uE000';
const isShownBehind = (html: string): boolean => shownOfHtml(html + probe).includes(probe);

/**
 * @returns whether a block of raw HTML ends within a tag, `<?`, `<!x` or `</3`. To a browser the tag that the renderer
 * writes next, such as `<p>`, is then part of it. An open comment, script or style is none of these: it hides the
 * blocks behind it, in our text too.
 */
export function endsWithinTag(markdown: string): boolean {
  const environment = {};
  const tokens = renderer.parse(markdown, environment);
  return tokens.some(({ type }, i) => {
    if (type !== 'html_block') return false;
    const html = renderer.renderer.render(tokens.slice(0, i + 1), renderer.options, environment);
    return !isShownBehind(html) && ['>', '">', "'>"].some((end) => isShownBehind(html + end));
  });
}

const specials: readonly (readonly [start: RegExp, end: string])[] = [
  [/<\?/g, '?>'],
  [/<!--/g, '-->'],
  [/<!\[CDATA\[/g, ']]>'],
  [/<![A-Za-z]/g, '>'],
];

/**
 * @returns whether text has an instruction, comment, declaration or CDATA section that is not closed, and one of
 *   another
 * kind. The renderer then takes no later one for raw HTML, although CommonMark does: `foo<?<!-- -->` shows `<!-- -->`.
 */
export const mixesOpenSpecials = (markdown: string): boolean =>
  renderer.parse(markdown, {}).some(({ type, content }) => {
    if (type !== 'inline') return false;
    const used = specials.filter(([start]) => content.match(start) !== null);
    const isOpen = used.some(([start, end]) =>
      [...content.matchAll(start)].some(({ index }) => !content.includes(end, index + 2)),
    );
    return isOpen && used.length > 1;
  });

/**
 * @returns whether a reference may be followed by a `(` that begins no target. The renderer then reads none at the end of
 *   a
 * text and none of an image, although CommonMark does: with `[foo]: /url`, `[foo](` is a link and `![foo](a b)` an
 * image.
 */
export function mistakesReferences(markdown: string): boolean {
  const environment: { references?: Record<string, never> } = {};
  const tokens = renderer.parse(markdown, environment);
  if (Object.keys(environment.references ?? {}).length === 0) return false;
  return tokens.some(({ type, content }) => type === 'inline' && /\]\(\s*$|!\[[\s\S]*\]\(/.test(content));
}

function shownOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  if (!('childNodes' in node)) return '';
  const name = node.nodeName;
  if (name === 'script' || name === 'style') return '';
  if ('attrs' in node) {
    const attributeOf = (wanted: string): string => node.attrs.find((each) => each.name === wanted)?.value ?? '';
    if (name === 'img') return ` ${attributeOf('alt')} `;
    if (/^footnote-(?:ref|backref)$/.test(attributeOf('class'))) return ' ';
  }
  const inner = node.childNodes.map(shownOf).join('');
  return parting.has(name) ? ` ${inner} ` : inner;
}
