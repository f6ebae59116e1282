/**
 * HTML as a tree: texts with character references decoded, and elements with their attributes.
 *
 * Every source of rich text builds this tree, so that one converter writes all Markdown.
 * Elsewhere: reading HTML (parse), leaving out invisible elements (visible), Markdown (../markdown).
 */

export type Attributes = ReadonlyMap<string, string>;

export interface HtmlElement {
  /** In lower case. */
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly HtmlNode[];
}

/** Text that is written to Markdown without escapes if a renderer displays it unchanged, such as a shortcode. */
export interface VerbatimText {
  readonly verbatim: string;
}

export type HtmlNode = string | VerbatimText | HtmlElement;

const noAttributes: Attributes = new Map();

export const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string' && 'name' in node;

/** @param attributes undefined values are left out */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  children: readonly HtmlNode[],
): HtmlElement {
  const entries = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { name, attributes: entries.length === 0 ? noAttributes : new Map(entries), children };
}

/** @returns the text of a node and of all nodes in it; line breaks are line feeds */
export function textContent(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  if (!isElement(node)) return node.verbatim;
  return node.name === 'br' ? '\n' : node.children.map(textContent).join('');
}

/** @param language of a block of code; empty for none. @param details written after the language */
export const codeBlock = (code: string, language: string, details = ''): HtmlElement =>
  element('pre', { class: language === '' ? undefined : `language-${language}`, 'data-meta': details || undefined }, [
    code,
  ]);

/** @returns lines of a text with line breaks between them */
export const withLineBreaks = (text: string): readonly HtmlNode[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [element('br', {}, []), line]));
