/**
 * Portable text → a tree of HTML, which becomes Markdown. References to documents and files become links and images.
 *
 * Elsewhere: lists (portable-lists), the tree and its conversion (text), values of other kinds (values).
 */
import type { ImageValue } from '../../../../src/content/model/index.js';
import { type TextReport, treeToMarkdown } from '../../text/converter.js';
import { codeBlock, element, type HtmlNode, withLineBreaks } from '../../text/html/tree.js';
import { at, isObject, type Json, listAt, textAt } from '../../value/json.js';
import { isListItem, listNodes } from './portable-lists.js';

export interface PortableTextContext {
  readonly report: TextReport;
  /** @returns undefined if there is no such public document */
  linkTarget(id: string): { readonly title: string; readonly url: string } | undefined;
  /** @returns undefined if the value is no image or file */
  asset(value: Json): { readonly asset: ImageValue; readonly isImage: boolean } | undefined;
}

/** Whether a list contains text, and not only other objects. */
export const isPortableText = (value: Json): boolean =>
  Array.isArray(value) && value.some((block) => isBlock(block) && listAt(block, 'children').length > 0);

const isBlock = (value: Json): boolean => textAt(value, '_type') === 'block';

/** @returns Markdown; undefined for text nested too deep, which is reported */
export function portableTextToMarkdown(value: Json, context: PortableTextContext): string | undefined {
  return treeToMarkdown(() => new PortableTextReader(context).nodes(Array.isArray(value) ? value : []), context.report);
}

const elementOfStyle: ReadonlyMap<string, string> = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'].map((name) => [name, name] as const),
]);

/** Marks that a studio has, and customary names of those that it lacks. */
const elementOfMark: ReadonlyMap<string, string> = new Map([
  ...[['code', 'code'] as const],
  ...['sup', 'superscript', 'super'].map((mark) => [mark, 'sup'] as const),
  ...['sub', 'subscript'].map((mark) => [mark, 'sub'] as const),
  ...['underline', 'u'].map((mark) => [mark, 'u'] as const),
  ...['highlight', 'mark'].map((mark) => [mark, 'mark'] as const),
  ...['strike-through', 'strike', 'strikethrough', 'del'].map((mark) => [mark, 'del'] as const),
  ...['em', 'italic'].map((mark) => [mark, 'em'] as const),
  ...['strong', 'bold'].map((mark) => [mark, 'strong'] as const),
]);

/** Marks from inside to outside: one order, so that marks of neighbours join. */
const markOrder = [...elementOfMark.keys()];

const ruleTypes: ReadonlySet<string> = new Set(['break', 'divider', 'hr', 'horizontalRule', 'line']);

class PortableTextReader {
  readonly #context: PortableTextContext;

  constructor(context: PortableTextContext) {
    this.#context = context;
  }

