/**
 * Lists of portable text, whose items are blocks in a row with a level each → lists within each other.
 *
 * Elsewhere: the content of an item (portable-text).
 */
import { CONTAINER_DEPTH_MAXIMUM, TooDeepError } from '../../text/html/depth.js';
import { element, type HtmlElement, type HtmlNode } from '../../text/html/tree.js';
import { type Json, numberAt, textAt } from '../../value/json.js';

export const isListItem = (block: Json): boolean =>
  textAt(block, '_type') === 'block' && textAt(block, 'listItem') !== undefined;

const levelOf = (item: Json): number => Math.max(1, numberAt(item, 'level') ?? 1);
const nameOf = (item: Json): string => (textAt(item, 'listItem') === 'number' ? 'ol' : 'ul');

/**
 * @param items in a row, at least one
 * @returns the lists; a deeper item is in the item before it, and where the kind changes another list begins
 * @throws TooDeepError for lists nested too deep
 */
export function listNodes(items: readonly Json[], contentOf: (item: Json) => readonly HtmlNode[]): readonly HtmlNode[] {
  let index = 0;
  const listsFrom = (level: number, depth: number): readonly HtmlElement[] => {
    if (depth > CONTAINER_DEPTH_MAXIMUM) throw new TooDeepError('lists', CONTAINER_DEPTH_MAXIMUM);
    const lists: { readonly name: string; readonly items: HtmlNode[][] }[] = [];
    for (let item = items[index]; item !== undefined && levelOf(item) >= level; item = items[index]) {
      const last = lists.at(-1);
      if (levelOf(item) > level && last !== undefined) {
        last.items.at(-1)?.push(...listsFrom(levelOf(item), depth + 1));
        continue;
      }
      const name = nameOf(item);
      if (last?.name === name) last.items.push([...contentOf(item)]);
      else lists.push({ name, items: [[...contentOf(item)]] });
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
  for (let item = items[index]; item !== undefined; item = items[index]) nodes.push(...listsFrom(levelOf(item), 1));
  return nodes;
}
