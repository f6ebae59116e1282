/**
 * Documents of what somebody else has found: the face of this room for an engine that is not the snapshot's.
 */

import { InvariantError } from '../../content/errors/index.js';
import { type DocId, docId } from '../../content/model/index.js';
import type { Suggestion } from '../../engine/query/index.js';
import { Budget } from '../../index/docset/index.js';
import {
  BARE_SHAPE,
  type ItemRequest,
  type LinkageRequest,
  type ListRequest,
  type RelatedRequest,
  type Shape,
  type SuggestRequest,
} from '../request/parsed-request.js';
import { ByteWriter } from './byte-writer.js';
import { DocumentAssembler, type ListResult, typeNamed } from './document-assembler.js';
import type { RenderedSpace } from './rendered-space.js';
import type { Resource } from './resources.js';

/** An item of the space by its place. */
export interface PlacedItem {
  readonly type: string;
  readonly doc: DocId;
}

/** Of all writers: each writes a document without a pause. */
const OUT = new ByteWriter();

/** Writes the documents of one space, each once. */
export class DocumentWriter {
  readonly #space: RenderedSpace;
  readonly #assembler: DocumentAssembler;
  readonly #shown: Resource[] | undefined;

  /**
   * @param space with all that is to be shown, as the locale that answers has it
   * @param base  prefix of every link: public URL and mount path, without a slash at its end
   * @param query that every link ends with, but for those that repeat the request
   * @param shown gets every resource of a document, where the caller wants to know
   * Cost: O(model).
   */
  constructor(space: RenderedSpace, base: string, query: string, shown?: Resource[]) {
    this.#space = space;
    this.#assembler = new DocumentAssembler(space, base, query, new Budget(), OUT);
    this.#shown = shown;
  }

  root(): Buffer {
    return this.#write((assembler) => assembler.root());
  }

  /** @param counted items that facets show and that are to be included */
  collection(
    request: ListRequest,
    found: ListResult,
    page: readonly PlacedItem[],
    counted?: readonly PlacedItem[],
  ): Buffer {
    const items = counted === undefined ? undefined : this.#resources(counted, BARE_SHAPE);
    return this.#write((assembler) => assembler.list(request, found, this.#resources(page, request.shape), items));
  }

  suggestions(request: SuggestRequest, suggestions: readonly Suggestion[]): Buffer {
    return this.#write((assembler) => assembler.suggestions(request, suggestions));
  }

  item(request: ItemRequest, item: PlacedItem | undefined): Buffer {
    if (item === undefined) throw new InvariantError('an item was found but has no document');
    const [resource] = this.#resources([item], request.shape);
    return this.#write((assembler) => assembler.single(request, resource));
  }

  /** @param page of a to-one relationship, its one item or none */
  related(
    request: RelatedRequest,
    found: ListResult,
    page: readonly PlacedItem[],
    counted?: readonly PlacedItem[],
  ): Buffer {
    if (request.relationship.many) return this.collection(request, found, page, counted);
    const [resource] = this.#resources(page, request.shape);
    return this.#write((assembler) => assembler.single(request, resource));
  }

  /** @param doc of the item whose links they are */
  linkage(request: LinkageRequest, doc: DocId): Buffer {
    const join = typeNamed(this.#space, request.type.name).joins.get(request.relationship.name);
    if (join === undefined)
      throw new InvariantError(`${request.type.name} has no join for ${request.relationship.name}`);
    return this.#write((assembler) => assembler.linkage(request, join, docId(doc)));
  }

  #resources(items: readonly PlacedItem[], shape: Shape): readonly Resource[] {
    return items.map(({ type, doc }) => ({ type: typeNamed(this.#space, type), doc: docId(doc), shapes: [shape] }));
  }

  #write(write: (assembler: DocumentAssembler) => void): Buffer {
    this.#assembler.begin(this.#shown);
    try {
      write(this.#assembler);
      const written = this.#assembler.lend();
      const document = Buffer.from(written.document);
      written.release();
      return document;
    } catch (error) {
      this.#assembler.clear();
      throw error;
    }
  }
}
