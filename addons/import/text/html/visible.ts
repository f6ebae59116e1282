/**
 * Reduces a tree of HTML to the content that Markdown can express: links in place of embedded files, no scripts, no forms.
 *
 * Each omission is reported. Elsewhere: elements by their kinds (elements), Markdown (../markdown).
 */
import { CONTROLS, DROPPED, EMBEDDED, METADATA } from './elements.js';
import { type Attributes, element, type HtmlElement, type HtmlNode, isElement } from './tree.js';

type Report = (reason: string) => void;

/** @param reportLost called for each element and each address that is left out */
export function selectVisible(nodes: readonly HtmlNode[], reportLost: Report): readonly HtmlNode[] {
  const visible: HtmlNode[] = [];
  for (const node of nodes) {
    if (!isElement(node)) visible.push(node);
    else visible.push(...convertElement(node, reportLost));
  }
  return visible;
}

const describeLoss = (name: string): string => `${name} elements, which Markdown cannot express`;

function convertElement(node: HtmlElement, reportLost: Report): readonly HtmlNode[] {
  const { name, attributes } = node;
  if (METADATA.has(name)) return [];
  if (DROPPED.has(name)) {
    reportLost(describeLoss(name));
    return [];
  }
  if (EMBEDDED.has(name)) return convertEmbedded(node, reportLost);
  // Markdown has check boxes in lists.
  const isCheckBox = name === 'input' && attributes.get('type') === 'checkbox';
  if (CONTROLS.has(name) && !isCheckBox) reportLost(describeLoss(name));
  if (name === 'input' && !isCheckBox) return [];
  if (name === 'img') return convertImage(attributes, reportLost);
  const children = selectVisible(node.children, reportLost);
  if (name === 'form' || name === 'fieldset') return [{ ...node, name: 'div', attributes, children }];
  if (name === 'picture' || name === 'button' || name === 'select' || name === 'textarea') return children;
  if (name !== 'a') return [{ ...node, children }];
  const address = attributes.get('href');
  if (address === undefined) return [{ ...node, children }];
  const href = readSafeAddress(address);
  if (href === undefined) reportLost('links that run a script; the text stays');
  const { href: _, title, ...otherAttributes } = Object.fromEntries(attributes);
  return [
    element('a', { ...otherAttributes, href, title: title === undefined ? undefined : collapseSpace(title) }, children),
  ];
}

const collapseSpace = (text: string): string => text.replace(/[\t\n\f\r ]+/g, ' ').trim();

/** @returns the address as browsers read it; undefined for an address that runs a script */
function readSafeAddress(address: string): string | undefined {
  const trimmed = address.replace(/[\t\n\r]/g, '').trim();
  return /^\P{L}*(?:javascript|vbscript):/iu.test(trimmed) ? undefined : trimmed;
}

function convertImage(attributes: Attributes, reportLost: Report): readonly HtmlNode[] {
  const src = readSafeAddress(attributes.get('src') ?? '') ?? '';
  if (src === '') {
    reportLost('images without an address');
    return [];
  }
  const [alt, title] = [attributes.get('alt'), attributes.get('title')].map((text) => collapseSpace(text ?? ''));
  return [element('img', { src, alt, title: title === '' ? undefined : title, id: attributes.get('id') }, [])];
}

/** @returns a link to the embedded file; without an address, the contents, which browsers display as a substitute */
function convertEmbedded(node: HtmlElement, reportLost: Report): readonly HtmlNode[] {
  const address =
    readAddress(node) ??
    node.children
      .filter((child) => isElement(child) && child.name === 'source')
      .map((child) => (isElement(child) ? readAddress(child) : undefined))
      .find((sourceAddress) => sourceAddress !== undefined);
  const href = address === undefined ? undefined : readSafeAddress(address);
  // The contents of an iframe are its address only.
  if (href === undefined || href === '') return node.name === 'iframe' ? [] : selectVisible(node.children, reportLost);
  const title = collapseSpace(node.attributes.get('title') ?? '');
  return [element('p', {}, [element('a', { href }, [title === '' ? node.name : title])])];
}

const readAddress = ({ attributes }: HtmlElement): string | undefined => {
  const address = attributes.get('src') ?? attributes.get('data');
  return address?.trim() === '' ? undefined : address;
};

/** @returns the ids that links within the text lead to */
export function findLinkedIds(nodes: readonly HtmlNode[], ids: Set<string> = new Set()): ReadonlySet<string> {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    const href = node.name === 'a' ? node.attributes.get('href') : undefined;
    if (href?.startsWith('#') === true) ids.add(decodeFragment(href.slice(1)));
    findLinkedIds(node.children, ids);
  }
  return ids;
}

export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Whether an element contains only text, styled or not. */
export const isTextOnly = (node: HtmlNode): boolean =>
  !isElement(node) || (/^(?:span|font|br|code|tt|div)$/.test(node.name) && node.children.every(isTextOnly));
