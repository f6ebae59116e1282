/**
 * Converts HTML, and rich text as a tree of HTML, to Markdown with the same text, links and images in any renderer of CommonMark
 * with GitHub's tables.
 *
 * Steps: parse (html/parse), leave out invisible elements (html/visible), find blocks (markdown/block-builder), write
 * (markdown/write-markdown), and for `--strict` compare (check).
 */
import { findDifferences } from './check.js';
import { TooDeepError } from './html/depth.js';
import { parseHtml } from './html/parse.js';
import type { HtmlNode } from './html/tree.js';
import { selectVisible } from './html/visible.js';
import { buildBlocks } from './markdown/block-builder.js';
import { isPlain, writeMarkdown } from './markdown/write-markdown.js';

/** Receives the losses of a conversion. */
export interface TextReport {
  /** Whether the Markdown is rendered and compared with its source. */
  readonly isChecked: boolean;
  /** Called for content that the Markdown lacks. @param example the content, if it is a text */
  lost(reason: string, example?: string): void;
  /** Called for a text that cannot be read at all. */
  faulty(reason: string): void;
  /** Called for each text that was compared, with the number of differences. */
  compared?(differences: number): void;
}

/**
 * @param change applied to the tree before it is converted
 * @returns Markdown; undefined for a text that is nested too deep, which was reported
 * Cost: O(length), some 5 MB a second; text without tags 50 times as fast
 */
export function htmlToMarkdown(
  html: string,
  report: TextReport,
  change: (nodes: readonly HtmlNode[]) => readonly HtmlNode[] = (nodes) => nodes,
): string | undefined {
  if (isPlain(html)) return html;
  return convert(() => change(parseHtml(html)), report);
}

/** @param nodes built by the source; nested as deep as they may be. @returns as `htmlToMarkdown` */
export const treeToMarkdown = (nodes: () => readonly HtmlNode[], report: TextReport): string | undefined =>
  convert(nodes, report);

function convert(read: () => readonly HtmlNode[], report: TextReport): string | undefined {
  try {
    const visible = selectVisible(read(), (reason) => report.lost(reason));
    const markdown = writeMarkdown(buildBlocks(visible));
    if (report.isChecked) compare(visible, markdown, report);
    return markdown;
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    report.faulty(error.message);
    return undefined;
  }
}

function compare(visible: readonly HtmlNode[], markdown: string, report: TextReport): void {
  const differences = findDifferences(visible, markdown);
  report.compared?.(differences.length);
  for (const { kind, source, markdown: renderedText } of differences)
    report.lost(
      `${kind} that the Markdown shows differently`,
      `${JSON.stringify(source)} as ${JSON.stringify(renderedText)}`,
    );
}
