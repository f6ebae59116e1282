/**
 * Document writer: the documents of items that another engine found, such as a database.
 *
 * Elsewhere: documents of a snapshot's own items (respond/responder).
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

/** An item by its type and doc id. */
export interface PlacedItem {
  readonly type: string;
  readonly doc: DocId;
}

/** Shared by all writers: each writes its document without interruption. */
const OUT = new ByteWriter();

/** Writes documents of one space. */
export class DocumentWriter {
  readonly #space: RenderedSpace;
  readonly #assembler: DocumentAssembler;
  readonly #writtenResources: Resource[] | undefined;

  /**
   * @param space            with every item that is shown, in the locale of the answer
   * @param base             prefix of every link: public URL and mount path, without a slash at its end
   * @param query            at the end of every link, except links that repeat the request
   * @param writtenResources receives every resource of a document
   * Cost: O(model).
   */
  constructor(space: RenderedSpace, base: string, query: string, writtenResources?: Resource[]) {
    this.#space = space;
    this.#assembler = new DocumentAssembler(space, base, query, new Budget(), OUT);
    this.#writtenResources = writtenResources;
  }

  root(): Buffer {
    return this.#write((assembler) => assembler.root());
  }

  /** @param counted items to include because facets show them */
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

  /** @param page for a to-one relationship, one item or none */
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

  /** @param doc of the item that has the links */
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
    this.#assembler.begin(this.#writtenResources);
    try {
      write(this.#assembler);
      const loan = this.#assembler.lend();
      const document = Buffer.from(loan.document);
      loan.release();
      return document;
    } catch (error) {
      this.#assembler.clear();
      throw error;
    }
  }
}
