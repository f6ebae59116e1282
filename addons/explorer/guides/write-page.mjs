/**
 * The frame of a guide: head, top bar with the search, the contents of all guides, the article, and its neighbours.
 *
 * All addresses are relative, so that the guides work behind any proxy. They work without scripts, too: then the search
 * is a form, and the contents are open.
 */
import { escapeHtml, writeLink } from './html.mjs';

/** Mark in the page of contents; the server inserts the results of a search, or nothing. */
export const RESULTS_MARK = '{{results}}';
/** Mark in the value of the search input, for the searched text. */
export const QUERY_MARK = '{{query}}';
/** Mark in pages with examples; the server inserts the path of the sample content that it serves, or nothing. */
export const BOOKSHOP_MARK = '{{bookshop}}';
/** Mark in the page of a wrong address; the server inserts the address. */
export const ADDRESS_MARK = '{{address}}';

const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const withoutTags = (html) => html.replace(/<[^>]*>/g, '');

const writeHeadings = ({ name, headings }, folder) =>
  headings.length === 0
    ? ''
    : `<ul>${headings.map(({ id, html }) => `<li>${writeLink(`${folder}${name}#${escapeHtml(id)}`, html)}</li>`).join('')}</ul>`;

const isTopLevel = ({ parent }) => parent === undefined;
const listChildren = (guides, { name }) => guides.filter(({ parent }) => parent === name);

/**
 * A guide that is listed below another is shown only if one of the two is open.
 *
 * @param current name of the shown guide; undefined for the page of contents
 */
function writeContents(parts, current, folder) {
  const writePart = ({ title, guides }) => {
    const writeGuide = (guide) => {
      const isCurrent = guide.name === current;
      const link = writeLink(`${folder}${guide.name}`, guide.title, isCurrent);
      const headings = isCurrent ? writeHeadings(guide, folder).replaceAll(`href="${guide.name}#`, 'href="#') : '';
      const children = listChildren(guides, guide);
      const isOpen = isCurrent || children.some(({ name }) => name === current);
      const list = isOpen && children.length > 0 ? `<ol>${children.map(writeGuide).join('')}</ol>` : '';
      return `<li>${link}${headings}${list}</li>`;
    };
    return `<h2>${escapeHtml(title)}</h2><ol>${guides.filter(isTopLevel).map(writeGuide).join('')}</ol>`;
  };
  return parts.map(writePart).join('\n');
}

/** A guide below another leads back to it, and on to the guide after it: a reader needs one of them. */
function writeNeighbours(guides, current) {
  const shown = guides.find(({ name }) => name === current);
  const order = guides.filter(isTopLevel);
  const place = order.findIndex(({ name }) => name === (shown.parent ?? current));
  const [previous, next] = [order[shown.parent === undefined ? place - 1 : place], order[place + 1]];
  const write = (guide, rel, label) =>
    guide === undefined ? '' : `<a rel="${rel}" href="${guide.name}"><span>${label}</span> ${guide.title}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next guide">${write(previous, 'prev', 'Previous')}${write(next, 'next', 'Next')}</nav>`;
}

/**
 * @param site  names of the bundled files, the inline script, and the parts of the guides
 * @param guide undefined for a page that is no guide
 * @param heading title of a page that is no guide
 * @param isContents whether it is the page of contents, which has the address of the guides' folder
 */
export function writePage({ files, inlineScript, parts }, { guide, heading = 'Guides', isContents = false }, html) {
  const up = isContents ? '../' : '../../';
  const folder = isContents ? 'guide/' : '';
  const contentsAddress = isContents ? 'guide' : '../guide';
  const guides = parts.flatMap((part) => part.guides);
  const part = parts.find((candidate) => candidate.guides.includes(guide));
  const title = guide === undefined ? heading : withoutTags(guide.title);
  const bookshop = guide?.usesBookshop === true ? ` data-bookshop="${BOOKSHOP_MARK}" data-up="${up}"` : '';
  return `<!doctype html>
<html lang="en"${bookshop}>
<head>
<meta charset="utf-8">
<title>${title} · ${guide === undefined ? 'stele' : 'stele guides'}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${up}explore/${files.icon}">
${inlineScript}
<link rel="stylesheet" href="${up}explore/${files.style}">
<script defer src="${up}explore/${files.script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<a class="wordmark" href="${up}explore"><img src="${up}explore/${files.icon}" width="22" height="22" alt=""><span>stele</span></a>
<form class="guide-search" role="search" action="${contentsAddress}">
<input id="guide-search" type="search" name="q" value="${isContents ? QUERY_MARK : ''}" placeholder="Search the guides" aria-label="Search the guides" autocomplete="off" spellcheck="false" data-answers="${contentsAddress}/search.json" data-folder="${folder}">
<div id="hits" class="hits" hidden></div>
</form>
<nav class="bar-links" aria-label="Pages of this server">
${writeLink(`${up}explore`, 'Explorer')}
${writeLink(`${up}docs`, 'Reference')}
<a href="${contentsAddress}" aria-current="${isContents ? 'page' : 'true'}">Guides</a>
<label hidden><span class="hidden">Light or dark</span><select id="theme"><option value="system">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</nav>
<button type="button" class="quiet" id="contents-button" aria-expanded="false" aria-controls="contents" hidden>Contents</button>
</header>
<div class="columns">
<nav class="contents" id="contents" aria-label="Guides">
${writeContents(parts, guide?.name, folder)}
</nav>
<main id="main" tabindex="-1"><article class="guide">
${part === undefined ? '' : `<p class="part">${escapeHtml(part.title)}</p>`}
${html}
</article>${guide === undefined ? '' : writeNeighbours(guides, guide.name)}</main>
</div>
</body>
</html>
`;
}

/** @returns the page of contents: each part with its guides, their summaries and headings */
export function writeContentsPage(site) {
  const writeGuide = (guide) => {
    const summary = capitalize(guide.summary || guide.lead.replace(/^This page (?:shows|describes|lists) /, ''));
    const link = writeLink(`guide/${guide.name}`, guide.title);
    const children = listChildren(guides, guide);
    const list =
      children.length === 0
        ? writeHeadings(guide, 'guide/')
        : `<p class="children">One page for each source:</p><ul>${children.map(({ name, title }) => `<li>${writeLink(`guide/${name}`, title)}</li>`).join('')}</ul>`;
    return `<li><h3>${link}</h3><p>${escapeHtml(summary)}</p>${list}</li>`;
  };
  const guides = site.parts.flatMap((part) => part.guides);
  const parts = site.parts.map(
    (part) =>
      `<h2>${escapeHtml(part.title)}</h2><ol class="cards">${part.guides.filter(isTopLevel).map(writeGuide).join('')}</ol>`,
  );
  const html = `<h1>Guides</h1>
${RESULTS_MARK}
<div class="all-guides">
<p>Begin with the first steps. Then read <b>Start</b>, and the one of the parts after it that you need.</p>
${parts.join('\n')}
</div>`;
  return writePage(site, { isContents: true }, html);
}

/** @returns the page of an address below the guides that is no guide, with the search and all guides */
export function writeMissingPage(site) {
  const guides = site.parts.flatMap((part) => part.guides).filter(isTopLevel);
  const html = `<h1>No such guide</h1>
<p>There is no guide at <code>${ADDRESS_MARK}</code>. Search the guides above, go to <a href="../guide">all guides</a>, or choose
one:</p>
<ul>${guides.map(({ name, title }) => `<li>${writeLink(name, title)}</li>`).join('')}</ul>`;
  return writePage(site, { heading: 'No such guide' }, html);
}
