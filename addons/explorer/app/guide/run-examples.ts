/**
 * Examples of the guides lead to this server if it serves the sample content: a request opens in the explorer and is copied
 * as a command, examples in tables are links, and absolute addresses have the origin of this server.
 */

/** The address in the Markdown of the guides. */
const SHOWN_ORIGIN = 'http://127.0.0.1:8080';
const DELIVERY_ROOT = '/delivery/jsonapi';

export interface SampleServer {
  /** Origin and path of the server, without a slash at its end. */
  readonly base: string;
  /** Path of the delivery root of the sample content, without a slash before it; empty if it is not served. */
  readonly root: string;
}

/** @returns the server of a page with examples; undefined if the page has none */
export function findServer(): SampleServer | undefined {
  const { bookshop, up = '' } = document.documentElement.dataset;
  return bookshop === undefined
    ? undefined
    : { base: new URL(up, location.href).href.replace(/\/$/, ''), root: bookshop };
}

/** @param target path and query of a request: `/delivery/jsonapi/book?sort=title` */
const findContentTarget = (target: string): string | undefined =>
  target.startsWith(`${DELIVERY_ROOT}/`) ? target.slice(DELIVERY_ROOT.length) : undefined;

/** @param target path and query below the delivery root */
const explorerAddress = ({ base, root }: SampleServer, target: string): string =>
  `${base}/explore#/${root.slice(0, -DELIVERY_ROOT.length + 1)}${target.slice(1)}`;

/** @returns the command that sends the request of an example; the address in the guides if the sample is not served */
export function writeCommand(target: string, server: SampleServer | undefined): string {
  const contentTarget = findContentTarget(target);
  if (server === undefined || server.root === '') return `curl -g '${SHOWN_ORIGIN}${target}'`;
  const path = contentTarget === undefined ? target : `/${server.root}${contentTarget}`;
  return `curl -g '${server.base}${path}'`;
}

function createLink(href: string, ...content: readonly (string | Node)[]): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.append(...content);
  return link;
}

/** Adds a link to the explorer to each request for content. */
function linkRequests(server: SampleServer): void {
  for (const figure of document.querySelectorAll<HTMLElement>('figure[data-request]')) {
    const target = findContentTarget(figure.dataset['request'] ?? '');
    if (target === undefined) continue;
    const link = createLink(explorerAddress(server, target), 'Open in the explorer');
    link.className = 'open-example';
    figure.querySelector('figcaption')?.append(link);
  }
}

/** Makes links of examples in the last column of a table, `/book?sort=title`, and of addresses of the explorer. */
function linkTableExamples(server: SampleServer): void {
  for (const table of document.querySelectorAll('.guide table')) {
    const hasExamples = table.querySelector('th:last-child')?.textContent === 'example';
    for (const code of table.querySelectorAll('td > code:only-child, td:last-child > code')) {
      const text = code.textContent ?? '';
      const isAddress = /^\/(?:explore|docs)#/.test(text);
      if (!isAddress && !(hasExamples && text.startsWith('/'))) continue;
      const link = createLink(isAddress ? `${server.base}${text}` : explorerAddress(server, text));
      code.replaceWith(link);
      link.append(code);
    }
  }
}

/** Writes the origin of this server into texts, code and links. */
function showOrigin(server: SampleServer): void {
  const article = document.querySelector('.guide');
  if (article === null || server.base === SHOWN_ORIGIN) return;
  const replaceOrigin = (node: Node): void => {
    const text = node.textContent ?? '';
    if (!text.includes(SHOWN_ORIGIN)) return;
    node.textContent = text
      .replaceAll(`${SHOWN_ORIGIN}${DELIVERY_ROOT}`, `${server.base}/${server.root}`)
      .replaceAll(SHOWN_ORIGIN, server.base);
  };
  // Code in a sentence has several texts, because it may break after a slash.
  for (const code of article.querySelectorAll(':is(p, li, td) code')) replaceOrigin(code);
  const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) replaceOrigin(node);
  for (const link of article.querySelectorAll<HTMLAnchorElement>(`a[href^="${SHOWN_ORIGIN}"]`))
    link.href = link.href.replace(SHOWN_ORIGIN, server.base);
}

export function startExamples(): void {
  const server = findServer();
  if (server === undefined || server.root === '') return;
  showOrigin(server);
  linkRequests(server);
  linkTableExamples(server);
}
