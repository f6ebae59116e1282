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
const chooseListName = (item: Json): string => (textAt(item, 'listItem') === 'number' ? 'ol' : 'ul');

/**
 * @param items consecutive list items, at least one
 * @returns the lists; a deeper item becomes part of the item before it, and a change of the kind starts another list
 * @throws TooDeepError for lists nested too deep
 */
export function buildLists(
  items: readonly Json[],
  convertContent: (item: Json) => readonly HtmlNode[],
): readonly HtmlNode[] {
  let index = 0;
  const readLists = (level: number, depth: number): readonly HtmlElement[] => {
    if (depth > CONTAINER_DEPTH_MAXIMUM) throw new TooDeepError('lists', CONTAINER_DEPTH_MAXIMUM);
    const lists: { readonly name: string; readonly items: HtmlNode[][] }[] = [];
    for (let item = items[index]; item !== undefined && readLevel(item) >= level; item = items[index]) {
      const lastList = lists.at(-1);
      if (readLevel(item) > level && lastList !== undefined) {
        lastList.items.at(-1)?.push(...readLists(readLevel(item), depth + 1));
        continue;
      }
      const name = chooseListName(item);
      if (lastList?.name === name) lastList.items.push([...convertContent(item)]);
      else lists.push({ name, items: [[...convertContent(item)]] });
      index += 1;
    }
    return lists.map(({ name, items: contents }) =>
      element(
        name,
        {},
        contents.map((content) => element('li', {}, content)),
      ),
    );
  };
  const nodes: HtmlNode[] = [];
  for (let item = items[index]; item !== undefined; item = items[index]) nodes.push(...readLists(readLevel(item), 1));
  return nodes;
}
