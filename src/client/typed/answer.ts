/**
 * Answers: a document as bytes, as text, parsed, and as items. Each form is computed when it is first read.
 *
 * Elsewhere: items of a document (build-items), requesting it (the transports in http/ and library/).
 */

import { buildItems, type ItemOptions } from './build-items.js';
import type { ContentOf, TypeName } from './content.js';
import type { ItemDocument, ListDocument, ToOneDocument } from './documents.js';
import type { Item } from './item-types.js';

/** A document as a transport receives it. */
export interface RawAnswer {
  /** UTF-8; the caller must not change it. */
  readonly bytes: Uint8Array;
  readonly complexity: number;
  /** The id of the snapshot that answered. */
  readonly snapshot: string;
}

/** Node.js prints an object by this method. */
const inspect = Symbol.for('nodejs.util.inspect.custom');

/** A document in all its forms. */
export abstract class Answer<Item, Document> {
  /** The document as a server sends it: UTF-8; the caller must not change it. */
  readonly bytes: Uint8Array;
  /** The score of the request. */
  readonly complexity: number;
  /** The id of the snapshot that answered. */
  readonly snapshot: string;
  #text: string | undefined;
  #document: { readonly parsed: Document } | undefined;
  #items: readonly Item[] | undefined;
  readonly #itemOptions: ItemOptions;

  constructor({ bytes, complexity, snapshot }: RawAnswer, itemOptions: ItemOptions) {
    this.bytes = bytes;
    this.complexity = complexity;
    this.snapshot = snapshot;
    this.#itemOptions = itemOptions;
  }

  /** The document as JSON text. */
  get text(): string {
    this.#text ??= new TextDecoder().decode(this.bytes);
    return this.#text;
  }

  /** The parsed JSON:API document. */
  get document(): Document {
    this.#document ??= { parsed: JSON.parse(this.text) };
    return this.#document.parsed;
  }

  /** The primary data: each item's fields in one object, with included items in place of relationships. */
  get items(): readonly Item[] {
    this.#items ??= buildItems<Item>(this.text, this.#itemOptions);
    return this.#items;
  }

  /** The items, for `JSON.stringify` and for the console of Node.js; the document has everything. */
  abstract toJSON(): object;

  [inspect](): object {
    return this.toJSON();
  }
}

/** The answer of a list or a relationship: the items of the page, and the total. */
export class ListAnswer<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string = never,
  Fields = undefined,
  Dates extends string = never,
  Document extends ListDocument<Content, Type> | ToOneDocument<Content, Type> = ListDocument<Content, Type>,
> extends Answer<Item<Content, Type, Path, Fields, Dates>, Document> {
  /** Number of items that the filter selects, on all pages. */
  get total(): number {
    // The target of a to-one relationship has no total.
    return this.document.meta?.total ?? this.items.length;
  }

  toJSON(): object {
    const { items, total } = this;
    return { items, total };
  }
}

/** The answer of a single item. */
export class ItemAnswer<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string = never,
  Fields = undefined,
  Dates extends string = never,
> extends Answer<Item<Content, Type, Path, Fields, Dates>, ItemDocument<Content, Type>> {
  get item(): Item<Content, Type, Path, Fields, Dates> {
    return this.items[0]!;
  }

  toJSON(): object {
    const { item } = this;
    return { item };
  }
}
