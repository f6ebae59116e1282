/**
 * The items of one content type.
 */
import { didYouMean, list, OperationError, RequestError } from '../../content/errors/index.js';
import { type ContentType, LIMITS } from '../../content/model/index.js';
import { type Endpoint, explainNoSimilar, type ParsedRequest, type QueryObject, similarOf } from '../jsonapi/index.js';
import { Answer } from './answer.js';
import type {
  ContentOf,
  Item,
  ItemDocument,
  ItemQuery,
  ListDocument,
  ListQuery,
  RelationshipName,
  TargetName,
  TypeName,
} from './content.js';

/** What a type's reader asks of its space. */
export interface Asked {
  readonly request: ParsedRequest;
  readonly bytes: Uint8Array;
}
export interface Ask {
  readonly answer: (endpoint: Endpoint, query: QueryObject) => Asked;
  /** Whether the query is not too complex. */
  readonly fits: (endpoint: Endpoint, query: QueryObject) => boolean;
}

/** A list: its items, and how many there are in all. */
export class ListAnswer<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
> extends Answer<Item<Content, Type, Path>, ListDocument<Content, Type>> {
  /** How many items the filter selects, of which a page is shown. */
  get total(): number {
    // What a to-one relationship leads to has no total.
    return this.document.meta?.total ?? this.items.length;
  }
}

export class ItemAnswer<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
> extends Answer<Item<Content, Type, Path>, ItemDocument<Content, Type>> {
  get item(): Item<Content, Type, Path> {
    return this.items[0]!;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof RequestError && error.problems.every(({ code }) => code === 'ItemNotFound');

export class TypeReader<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  readonly #type: ContentType;
  readonly #ask: Ask;

  constructor(type: ContentType, ask: Ask) {
    this.#type = type;
    this.#ask = ask;
  }

  /**
   * The list that a server gives for the same question.
   *
   * @throws RequestError as a server would refuse it, with every problem
   */
  find<const Path extends Content[Type]['include'] = never>(
    query: ListQuery<Content, Type, Path> = {},
  ): ListAnswer<Content, Type, Path> {
    const { request, bytes } = this.#ask.answer({ kind: 'collection', type: this.#type }, query);
    return new ListAnswer(bytes, request.complexity, query.include);
  }

  /**
   * Every item that a filter selects, page after page: as many at a time as the complexity allows, or as `page.limit` says.
   *
   * @throws RequestError as find does, before the first item
   */
  *each<const Path extends Content[Type]['include'] = never>(
    query: ListQuery<Content, Type, Path> = {},
  ): Generator<Item<Content, Type, Path>, void, undefined> {
    const limit = query.page?.limit ?? this.#fitting(query);
    for (let skip = query.page?.skip ?? 0; ; skip += limit) {
      const { items, total } = this.find({ ...query, page: { limit, skip } });
      yield* items;
      if (limit === 0 || skip + limit >= total) return;
    }
  }

  /** @returns the largest limit of a page, halved until the query is not too complex */
  #fitting(query: QueryObject): number {
    for (let limit: number = LIMITS.pageLimitMaximum; limit > 1; limit = Math.floor(limit / 2)) {
      if (this.#ask.fits({ kind: 'collection', type: this.#type }, { ...query, page: { limit } })) return limit;
    }
    return 1;
  }

  /** @returns undefined where there is no such item. @throws RequestError as find does */
  get<const Path extends Content[Type]['include'] = never>(
    id: string,
    query: ItemQuery<Content, Type, Path> = {},
  ): ItemAnswer<Content, Type, Path> | undefined {
    const asked = this.#askOne({ kind: 'item', type: this.#type, id }, query);
    return asked && new ItemAnswer(asked.bytes, asked.request.complexity, query.include);
  }

  /**
   * What a relationship of one item leads to: of a to-one one at most one item, and no more than `include` and `fields`
   * may be asked.
   *
   * @returns undefined where there is no such item. @throws RequestError as find does
   */
  related<
    Name extends RelationshipName<Content, Type>,
    const Path extends Content[TargetName<Content, Type, Name>]['include'] = never,
  >(
    id: string,
    name: Name,
    query: ListQuery<Content, TargetName<Content, Type, Name>, Path> = {},
  ): ListAnswer<Content, TargetName<Content, Type, Name>, Path> | undefined {
    const relationship = this.#type.relationships.find((field) => field.name === name);
    if (relationship === undefined) {
      const names = this.#type.relationships.map((field) => field.name);
      throw new OperationError(
        `"${this.#type.name}" has no relationship "${name}".${didYouMean(name, names)} Its relationships are: ${list(names)}.`,
      );
    }
    const asked = this.#askOne({ kind: 'related', type: this.#type, id, relationship }, query);
    return asked && new ListAnswer(asked.bytes, asked.request.complexity, query.include);
  }

  /**
   * The items most like one, the most similar first, of a type whose model says "similar"; in `meta` of each what they share.
   *
   * @returns undefined where there is no such item. @throws RequestError as find does
   */
  similar<const Path extends Content[Type]['include'] = never>(
    id: string,
    query: ListQuery<Content, Type, Path> = {},
  ): ListAnswer<Content, Type, Path> | undefined {
    if (this.#type.similar !== true) throw new OperationError(explainNoSimilar(this.#type));
    const asked = this.#askOne({ kind: 'related', type: this.#type, id, relationship: similarOf(this.#type) }, query);
    return asked && new ListAnswer(asked.bytes, asked.request.complexity, query.include);
  }

  /** @returns undefined where the item does not exist */
  #askOne(endpoint: Endpoint, query: QueryObject): Asked | undefined {
    try {
      return this.#ask.answer(endpoint, query);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}
