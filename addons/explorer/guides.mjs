/**
 * Writes the guides at `/docs/guide`: the Markdown pages of `docs` that developers of a front end need, as HTML.
 *
 * HTML in the Markdown is removed; a link to a page that is not a guide becomes plain text.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Name in the address → file, in the order in which a reader needs them. */
const GUIDES = {
  content: 'content.md',
  lists: 'ask/lists.md',
  search: 'ask/search.md',
  documents: 'ask/documents.md',
  errors: 'ask/errors.md',
  explorer: 'explorer.md',
  library: 'library.md',
  limits: 'limits.md',
  compare: 'compare.md',
  glossary: 'glossary.md',
};
const INDEX = 'index';

const names = new Map(Object.entries(GUIDES).map(([name, file]) => [file, name]));
const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const link = (href, text, isHere = false) => `<a href="${href}"${isHere ? ' aria-current="page"' : ''}>${text}</a>`;

/** Makes the ids of headings as Markdown viewers do, so that links to headings work here too. */
function slugs() {
  const seen = new Map();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  };
}

/** @returns title, chapters and HTML of a page */
function rendered(Marked, folder, file) {
  const slugOf = slugs();
  const chapters = [];
  let title = '';
  const renderer = {
    html: () => '',
    image: ({ text }) => escaped(text),
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      const id = slugOf(this.parser.parseInline(tokens, this.parser.textRenderer));
      if (depth === 1) title = html;
      if (depth === 2) chapters.push({ id, html });
      return `<h${depth} id="${escaped(id)}">${html}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens);
      if (/^(?:https?:|mailto:|#)/.test(href)) return link(escaped(href), html);
      const [path, anchor] = href.split('#');
      const target = posix.join(posix.dirname(file), path);
      const name = names.get(target);
      if (name !== undefined) return link(`${name}${anchor === undefined ? '' : `#${escaped(anchor)}`}`, html);
      return `<span title="${escaped(posix.join('docs', target))}, in the source repository">${html}</span>`;
    },
  };
  const html = new Marked({ renderer })
    .parse(readFileSync(join(folder, file), 'utf8'))
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>');
  return { title, chapters, html };
}

/**
 * @param docs folder of the Markdown files
 * @param head inline script and styles for the head of every page
 * @param icon path of the icon
 * @returns name of a page → its HTML
 */
export function guidesOf({ Marked, docs, head, icon }) {
  const guides = Object.entries(GUIDES).map(([name, file]) => ({ name, ...rendered(Marked, docs, file) }));
  const chaptersOf = ({ name, chapters }, path) =>
    `<ul>${chapters.map(({ id, html }) => `<li>${link(`${path}${name}#${escaped(id)}`, html)}</li>`).join('')}</ul>`;
  const page = (name, title, html) => {
    const [up, path] = name === INDEX ? ['../../', 'guide/'] : ['../../', ''];
    const items = guides.map((guide) => {
      const isHere = guide.name === name;
      return `<li>${link(`${path}${guide.name}`, guide.title, isHere)}${isHere ? chaptersOf(guide, path) : ''}</li>`;
    });
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · stele</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${up}${icon}">
${head}
</head>
<body>
<div class="shell guide">
<a class="skip" href="#main">Skip to the content</a>
<nav class="rail" aria-label="Guides">
<a class="wordmark" href="${up}explore"><img src="${up}${icon}" width="22" height="22" alt=""><span>stele</span></a>
<ul class="types">${items.join('')}</ul>
<ul class="types docs-links"><li>${link(`${up}docs`, 'Reference')}</li><li>${link(name === INDEX ? 'guide' : '../guide', 'Guides', name === INDEX)}</li></ul>
</nav>
<main id="main" tabindex="-1"><article class="prose">
${html}
</article></main>
</div>
</body>
</html>
`;
  };
  const index = `<h1>Guides</h1>${guides
    .map((guide) => `<h2>${link(`guide/${guide.name}`, guide.title)}</h2>${chaptersOf(guide, 'guide/')}`)
    .join('')}`;
  return new Map([
    [INDEX, page(INDEX, 'Guides', index)],
    ...guides.map(({ name, title, html }) => [name, page(name, title.replace(/<[^>]*>/g, ''), html)]),
  ]);
}
