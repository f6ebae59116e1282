/**
 * Items and links that were fetched for one answer, by type and id: what documents are then written from.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type ContentType, type DocId, docId } from '../../../src/content/model/index.js';

export interface FetchedLink {
  readonly type: string;
  readonly id: string;
}

/** The links of one item in one relationship: how many there are, and those that were fetched. */
export interface FetchedLinks {
  total: number;
  /** Place → where it leads. */
  readonly byPlace: Map<number, FetchedLink>;
}

export interface FetchedItem {
  readonly id: string;
  /** Place among the fetched ones of its type. */
  readonly doc: DocId;
  /** Undefined until it was fetched. */
  record: Uint8Array | undefined;
  /** What its locale has otherwise than the default one. */
  local: Uint8Array | undefined;
  /** The locales in which it has values of its own, as JSON. */
  own: string | undefined;
  /** By relationship. */
  readonly links: Map<string, FetchedLinks>;
}

export class FetchedItems {
  /** By type, in the order in which they were met. */
  readonly #items = new Map<string, Map<string, FetchedItem>>();

  /** @returns the item, and whether it is met for the first time */
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

  /** By doc. */
  listType({ name }: ContentType): readonly FetchedItem[] {
    return [...(this.#items.get(name)?.values() ?? [])];
  }

  /** @returns the doc of an item that was met; undefined where it was not */
  findDoc(type: string, id: string): number | undefined {
    return this.#items.get(type)?.get(id)?.doc;
  }

  /** @throws InvariantError where it was not met */
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
