/**
 * Converts rich text of Contentful to a tree of HTML, and the tree to Markdown. Links to entries and assets become links and images.
 *
 * Elsewhere: the tree and its conversion (text), fields of other types (values).
 */
import { type TextReport, treeToMarkdown } from '../../text/converter.js';
import { element, type HtmlNode, withLineBreaks } from '../../text/html/tree.js';
import { isObject, type Json, listAt, textAt } from '../../value/json.js';

/** The target of a link in a text. */
export interface LinkTarget {
  readonly title: string;
  readonly url: string;
  readonly isImage: boolean;
}

export interface RichTextContext {
  readonly report: TextReport;
  /** @returns undefined if there is no such public entry or asset */
  linkTarget(linkType: 'Entry' | 'Asset', id: string): LinkTarget | undefined;
}

/** @returns Markdown; undefined for a value that is not rich text, and for one nested too deep, which is reported */
export function richTextToMarkdown(value: Json, context: RichTextContext): string | undefined {
  if (!isObject(value) || value['nodeType'] !== 'document') return undefined;
  return treeToMarkdown(() => new RichTextReader(context).convertChildren(value), context.report);
}

/** HTML elements of nodes that keep their contents. */
const elementByNode: ReadonlyMap<string, string> = new Map([
  ['paragraph', 'p'],
  ...[1, 2, 3, 4, 5, 6].map((level) => [`heading-${level}`, `h${level}`] as const),
  ['ordered-list', 'ol'],
  ['unordered-list', 'ul'],
  ['list-item', 'li'],
  ['hr', 'hr'],
  ['blockquote', 'blockquote'],
  ['table', 'table'],
  ['table-row', 'tr'],
  ['table-cell', 'td'],
  ['table-header-cell', 'th'],
]);

/** Marks from inside to outside, whatever their order in the source: the same marks give the same Markdown. */
const elementByMark = [
  ['code', 'code'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
  ['underline', 'u'],
  ['strikethrough', 'del'],
  ['italic', 'em'],
  ['bold', 'strong'],
] as const;

class RichTextReader {
  readonly #context: RichTextContext;

  constructor(context: RichTextContext) {
    this.#context = context;
  }

  /** @returns the converted content of a node */
  convertChildren(node: Json): readonly HtmlNode[] {
    return listAt(node, 'content').flatMap((child) => this.#convertNode(child));
  }

  #convertNode(node: Json): readonly HtmlNode[] {
    const type = textAt(node, 'nodeType') ?? '';
    const name = elementByNode.get(type);
    if (name !== undefined) return [element(name, {}, this.convertChildren(node))];
    switch (type) {
      case 'text':
        return this.#convertText(node);
      case 'hyperlink':
        return [element('a', { href: textAt(node, 'data', 'uri') ?? '' }, this.convertChildren(node))];
      case 'entry-hyperlink':
      case 'asset-hyperlink':
        return this.#convertLink(node);
      case 'embedded-entry-inline':
        return this.#convertEmbedded(node);
      case 'embedded-entry-block':
      case 'embedded-asset-block':
        return [element('p', {}, this.#convertEmbedded(node))];
      case 'resource-hyperlink':
      case 'embedded-resource-block':
      case 'embedded-resource-inline':
        this.#context.report.lost('links in rich text to other spaces');
        return this.convertChildren(node);
      default:
        this.#context.report.lost(`nodes of the type ${type}; their text stays`);
        return this.convertChildren(node);
    }
  }

  #convertText(node: Json): readonly HtmlNode[] {
    const marks = new Set(listAt(node, 'marks').map((mark) => textAt(mark, 'type')));
    let nodes = withLineBreaks(textAt(node, 'value') ?? '');
    for (const [mark, name] of elementByMark) if (marks.delete(mark)) nodes = [element(name, {}, nodes)];
    for (const mark of marks) this.#context.report.lost(`marks of the type ${mark}; the text stays`);
    return nodes;
  }

  #findTarget(node: Json): LinkTarget | undefined {
    const id = textAt(node, 'data', 'target', 'sys', 'id');
    const linkType = textAt(node, 'data', 'target', 'sys', 'linkType') === 'Asset' ? 'Asset' : 'Entry';
    const target = id === undefined ? undefined : this.#context.linkTarget(linkType, id);
    if (target === undefined) this.#context.report.lost('links in rich text to items that are not in the export');
    return target;
  }

  #convertLink(node: Json): readonly HtmlNode[] {
    const [children, target] = [this.convertChildren(node), this.#findTarget(node)];
    return target === undefined ? children : [element('a', { href: target.url }, children)];
  }

  #convertEmbedded(node: Json): readonly HtmlNode[] {
    const target = this.#findTarget(node);
    if (target === undefined) return [];
    const { title, url, isImage } = target;
    return [isImage ? element('img', { src: url, alt: title }, []) : element('a', { href: url }, [title])];
  }
}
