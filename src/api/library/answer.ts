/**
 * An answer: the document as bytes, as it is parsed, and as items.
 */
import { itemsOf } from './items.js';

/** Each form is made when it is first asked for, and kept. */
export class Answer<Item, Document> {
  /** The document as a server would send it: UTF-8, and not to be changed. */
  readonly bytes: Uint8Array;
  /** The score of the request. */
  readonly complexity: number;
  #text: string | undefined;
  #document: { readonly parsed: Document } | undefined;
  #items: readonly Item[] | undefined;

  readonly #paths: readonly string[];

  /** @param paths of `include` that were asked for */
  constructor(bytes: Uint8Array, complexity: number, paths: readonly string[] = []) {
    this.bytes = bytes;
    this.complexity = complexity;
    this.#paths = paths;
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
    this.#items ??= itemsOf<Item>(this.text, this.#paths);
    return this.#items;
  }
}
