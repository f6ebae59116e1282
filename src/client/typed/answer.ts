/**
 * An answer: the document as bytes, as it is parsed, and as items.
 */

import type { ContentOf, FieldsQuery, Item, TypeName } from './content.js';
import type { ItemDocument, ListDocument } from './documents.js';
import { itemsOf, type Shaping } from './items-of.js';

/** A document that came, and from where. */
export interface Asked {
  /** UTF-8, and not to be changed. */
  readonly bytes: Uint8Array;
  readonly complexity: number;
  /** The id of the snapshot that answered. */
  readonly snapshot: string;
}

/** Each form is made when it is first asked for, and kept. */
export class Answer<Item, Document> {
  /** The document as a server sends it: UTF-8, and not to be changed. */
  readonly bytes: Uint8Array;
  /** The score of the request. */
  readonly complexity: number;
  /** The id of the snapshot that answered. */
  readonly snapshot: string;
  #text: string | undefined;
  #document: { readonly parsed: Document } | undefined;
  #items: readonly Item[] | undefined;
  readonly #shaping: Shaping;

  constructor({ bytes, complexity, snapshot }: Asked, shaping: Shaping) {
    this.bytes = bytes;
    this.complexity = complexity;
    this.snapshot = snapshot;
    this.#shaping = shaping;
  }

  get text(): string {
    this.#text ??= new TextDecoder().decode(this.bytes);
    return this.#text;
  }

  /** The document of JSON:API, parsed. */
  get document(): Document {
    this.#document ??= { parsed: JSON.parse(this.text) };
    return this.#document.parsed;
  }

  /** The primary data: fields in one object, and what is included in place of relationships. */
  get items(): readonly Item[] {
    this.#items ??= itemsOf<Item>(this.text, this.#shaping);
    return this.#items;
  }
}

/** A list: its items, and how many there are in all. */
export class ListAnswer<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string = never,
  Fields = FieldsQuery<Content>,
  Dates extends string = never,
> extends Answer<Item<Content, Type, Path, Fields, Dates>, ListDocument<Content, Type>> {
  /** How many items the filter selects, of which a page is shown. */
  get total(): number {
    // The target of a to-one relationship has no total.
    return this.document.meta?.total ?? this.items.length;
  }
}

export class ItemAnswer<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string = never,
  Fields = FieldsQuery<Content>,
  Dates extends string = never,
> extends Answer<Item<Content, Type, Path, Fields, Dates>, ItemDocument<Content, Type>> {
  get item(): Item<Content, Type, Path, Fields, Dates> {
    return this.items[0]!;
  }
}
