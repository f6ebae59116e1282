/**
 * Compares Markdown with the tree that it was made of: renders it with markdown-it, which is independent of the writer, and
 * compares the readable contents of both.
 *
 * Cost: about as much as the conversion; only `--strict` and tests use it.
 */
import MarkdownIt from 'markdown-it';
import { parseHtml } from './html/parse.js';
import { type Readable, readTree } from './html/readable.js';
import type { HtmlNode } from './html/tree.js';

/** A difference of one kind: the text in the source, and the text in the rendered Markdown. */
export interface Difference {
  readonly kind: keyof Readable;
  readonly source: string;
  readonly markdown: string;
}

const renderer = new MarkdownIt({ html: true, maxNesting: 1000 });
// Addresses are compared as they are written.
renderer.normalizeLink = (url) => url;
renderer.validateLink = () => true;

/** @returns the readable content of Markdown */
export const readMarkdown = (markdown: string): Readable => readTree(parseHtml(renderer.render(markdown)));

/** @param visible as `visibleNodes` returns it. @returns differences, at most one of each kind */
export function findDifferences(visible: readonly HtmlNode[], markdown: string): readonly Difference[] {
  const [source, rendered] = [readTree(visible), readMarkdown(markdown)];
  const differences: Difference[] = [];
  if (source.text !== rendered.text) {
    const position = findFirstDifference(source.text, rendered.text);
    differences.push({
      kind: 'text',
      source: cutExcerpt(source.text, position),
      markdown: cutExcerpt(rendered.text, position),
    });
  }
  for (const kind of ['links', 'images', 'preformatted', 'places'] as const) {
    const index = source[kind].findIndex((value, position) => value !== rendered[kind][position]);
    const isLonger = index < 0 && rendered[kind].length > source[kind].length;
    if (index < 0 && !isLonger) continue;
    const position = index < 0 ? source[kind].length : index;
    differences.push({ kind, source: source[kind][position] ?? '', markdown: rendered[kind][position] ?? '' });
  }
  return differences;
}

function findFirstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

const cutExcerpt = (text: string, position: number): string => text.slice(Math.max(0, position - 20), position + 40);
