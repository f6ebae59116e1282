/**
 * The tree of HTML → the tree of what Markdown can show of it: addresses in place of what is embedded, no scripts, no forms.
 *
 * Everything that is left out is reported. Elsewhere: elements by their kinds (elements), Markdown (../markdown).
 */
import { CONTROLS, DROPPED, EMBEDDED, UNSEEN } from './elements.js';
import { type Attributes, element, type HtmlElement, type HtmlNode, isElement } from './tree.js';

type Report = (reason: string) => void;

/** @param lost called for each element and each address that is left out */
export function visibleNodes(nodes: readonly HtmlNode[], lost: Report): readonly HtmlNode[] {
  const shown: HtmlNode[] = [];
  for (const node of nodes) {
    if (!isElement(node)) shown.push(node);
    else shown.push(...visibleElement(node, lost));
  }
  return shown;
}

const reasonOf = (name: string): string => `${name} elements, which Markdown cannot express`;

function visibleElement(node: HtmlElement, lost: Report): readonly HtmlNode[] {
  const { name, attributes } = node;
  if (UNSEEN.has(name)) return [];
  if (DROPPED.has(name)) {
    lost(reasonOf(name));
    return [];
  }
  if (EMBEDDED.has(name)) return embedded(node, lost);
  // Markdown has check boxes in lists.
  const isCheckBox = name === 'input' && attributes.get('type') === 'checkbox';
  if (CONTROLS.has(name) && !isCheckBox) lost(reasonOf(name));
  if (name === 'input' && !isCheckBox) return [];
  if (name === 'img') return image(attributes, lost);
  const children = visibleNodes(node.children, lost);
  if (name === 'form' || name === 'fieldset') return [{ ...node, name: 'div', attributes, children }];
  if (name === 'picture' || name === 'button' || name === 'select' || name === 'textarea') return children;
  if (name !== 'a') return [{ ...node, children }];
  const address = attributes.get('href');
  if (address === undefined) return [{ ...node, children }];
  const href = safeAddress(address);
  if (href === undefined) lost('links that run a script; the text stays');
  const { href: _, title, ...others } = Object.fromEntries(attributes);
  return [element('a', { ...others, href, title: title === undefined ? undefined : collapsed(title) }, children)];
}

const collapsed = (text: string): string => text.replace(/[\t\n\f\r ]+/g, ' ').trim();

/** @returns the address as browsers read it; undefined for an address that runs a script */
function safeAddress(address: string): string | undefined {
  const trimmed = address.replace(/[\t\n\r]/g, '').trim();
  return /^\P{L}*(?:javascript|vbscript):/iu.test(trimmed) ? undefined : trimmed;
}

function image(attributes: Attributes, lost: Report): readonly HtmlNode[] {
  const src = safeAddress(attributes.get('src') ?? '') ?? '';
  if (src === '') {
    lost('images without an address');
    return [];
  }
  const [alt, title] = [attributes.get('alt'), attributes.get('title')].map((text) => collapsed(text ?? ''));
  return [element('img', { src, alt, title: title === '' ? undefined : title, id: attributes.get('id') }, [])];
}

/** @returns a link to what the element shows; its contents, which browsers show in its place, if it has no address */
function embedded(node: HtmlElement, lost: Report): readonly HtmlNode[] {
  const address =
    addressIn(node) ??
    node.children
      .filter((child) => isElement(child) && child.name === 'source')
      .map((child) => (isElement(child) ? addressIn(child) : undefined))
      .find((each) => each !== undefined);
  const href = address === undefined ? undefined : safeAddress(address);
  // The contents of an iframe are its address only.
  if (href === undefined || href === '') return node.name === 'iframe' ? [] : visibleNodes(node.children, lost);
  const title = collapsed(node.attributes.get('title') ?? '');
  return [element('p', {}, [element('a', { href }, [title === '' ? node.name : title])])];
}

const addressIn = ({ attributes }: HtmlElement): string | undefined => {
  const address = attributes.get('src') ?? attributes.get('data');
  return address?.trim() === '' ? undefined : address;
};

/** @returns the ids that links within the text lead to */
export function linkedIds(nodes: readonly HtmlNode[], into: Set<string> = new Set()): ReadonlySet<string> {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    const href = node.name === 'a' ? node.attributes.get('href') : undefined;
    if (href?.startsWith('#') === true) into.add(decoded(href.slice(1)));
    linkedIds(node.children, into);
  }
  return into;
}

export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Whether an element has nothing but text in it, styled or not. */
export const isTextOnly = (node: HtmlNode): boolean =>
  !isElement(node) || (/^(?:span|font|br|code|tt|div)$/.test(node.name) && node.children.every(isTextOnly));
