/**
 * One page of Markdown as a guide: its HTML, its headings, and its sections as plain text for the search.
 *
 * HTML in the Markdown is removed. A paragraph that is only a file's name is the caption of the code block after it. The
 * list of the page's own headings is left out, because the navigation has it.
 */
import { posix } from 'node:path';
import { colourCode } from './colour-code.mjs';
import { escapeHtml, writeCode, writeLink } from './html.mjs';

/** Whether the examples of a page are requests to the bookshop, the sample content. */
const usesBookshop = (file) => /^(?:ask\/|first-steps|explorer|library)/.test(file);

/** Language of a code block → its caption, if the page names no file. */
const CAPTIONS = {
  http: 'Request',
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  json: 'JSON',
  csv: 'CSV',
  xml: 'XML',
  markdown: 'Markdown',
  nginx: 'nginx',
  ini: 'Unit file',
};

/** Length of a cell's text, in characters, above which a table of three columns does not fit a telephone. */
const CELL_MAXIMUM = 24;

/** Whether a narrow window shows each row below the other, as a list of names and values. */
const isStacked = ({ header, rows }) =>
  header.length > 2 && rows.some((cells) => cells.some((cell) => plainText(cell).length > CELL_MAXIMUM));

/** Makes the ids of headings as Markdown viewers do, so that links to headings work in both. */
function headingIds() {
  const counts = new Map();
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

/** @returns the text that a reader sees, without markup */
export function plainText(token) {
  if (token.type === 'html' || token.type === 'space') return '';
  if (token.type === 'table') {
    const rows = [token.header, ...token.rows].map((cells) => cells.map(plainText).join(' · '));
    return rows.join('\n');
  }
  if (token.type === 'list') return token.items.map(plainText).join('\n');
  if (token.tokens !== undefined) return token.tokens.map(plainText).join('');
  return token.text ?? '';
}

const isFileName = (token) =>
  token?.type === 'paragraph' && token.tokens.length === 1 && token.tokens[0].type === 'codespan';

/** Whether an entry of a list has only links to headings of the page. */
const isPageContents = (item) =>
  item.tokens.every(({ tokens = [] }) =>
    tokens.every(({ type, href, raw }) => (type === 'link' ? href.startsWith('#') : /^[\s·]*$/.test(raw))),
  );

/** A paragraph that introduces a file: "`model.json` names the fields of each type:". */
const INTRODUCED_FILE = /(?:^|[.!?]\s)`([\w.-]+\.\w+)`[^.!?]*:$/;

/** Examples of JSON that leave parts out are marked as text in the pages. */
const isJsonText = (text) => /^\{\s*["…]/.test(text);

/** @returns the caption of a code block; undefined if it has none. @param previous the token before it, without blank lines */
function findCaption({ lang = '', text }, previous) {
  const [language, ...words] = lang.split(' ');
  const file = words.find((word) => word.includes('.'));
  if (file !== undefined) return writeCode(file);
  if (isFileName(previous)) return writeCode(previous.tokens[0].text);
  const [, introducedFile] = INTRODUCED_FILE.exec(previous?.type === 'paragraph' ? previous.text : '') ?? [];
  if (introducedFile !== undefined) return writeCode(introducedFile);
  if (previous?.type === 'code') {
    const [previousLanguage] = (previous.lang ?? '').split(' ');
    if (language === 'json' && previousLanguage === 'http') return 'Answer';
    if (language === 'text') return 'Output';
  }
  // An indented block is a pattern in the middle of a sentence.
  if (language === '') return undefined;
  return CAPTIONS[language] ?? (isJsonText(text) ? CAPTIONS.json : 'Text');
}

/** Removes the page's own contents and the names of files, and gives each code block its caption. */
function arrangeTokens(tokens) {
  const arranged = [];
  let previous;
  for (const [place, token] of tokens.entries()) {
    const next = tokens.slice(place + 1).find(({ type }) => type !== 'space');
    const isCaption = isFileName(token) && next?.type === 'code';
    if (token.type === 'code') token.caption = findCaption(token, previous);
    if (token.type === 'list') token.items = token.items.filter((item) => !isPageContents(item));
    if (token.type !== 'space') previous = token;
    if (!isCaption && !(token.type === 'list' && token.items.length === 0)) arranged.push(token);
  }
  return arranged;
}

/** Tokens whose text is shown with a result; code and tables are searched, but a reader cannot read parts of them. */
const isProse = ({ type }) => type !== 'code' && type !== 'table';

/** @returns the operators that a table explains: those in its first column, if that is the column of operators */
const listOperators = ({ header, rows }) =>
  header[0].text === 'operator'
    ? rows.flatMap(([cell]) => cell.tokens.filter(({ type }) => type === 'codespan').map(({ text }) => text))
    : [];

/** @returns the sections of a page: each heading with the text, the examples and the explained operators up to the next heading */
function listSections(tokens) {
  const sections = [];
  for (const token of tokens) {
    if (token.type === 'heading')
      sections.push({ id: token.id, heading: plainText(token), text: '', examples: '', operators: [] });
    else if (sections.length > 0) {
      sections.at(-1)[isProse(token) ? 'text' : 'examples'] += `${plainText(token)}\n`;
      if (token.type === 'table') sections.at(-1).operators.push(...listOperators(token));
    }
  }
  return sections;
}

/** An example that any server with the sample content answers: a request without headers, which is shown without a status. */
function findRequest({ lang = '', text }) {
  if (lang !== 'http') return undefined;
  const [, target] = /^GET (\/[^\s]*)$/.exec(text) ?? [];
  return target?.includes('…') === true ? undefined : target;
}

/** Pictures in the HTML of a page: `<source srcset="images/a-dark.png"><img src="images/a-light.png" alt="…">`. */
function writePictures(html) {
  const [, dark] = /srcset="images\/([\w-]+\.png)"/.exec(html) ?? [];
  const [, light, alt] = /<img src="images\/([\w-]+\.png)" alt="([^"]*)"/.exec(html) ?? [];
  if (dark === undefined || light === undefined) return '';
  const write = (name, theme) => `<img class="${theme}" src="images/${name}" alt="${alt}" loading="lazy">`;
  return `<p class="picture">${write(light, 'light')}${write(dark, 'dark')}</p>\n`;
}

/**
 * @param Marked the class of the Markdown library
 * @param file   path of the page in `docs`, for relative links
 * @param names  path in `docs` → name, of all guides
 * @returns      title, headings of the second level, HTML, sections, `usesBookshop`, and `lead`: the first sentence
 */
export function renderGuide({ Marked, file, markdown, names }) {
  const headings = [];
  let title = '';
  const renderer = {
    html: ({ text }) => writePictures(text),
    image: ({ text }) => escapeHtml(text),
    codespan: ({ text }) => writeCode(text),
    heading({ tokens, depth, id }) {
      const html = this.parser.parseInline(tokens);
      if (depth === 1) title = html;
      if (depth === 2) headings.push({ id, html });
      const label = escapeHtml(this.parser.parseInline(tokens, this.parser.textRenderer));
      const anchor =
        depth === 1 ? '' : ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to: ${label}">#</a>`;
      return `<h${depth} id="${escapeHtml(id)}">${html}${anchor}</h${depth}>\n`;
    },
    table(token) {
      const inline = ({ tokens }) => this.parser.parseInline(tokens);
      const isList = isStacked(token);
      const role = (name) => (isList ? ` role="${name}"` : '');
      const heads = token.header.map((cell) =>
        cell.tokens.length === 0 ? '<td></td>' : `<th${role('columnheader')} scope="col">${inline(cell)}</th>`,
      );
      const writeCell = (cell, place) => {
        const label = isList ? ` data-label="${escapeHtml(plainText(token.header[place]))}"` : '';
        return `<td${role('cell')}${label}>${inline(cell)}</td>`;
      };
      const rows = token.rows.map((cells) => `<tr${role('row')}>${cells.map(writeCell).join('')}</tr>`);
      return `<div class="wide"><table${isList ? ' class="stacked" role="table"' : ''}><thead${role('rowgroup')}><tr${role('row')}>${heads.join('')}</tr></thead>
<tbody${role('rowgroup')}>${rows.join('\n')}</tbody></table></div>
`;
    },
    code({ text, lang = '', caption }) {
      const [language, server] = lang.split(' ');
      const request = findRequest({ lang, text });
      const requestData = request === undefined ? '' : ` data-request="${escapeHtml(request)}"`;
      const serverNote = language === 'http' && server === 'locales' ? ' to the museum, the sample with languages' : '';
      const coloured = language === 'text' && isJsonText(text) ? 'json' : language;
      const look = (language === 'text' && coloured !== 'json') || language === '' ? ' class="drawn"' : '';
      const captionHtml = caption === undefined ? '' : `<figcaption><span>${caption}${serverNote}</span></figcaption>`;
      return `<figure class="code"${requestData}>${captionHtml}<pre${look}><code>${colourCode(text, coloured)}</code></pre></figure>\n`;
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens);
      if (/^(?:https?:|mailto:|#)/.test(href)) return writeLink(escapeHtml(href), html);
      const [path, anchor] = href.split('#');
      const target = posix.join(posix.dirname(file), path);
      const name = names.get(target);
      if (name !== undefined) return writeLink(`${name}${anchor === undefined ? '' : `#${escapeHtml(anchor)}`}`, html);
      const repositoryPath = escapeHtml(posix.join('docs', target));
      return `<span class="source" title="${repositoryPath}, in the source repository">${html}</span>`;
    },
  };
  const marked = new Marked({ renderer });
  const tokens = arrangeTokens(marked.lexer(markdown));
  const nextId = headingIds();
  for (const token of tokens) if (token.type === 'heading') token.id = nextId(plainText(token));
  const html = marked.parser(tokens);
  const firstParagraph = tokens.find(({ type }) => type === 'paragraph');
  const [lead = ''] = /^.*?[^.]\.(?=\s|$)/s.exec(firstParagraph === undefined ? '' : plainText(firstParagraph)) ?? [];
  return {
    title,
    headings,
    html,
    usesBookshop: usesBookshop(file),
    lead: lead.replaceAll('\n', ' '),
    sections: listSections(tokens),
  };
}
