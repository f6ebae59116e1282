/**
 * Converts portable text to a tree of HTML, and the tree to Markdown. References become links and images.
 *
 * Elsewhere: lists (portable-lists), the tree and its conversion (text), values of other kinds (values).
 */
import type { ImageValue } from '../../../../src/content/model/index.js';
import { type TextReport, treeToMarkdown } from '../../text/converter.js';
import { codeBlock, element, type HtmlNode, withLineBreaks } from '../../text/html/tree.js';
import { isObject, type Json, listAt, memberAt, textAt } from '../../value/json.js';
import { buildLists, isListItem } from './portable-lists.js';

export interface PortableTextContext {
  readonly report: TextReport;
  /** @returns undefined if there is no such public document */
  linkTarget(id: string): { readonly title: string; readonly url: string } | undefined;
  /** @returns undefined if the value is no image or file */
  asset(value: Json): { readonly asset: ImageValue; readonly isImage: boolean } | undefined;
}

/** Whether the value is a list with at least one block of text. */
export const isPortableText = (value: Json): boolean =>
  Array.isArray(value) && value.some((block) => isBlock(block) && listAt(block, 'children').length > 0);

const isBlock = (value: Json): boolean => textAt(value, '_type') === 'block';

/** @returns Markdown; undefined for text nested too deep, which is reported */
export function portableTextToMarkdown(value: Json, context: PortableTextContext): string | undefined {
  return treeToMarkdown(
    () => new PortableTextReader(context).convertBlocks(Array.isArray(value) ? value : []),
    context.report,
  );
}

const elementByStyle: ReadonlyMap<string, string> = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'].map((name) => [name, name] as const),
]);

/** Marks of Sanity Studio, and customary names of marks that it lacks. */
const elementByMark: ReadonlyMap<string, string> = new Map([
  ...[['code', 'code'] as const],
  ...['sup', 'superscript', 'super'].map((mark) => [mark, 'sup'] as const),
  ...['sub', 'subscript'].map((mark) => [mark, 'sub'] as const),
  ...['underline', 'u'].map((mark) => [mark, 'u'] as const),
  ...['highlight', 'mark'].map((mark) => [mark, 'mark'] as const),
  ...['strike-through', 'strike', 'strikethrough', 'del'].map((mark) => [mark, 'del'] as const),
  ...['em', 'italic'].map((mark) => [mark, 'em'] as const),
  ...['strong', 'bold'].map((mark) => [mark, 'strong'] as const),
]);

/** Marks from the innermost to the outermost. A fixed order lets marks of neighbouring spans join. */
const markOrder = [...elementByMark.keys()];

const ruleTypes: ReadonlySet<string> = new Set(['break', 'divider', 'hr', 'horizontalRule', 'line']);

class PortableTextReader {
  readonly #context: PortableTextContext;

  constructor(context: PortableTextContext) {
    this.#context = context;
  }

