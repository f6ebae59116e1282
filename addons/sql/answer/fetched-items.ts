/**
 * The items and links that one answer has fetched, by type and id: the content of its document.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type ContentType, type DocId, docId } from '../../../src/content/model/index.js';

export interface FetchedLink {
  readonly type: string;
  readonly id: string;
}

/** Links of one item in one relationship: their total, and the fetched ones. */
export interface FetchedLinks {
  total: number;
  /** Position → linked item. */
  readonly byPlace: Map<number, FetchedLink>;
}

export interface FetchedItem {
  readonly id: string;
  /** Position among the fetched items of its type; stands for the doc id. */
  readonly doc: DocId;
  /** Rendered item; undefined until it is fetched. */
  record: Uint8Array | undefined;
  /** Differences of the request's locale from the default locale. */
  local: Uint8Array | undefined;
  /** Codes of the locales with values of their own, as JSON. */
  own: string | undefined;
  /** Relationship → links. */
  readonly links: Map<string, FetchedLinks>;
}

export class FetchedItems {
  /** Type → id → item, in the order of registration. */
  readonly #items = new Map<string, Map<string, FetchedItem>>();

  /** Registers an item to be fetched. @returns the item, and whether it is new */
  register(type: string, id: string): { readonly item: FetchedItem; readonly isFirst: boolean } {
    const items = this.#items.get(type) ?? new Map<string, FetchedItem>();
    this.#items.set(type, items);
    const existing = items.get(id);
    if (existing !== undefined) return { item: existing, isFirst: false };
    const item: FetchedItem = {
      id,
      doc: docId(items.size),
      record: undefined,
      local: undefined,
      own: undefined,
      links: new Map(),
    };
    items.set(id, item);
    return { item, isFirst: true };
  }

  /** @returns the items of a type, in the order of `doc` */
  listType({ name }: ContentType): readonly FetchedItem[] {
    return [...(this.#items.get(name)?.values() ?? [])];
  }

  /** @returns the doc of a registered item; undefined if it was not registered */
  findDoc(type: string, id: string): number | undefined {
    return this.#items.get(type)?.get(id)?.doc;
  }

  /** @throws InvariantError if the item was not registered */
  require(type: string, id: string): FetchedItem {
    const item = this.#items.get(type)?.get(id);
    if (item === undefined) throw new InvariantError(`${type} ${id} was not fetched`);
    return item;
  }
}

/** @returns the item's links of a relationship, to be filled */
export function linksToFill(item: FetchedItem, relationship: string): FetchedLinks {
  const existing = item.links.get(relationship);
  if (existing !== undefined) return existing;
  const newLinks: FetchedLinks = { total: 0, byPlace: new Map() };
  item.links.set(relationship, newLinks);
  return newLinks;
}
