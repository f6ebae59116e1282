/**
 * One page of Markdown as a guide: its HTML, its headings, and its sections as plain text for the search.
 *
 * HTML in the Markdown is removed. A paragraph that is only a file's name is the caption of the code block after it. The
 * list of the page's own headings is left out, because the navigation has it.
 */
import { posix } from 'node:path';
import { colourCode } from './colour-code.mjs';
import { escapeHtml, writeCode, writeLink } from './html.mjs';

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

/** @returns the sections of a page: each heading with the text up to the next heading */
function listSections(tokens) {
  const sections = [];
  for (const token of tokens) {
    if (token.type === 'heading') sections.push({ id: token.id, heading: plainText(token), text: '' });
    else if (sections.length > 0) sections.at(-1).text += `${plainText(token)}\n`;
  }
  return sections;
}

/**
 * @param Marked the class of the Markdown library
 * @param file   path of the page in `docs`, for relative links
 * @param names  path in `docs` → name, of all guides
 * @returns      title, headings of the second level, HTML, sections, and `lead`: the first sentence
 */
export function renderGuide({ Marked, file, markdown, names }) {
  const headings = [];
  let title = '';
  const renderer = {
    html: () => '',
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
    code({ text, lang = '', caption }) {
      const [language] = lang.split(' ');
      const coloured = language === 'text' && isJsonText(text) ? 'json' : language;
      const look = (language === 'text' && coloured !== 'json') || language === '' ? ' class="drawn"' : '';
      const captionHtml = caption === undefined ? '' : `<figcaption>${caption}</figcaption>`;
      return `<figure class="code">${captionHtml}<pre${look}><code>${colourCode(text, coloured)}</code></pre></figure>\n`;
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
  const html = marked
    .parser(tokens)
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>');
  const firstParagraph = tokens.find(({ type }) => type === 'paragraph');
  const [lead = ''] = /^.*?[^.]\.(?=\s|$)/s.exec(firstParagraph === undefined ? '' : plainText(firstParagraph)) ?? [];
  return { title, headings, html, lead: lead.replaceAll('\n', ' '), sections: listSections(tokens) };
}
