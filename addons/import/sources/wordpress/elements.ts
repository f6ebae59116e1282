/**
 * Reads WXR as a stream of elements: each child of the channel as one tree.
 *
 * Elsewhere: values of elements (element-values).
 */
import { SaxesParser } from 'saxes';
import { OperationError } from '../../../../src/content/errors/index.js';

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
  /** Line of the start tag, from 1. */
  readonly line: number;
}

/** Control characters that XML forbids; WordPress writes them nevertheless. */
const forbiddenCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

export interface ElementsReport {
  /** Called with the number of characters that were left out because XML forbids them. */
  removed(count: number): void;
  /** Called with the names of the root and of its children. */
  opened(name: string): void;
}

/**
 * @param name for messages
 * @throws OperationError if the text is not well-formed; the message has the line
 * Memory: the largest element of the channel.
 */
export async function* readChannelElements(
  chunks: AsyncIterable<string>,
  name: string,
  report: ElementsReport,
): AsyncGenerator<Element> {
  const parser = new SaxesParser<{ position: true }>({ position: true });
  const stack: Element[] = [];
  const ready: Element[] = [];
  let depth = 0;
  parser.on('opentag', ({ name: tag, attributes: tagAttributes }) => {
    depth += 1;
    if (depth <= 2) {
      report.opened(tag);
      return;
    }
    const attributes = new Map<string, string>();
    for (const [key, value] of Object.entries(tagAttributes)) if (typeof value === 'string') attributes.set(key, value);
    const element: Element = { name: tag, attributes, children: [], text: '', line: parser.line };
    stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  const addText = (more: string): void => {
    const element = stack.at(-1);
    if (element !== undefined) element.text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    const element = stack.pop();
    if (element !== undefined && stack.length === 0) ready.push(element);
  });
  let failure: Error | undefined;
  parser.on('error', (error) => {
    failure ??= error;
  });
  const throwFailure = (): void => {
    if (failure === undefined) return;
    throw new OperationError(`${name} is not complete XML: ${failure.message}. Export it again; nothing was written.`);
  };
  for await (const chunk of chunks) {
    const cleaned = chunk.replace(forbiddenCharacters, '');
    if (cleaned.length < chunk.length) report.removed(chunk.length - cleaned.length);
    parser.write(cleaned);
    throwFailure();
    yield* ready.splice(0);
  }
  parser.close();
  throwFailure();
  yield* ready.splice(0);
}

/** @returns the text of the first child of that name; undefined if there is none */
export const readChildText = (element: Element, name: string): string | undefined =>
  element.children.find((child) => child.name === name)?.text;

/** @returns the trimmed text of the first child of that name; undefined if it is missing or empty */
export function readFilledText(element: Element, name: string): string | undefined {
  const elementText = readChildText(element, name)?.trim();
  return elementText === undefined || elementText === '' ? undefined : elementText;
}

export const findChildren = (element: Element, name: string): readonly Element[] =>
  element.children.filter((child) => child.name === name);