  nodes(blocks: readonly Json[]): readonly HtmlNode[] {
    const nodes: HtmlNode[] = [];
    for (let index = 0; index < blocks.length; ) {
      const items = [];
      for (let block = blocks[index]; block !== undefined && isListItem(block); block = blocks[index]) {
        items.push(block);
        index += 1;
      }
      if (items.length > 0) {
        nodes.push(...listNodes(items, (item) => this.#content(item)));
        continue;
      }
      nodes.push(...this.#block(blocks[index] ?? null));
      index += 1;
    }
    return nodes;
  }

  #block(block: Json): readonly HtmlNode[] {
    if (!isBlock(block)) return this.#object(block, false);
    return [element(elementOfStyle.get(textAt(block, 'style') ?? '') ?? 'p', {}, this.#spans(block))];
  }

  /** @returns the content of a list item; a style other than that of plain text is a block in it */
  #content(item: Json): readonly HtmlNode[] {
    const name = elementOfStyle.get(textAt(item, 'style') ?? '');
    return name === undefined ? this.#spans(item) : [element(name, {}, this.#spans(item))];
  }

  #spans(block: Json): readonly HtmlNode[] {
    const definitions = new Map(listAt(block, 'markDefs').map((mark) => [textAt(mark, '_key'), mark]));
    return listAt(block, 'children').flatMap((child) => {
      const type = textAt(child, '_type') ?? 'span';
      if (type !== 'span') return this.#object(child, true);
      return this.#marked(withLineBreaks(textAt(child, 'text') ?? ''), listAt(child, 'marks'), definitions);
    });
  }

  #marked(
    text: readonly HtmlNode[],
    marks: readonly Json[],
    definitions: ReadonlyMap<string | undefined, Json>,
  ): readonly HtmlNode[] {
    let nodes = text;
    const decorators = marks.filter((mark) => !definitions.has(String(mark))).map(String);
    decorators.sort((a, b) => markOrder.indexOf(a) - markOrder.indexOf(b));
    for (const mark of decorators) {
      const name = elementOfMark.get(mark);
      if (name !== undefined) nodes = [element(name, {}, nodes)];
      else this.#context.report.lost(`marks of the type ${mark}; the text stays`);
    }
    for (const mark of marks) {
      const definition = definitions.get(String(mark));
      if (definition !== undefined) nodes = this.#annotated(definition, nodes);
    }
    return nodes;
  }

  /** @returns the nodes with a mark that has members, such as a link */
  #annotated(mark: Json, nodes: readonly HtmlNode[]): readonly HtmlNode[] {
    const id = textAt(mark, '_ref') ?? textAt(mark, 'reference', '_ref') ?? textAt(mark, 'item', '_ref');
    if (id !== undefined) {
      const url = this.#target(id)?.url;
      return url === undefined ? nodes : [element('a', { href: url }, nodes)];
    }
    const href = textAt(mark, 'href') ?? textAt(mark, 'url');
    if (href !== undefined) return [element('a', { href }, nodes)];
    this.#context.report.lost(`marks of the type ${textAt(mark, '_type') ?? 'unknown'}; the text stays`);
    return nodes;
  }

  #target(id: string): { readonly title: string; readonly url: string } | undefined {
    const target = this.#context.linkTarget(id);
    if (target === undefined) this.#context.report.lost('links in text to documents that are not in the export');
    return target;
  }

  /** @returns what an object in the text becomes; objects between paragraphs are paragraphs */
  #object(object: Json, isInline: boolean): readonly HtmlNode[] {
    const type = textAt(object, '_type') ?? 'an object';
    const code = [object, at(object, 'code') ?? null].find((each) => textAt(each, 'code') !== undefined);
    if (code !== undefined) return [codeOf(code)];
    if (ruleTypes.has(type)) return [element('hr', {}, [])];
    const embeddedNodes = this.#embedded(object, type);
    return isInline || embeddedNodes.length === 0 ? embeddedNodes : [element('p', {}, embeddedNodes)];
  }

  #embedded(object: Json, type: string): readonly HtmlNode[] {
    const file = this.#context.asset(object);
    if (file !== undefined) {
      const { url, altText, fileName } = file.asset;
      if (file.isImage) return [element('img', { src: url, alt: altText ?? '' }, [])];
      return [element('a', { href: url }, [fileName ?? url])];
    }
    const id = textAt(object, '_ref');
    if (id !== undefined) {
      const target = this.#target(id);
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

/** @returns code with its language; its file name and the lines that stand out follow, as sites write them behind a fence */
function codeOf(block: Json): HtmlNode {
  const name = textAt(block, 'filename') ?? '';
  const lines = listAt(block, 'highlightedLines').map(String);
  const details = [name === '' ? '' : `filename="${name}"`, lines.length > 0 ? `{${lines.join(',')}}` : ''];
  const language = (textAt(block, 'language') ?? '').replace(/\s+/g, '-');
  return codeBlock(textAt(block, 'code') ?? '', language, details.filter((each) => each !== '').join(' '));
}