  convertBlocks(blocks: readonly Json[]): readonly HtmlNode[] {
    const nodes: HtmlNode[] = [];
    for (let index = 0; index < blocks.length; ) {
      const items = [];
      for (let block = blocks[index]; block !== undefined && isListItem(block); block = blocks[index]) {
        items.push(block);
        index += 1;
      }
      if (items.length > 0) {
        nodes.push(...buildLists(items, (item) => this.#convertItem(item)));
        continue;
      }
      nodes.push(...this.#convertBlock(blocks[index] ?? null));
      index += 1;
    }
    return nodes;
  }

  #convertBlock(block: Json): readonly HtmlNode[] {
    if (!isBlock(block)) return this.#convertObject(block, false);
    return [element(elementByStyle.get(textAt(block, 'style') ?? '') ?? 'p', {}, this.#convertSpans(block))];
  }

  /** @returns the content of a list item; a style such as a heading becomes a block in the item */
  #convertItem(item: Json): readonly HtmlNode[] {
    const name = elementByStyle.get(textAt(item, 'style') ?? '');
    return name === undefined ? this.#convertSpans(item) : [element(name, {}, this.#convertSpans(item))];
  }

  #convertSpans(block: Json): readonly HtmlNode[] {
    const definitions = new Map(listAt(block, 'markDefs').map((mark) => [textAt(mark, '_key'), mark]));
    return listAt(block, 'children').flatMap((child) => {
      const type = textAt(child, '_type') ?? 'span';
      if (type !== 'span') return this.#convertObject(child, true);
      return this.#addMarks(withLineBreaks(textAt(child, 'text') ?? ''), listAt(child, 'marks'), definitions);
    });
  }

  #addMarks(
    text: readonly HtmlNode[],
    marks: readonly Json[],
    definitions: ReadonlyMap<string | undefined, Json>,
  ): readonly HtmlNode[] {
    let nodes = text;
    const decorators = marks.filter((mark) => !definitions.has(String(mark))).map(String);
    decorators.sort((a, b) => markOrder.indexOf(a) - markOrder.indexOf(b));
    for (const mark of decorators) {
      const name = elementByMark.get(mark);
      if (name !== undefined) nodes = [element(name, {}, nodes)];
      else this.#context.report.lost(`marks of the type ${mark}; the text stays`);
    }
    for (const mark of marks) {
      const definition = definitions.get(String(mark));
      if (definition !== undefined) nodes = this.#addAnnotation(definition, nodes);
    }
    return nodes;
  }

  /** @returns the nodes with a mark that has members, such as a link */
  #addAnnotation(mark: Json, nodes: readonly HtmlNode[]): readonly HtmlNode[] {
    const id = textAt(mark, '_ref') ?? textAt(mark, 'reference', '_ref') ?? textAt(mark, 'item', '_ref');
    if (id !== undefined) {
      const url = this.#findTarget(id)?.url;
      return url === undefined ? nodes : [element('a', { href: url }, nodes)];
    }
    const href = textAt(mark, 'href') ?? textAt(mark, 'url');
    if (href !== undefined) return [element('a', { href }, nodes)];
    this.#context.report.lost(`marks of the type ${textAt(mark, '_type') ?? 'unknown'}; the text stays`);
    return nodes;
  }

  #findTarget(id: string): { readonly title: string; readonly url: string } | undefined {
    const target = this.#context.linkTarget(id);
    if (target === undefined) this.#context.report.lost('links in text to documents that are not in the export');
    return target;
  }

  /** @returns the nodes of an object in the text; an object between paragraphs becomes a paragraph */
  #convertObject(object: Json, isInline: boolean): readonly HtmlNode[] {
    const type = textAt(object, '_type') ?? 'an object';
    const code = [object, memberAt(object, 'code') ?? null].find((holder) => textAt(holder, 'code') !== undefined);
    if (code !== undefined) return [buildCode(code)];
    if (ruleTypes.has(type)) return [element('hr', {}, [])];
    const embeddedNodes = this.#convertEmbedded(object, type);
    return isInline || embeddedNodes.length === 0 ? embeddedNodes : [element('p', {}, embeddedNodes)];
  }

  #convertEmbedded(object: Json, type: string): readonly HtmlNode[] {
    const file = this.#context.asset(object);
    if (file !== undefined) {
      const { url, altText, fileName } = file.asset;
      if (file.isImage) return [element('img', { src: url, alt: altText ?? '' }, [])];
      return [element('a', { href: url }, [fileName ?? url])];
    }
    const id = textAt(object, '_ref');
    if (id !== undefined) {
      const target = this.#findTarget(id);
      return target === undefined ? [] : [element('a', { href: target.url }, [target.title])];
    }
    const url = textAt(object, 'url') ?? textAt(object, 'href');
    if (url === undefined || !isObject(object)) {
      this.#context.report.lost(`embedded objects of the type ${type}`);
      return [];
    }
    const lostMembers = Object.keys(object).filter((key) => !key.startsWith('_') && !/^(?:url|href|title)$/.test(key));
    if (lostMembers.length > 0)
      this.#context.report.lost(`members of embedded ${type} objects: ${lostMembers.join(', ')}`);
    return [element('a', { href: url }, [textAt(object, 'title') ?? type])];
  }
}

/** @returns a block of code with its language, file name and highlighted lines, in the notation of static site generators */
function buildCode(block: Json): HtmlNode {
  const name = textAt(block, 'filename') ?? '';
  const lines = listAt(block, 'highlightedLines').map(String);
  const details = [name === '' ? '' : `filename="${name}"`, lines.length > 0 ? `{${lines.join(',')}}` : ''];
  const language = (textAt(block, 'language') ?? '').replace(/\s+/g, '-');
  return codeBlock(textAt(block, 'code') ?? '', language, details.filter((detail) => detail !== '').join(' '));
}
