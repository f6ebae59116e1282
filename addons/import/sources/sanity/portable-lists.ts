/**
 * Builds nested lists of HTML from portable text, where list items are consecutive blocks with a level.
 *
 * Elsewhere: the content of an item (portable-text).
 */
import { CONTAINER_DEPTH_MAXIMUM, TooDeepError } from '../../text/html/depth.js';
import { element, type HtmlElement, type HtmlNode } from '../../text/html/tree.js';
import { type Json, numberAt, textAt } from '../../value/json.js';

export const isListItem = (block: Json): boolean =>
  textAt(block, '_type') === 'block' && textAt(block, 'listItem') !== undefined;

const readLevel = (item: Json): number => Math.max(1, numberAt(item, 'level') ?? 1);
const chooseTagName = (item: Json): string => (textAt(item, 'listItem') === 'number' ? 'ol' : 'ul');

/**
 * @param items consecutive list items, at least one
 * @returns the lists; a deeper item becomes part of the item before it, and a change of the kind starts another list
 * @throws TooDeepError for lists nested too deep
 */
export function buildLists(
  items: readonly Json[],
  convertContent: (item: Json) => readonly HtmlNode[],
): readonly HtmlNode[] {
  return new ListReader(items, convertContent).readAll();
}

/** A list before it becomes an element; `contents` has one entry for each of its items. */
interface OpenList {
  readonly tagName: string;
  readonly contents: HtmlNode[][];
}

/** Reads list items in order. `#next` is the first item that is not read yet, undefined at the end. */
class ListReader {
  readonly #items: readonly Json[];
  readonly #convertContent: (item: Json) => readonly HtmlNode[];
  #index = 0;
  #next: Json | undefined;

  constructor(items: readonly Json[], convertContent: (item: Json) => readonly HtmlNode[]) {
    this.#items = items;
    this.#convertContent = convertContent;
    this.#next = items[0];
  }

  /** The lists of one level end before a shallower item, which then begins another list: items may start at level 3. */
  readAll(): readonly HtmlNode[] {
    const nodes: HtmlNode[] = [];
    while (this.#next !== undefined) nodes.push(...this.#readLists(readLevel(this.#next), 1));
    return nodes;
  }

  /** @returns the lists of the next items, up to the first item above `level` */
  #readLists(level: number, depth: number): readonly HtmlElement[] {
    if (depth > CONTAINER_DEPTH_MAXIMUM) throw new TooDeepError('lists', CONTAINER_DEPTH_MAXIMUM);
    const lists: OpenList[] = [];
    let currentItem: HtmlNode[] | undefined;
    while (this.#next !== undefined && readLevel(this.#next) >= level) {
      const nextLevel = readLevel(this.#next);
      if (nextLevel > level && currentItem !== undefined) {
        for (const list of this.#readLists(nextLevel, depth + 1)) currentItem.push(list);
      } else {
        currentItem = [...this.#convertContent(this.#next)];
        addItem(lists, chooseTagName(this.#next), currentItem);
        this.#advance();
      }
    }
    return lists.map(buildList);
  }

  #advance(): void {
    this.#index += 1;
    this.#next = this.#items[this.#index];
  }
}

/** Adds the item to the last list if that is of the same kind, else to a new list. */
function addItem(lists: OpenList[], tagName: string, content: HtmlNode[]): void {
  const lastList = lists.at(-1);
  if (lastList?.tagName === tagName) lastList.contents.push(content);
  else lists.push({ tagName, contents: [content] });
}

const buildList = ({ tagName, contents }: OpenList): HtmlElement =>
  element(
    tagName,
    {},
    contents.map((content) => element('li', {}, content)),
  );
