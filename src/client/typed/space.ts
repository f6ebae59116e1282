/**
 * Space and TypeReader: typed queries for a snapshot in the program's own process, which answers synchronously, and for a
 * server, which answers with promises. A program that awaits every answer works with both.
 *
 * Elsewhere: the two transports (library/open, http/connect), forms of an answer (answer).
 */
import { RequestError } from '../../content/errors/request/index.js';
import type { LIMITS } from '../../content/model/index.js';
import type { QueryObject } from '../../jsonapi/query-object/index.js';
import { ItemAnswer, ListAnswer, type RawAnswer } from './answer.js';
import type { AnyContent, ContentOf, DatePath, RelationshipName, TargetName, TypeName } from './content.js';
import type { ListDocument, RelatedDocument, ToOneDocument } from './documents.js';
import type { Item } from './item-types.js';
import type { ItemQuery, ListQuery, SearchQuery, Suggestion, SuggestOptions } from './queries.js';
import type { ListedNames, QueryWith, SelectedFields, SelectedPaths, Selection } from './selection.js';

/** Whether answers are values (`now`, of a snapshot in this process) or promises (`later`, of a server). Type parameter `W`. */
export type Timing = 'now' | 'later';

/** A value or a promise of it. */
export type MaybePromise<W extends Timing, Value> = W extends 'now' ? Value : Promise<Value>;
/** A generator, or an asynchronous one. */
export type Items<W extends Timing, Value> = W extends 'now'
  ? Generator<Value, void, undefined>
  : AsyncGenerator<Value, void, undefined>;

/** Options of every query. */
export interface AskOptions {
  /** Ends the wait for an answer; an aborted query throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of every space. */
export interface SpaceOptions {
  /** The locale of queries that name none. */
  readonly locale?: string | undefined;
}

/** The source of answers: an open snapshot or a server. */
export interface Transport<W extends Timing> {
  /**
   * @param path  decoded segments below the delivery root: `['book', 'a/b', 'author']`
   * @param query an object, or the encoded query after the `?`
   * @throws RequestError with every problem, if the request is refused
   */
  ask(path: readonly string[], query: QueryObject | string, options: AskOptions): MaybePromise<W, RawAnswer>;
  /** @returns the answer; undefined if `ask` fails with an error for which `isMissing` is true */
  attempt<Value>(
    ask: () => MaybePromise<W, Value>,
    isMissing: (error: unknown) => boolean,
  ): MaybePromise<W, Value | undefined>;
  map<Value, Result>(value: MaybePromise<W, Value>, make: (value: Value) => Result): MaybePromise<W, Result>;
  /**
   * Yields the items of all pages, from `skip` on.
   *
   * @param limits tried in turn, whenever a page of the previous limit is refused
   * @param page   requests one page; undefined if the limit is too high
   */
  pages<Value>(
    limits: readonly number[],
    skip: number,
    page: (limit: number, skip: number) => MaybePromise<W, Page<Value> | undefined>,
  ): Items<W, Value>;
  /** @returns whether another snapshot answers than before */
  reload(): Promise<boolean>;
  close(): void;
}

/** One page of a list. */
export interface Page<Value> {
  readonly items: readonly Value[];
  readonly total: number;
}

const pageMaximum: (typeof LIMITS)['pageLimitMaximum'] = 100;
/** Limits to try, from the highest one, halved down to one item. */
const PAGE_LIMITS = [pageMaximum, 50, 25, 12, 6, 3, 1];

const hasOnlyCode =
  (expectedCode: RequestError['problems'][number]['code']) =>
  (error: unknown): boolean =>
    error instanceof RequestError && error.problems.every(({ code }) => code === expectedCode);

const isMissing = hasOnlyCode('ItemNotFound');
const isTooComplex = hasOnlyCode('QueryTooComplex');

interface SpaceState<W extends Timing> {
  readonly transport: Transport<W>;
  readonly locale: string | undefined;
  readonly dates: ReadonlySet<string>;
}

/** A content space: the entry to its lists, items, searches and suggestions. */
export class Space<
  Content extends ContentOf<Content> = AnyContent,
  W extends Timing = Timing,
  Dates extends string = never,
> {
  readonly #shared: SpaceState<W>;

  constructor(transport: Transport<W>, { locale }: SpaceOptions, dates: readonly string[] = []) {
    this.#shared = { transport, locale, dates: new Set(dates) };
  }

  /** Names of the content types, in the model's order. */
  get types(): MaybePromise<W, readonly string[]> {
    const { transport } = this.#shared;
    return transport.map(transport.ask([], '', {}), (rawAnswer) => {
      const { meta }: { meta: { contentTypes: readonly { name: string }[] } } = JSON.parse(decodeBytes(rawAnswer));
      return meta.contentTypes.map(({ name }) => name);
    });
  }

  /** @returns the queries for items of one content type */
  type<Type extends TypeName<Content>>(name: Type): TypeReader<Content, Type, W, Dates> {
    return new TypeReader(name, this.#shared);
  }

  /**
   * The items of all types that match a search, the best first.
   *
   * @throws RequestError with every problem, if the request is refused
   */
  search<const Selected extends Selection<Content, TypeName<Content>> = object>(
    query: QueryWith<Content, TypeName<Content>, SearchQuery<Content>, Selected>,
    options: AskOptions = {},
  ): MaybePromise<W, ListAnswer<Content, TypeName<Content>, SelectedPaths<Selected>, SelectedFields<Selected>, Dates>> {
    return askList(this.#shared, ['_search'], query, options);
  }

  /**
   * Words and titles that complete the typed text, the most likely first.
   *
   * @throws RequestError with every problem, if the request is refused
   */
  suggest(
    text: string,
    { types, locale = this.#shared.locale, ...options }: SuggestOptions<TypeName<Content>> & AskOptions = {},
  ): MaybePromise<W, readonly Suggestion[]> {
    const parameters = [encodeParameter('q', text)];
    if (types !== undefined) parameters.push(encodeParameter('type', types.join()));
    if (locale !== undefined && locale !== '') parameters.push(encodeParameter('localeCode', locale));
    const { transport } = this.#shared;
    const pendingAnswer = transport.ask(['_suggest'], parameters.join('&'), options);
    return transport.map(pendingAnswer, (rawAnswer) => JSON.parse(decodeBytes(rawAnswer)).meta.suggestions);
  }

  /** @returns the same space, whose items have these attributes as Date: `book.published` */
  withDates<const Paths extends readonly DatePath<Content>[]>(
    ...paths: Paths
  ): Space<Content, W, Dates | ListedNames<Paths>> {
    const { transport, locale, dates } = this.#shared;
    return new Space(transport, { locale }, [...dates, ...paths]);
  }

  /** Switches to the current snapshot. @returns whether it is another one than before */
  reload(): Promise<boolean> {
    return this.#shared.transport.reload();
  }

  /** Frees memory. A closed snapshot answers no more queries; earlier answers stay valid. */
  close(): void {
    this.#shared.transport.close();
  }
}

const decodeBytes = ({ bytes }: RawAnswer): string => new TextDecoder().decode(bytes);

/** @throws RequestError for no id, which a program without types may give: it is not the id of a missing item */
function checkId(id: string): void {
  if (`${id ?? ''}` === '')
    throw new RequestError([{ code: 'InvalidValue', detail: `Give the id of an item, not ${JSON.stringify(id)}.` }]);
}

/** @param name well-formed */
export const encodeParameter = (name: string, value: string): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`;

/** Requests a list: of a type, of the items related to one, or of a search. */
function askList<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields,
  Dates extends string,
  Document extends ListDocument<Content, Type> | ToOneDocument<Content, Type>,
  W extends Timing,
>(
  { transport, locale, dates }: SpaceState<W>,
  path: readonly string[],
  query: QueryObject,
  options: AskOptions,
): MaybePromise<W, ListAnswer<Content, Type, Path, Fields, Dates, Document>> {
  const pendingAnswer = transport.ask(path, { ...query, locale: query.locale ?? locale }, options);
  return transport.map(pendingAnswer, (rawAnswer) => new ListAnswer(rawAnswer, { include: query.include, dates }));
}

/** The items of one content type. */
export class TypeReader<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  W extends Timing = Timing,
  Dates extends string = never,
> {
  readonly #name: Type;
  readonly #shared: SpaceState<W>;

  constructor(name: Type, shared: SpaceState<W>) {
    this.#name = name;
    this.#shared = shared;
  }

  /**
   * One page of the items that a query selects.
   *
   * @throws RequestError with every problem, if the request is refused
   */
  find<const Selected extends Selection<Content, Type> = object>(
    query: QueryWith<Content, Type, ListQuery<Content, Type>, Selected> = {},
    options: AskOptions = {},
  ): MaybePromise<W, ListAnswer<Content, Type, SelectedPaths<Selected>, SelectedFields<Selected>, Dates>> {
    return askList(this.#shared, [this.#name], query, options);
  }

  /**
   * Every item that a query selects, page after page; a page has `page.limit` items, by default as many as the complexity
   * allows.
   *
   * @throws RequestError as `find` does, before the first item
   */
  each<const Selected extends Selection<Content, Type> = object>(
    query: QueryWith<Content, Type, ListQuery<Content, Type>, Selected> = {},
    options: AskOptions = {},
  ): Items<W, Item<Content, Type, SelectedPaths<Selected>, SelectedFields<Selected>, Dates>> {
    const { limit: chosenLimit, skip: firstSkip = 0 } = query.page ?? {};
    const { transport } = this.#shared;
    const limits = chosenLimit === undefined ? PAGE_LIMITS : [chosenLimit];
    return transport.pages(limits, firstSkip, (limit, skip) => {
      const hasLowerLimit = chosenLimit === undefined && limit > 1;
      return transport.attempt(
        () => this.find<Selected>({ ...query, page: { limit, skip } }, options),
        (error) => hasLowerLimit && isTooComplex(error),
      );
    });
  }

  /** @returns the item; undefined if it does not exist. @throws RequestError as `find` does */
  get<const Selected extends Selection<Content, Type> = object>(
    id: string,
    query: QueryWith<Content, Type, ItemQuery<Content, Type>, Selected> = {},
    options: AskOptions = {},
  ): MaybePromise<W, ItemAnswer<Content, Type, SelectedPaths<Selected>, SelectedFields<Selected>, Dates> | undefined> {
    const { transport, locale, dates } = this.#shared;
    return transport.attempt(() => {
      checkId(id);
      const pendingAnswer = transport.ask([this.#name, id], { ...query, locale: query.locale ?? locale }, options);
      return transport.map(pendingAnswer, (rawAnswer) => {
        return new ItemAnswer<Content, Type, SelectedPaths<Selected>, SelectedFields<Selected>, Dates>(rawAnswer, {
          include: query.include,
          dates,
        });
      });
    }, isMissing);
  }

  /**
   * The related items of one item. A to-one relationship has at most one item, and takes only `include` and `fields`.
   *
   * @returns undefined if the item does not exist. @throws RequestError as `find` does
   */
  related<
    Name extends RelationshipName<Content, Type>,
    const Selected extends Selection<Content, TargetName<Content, Type, Name>> = object,
  >(
    id: string,
    name: Name,
    query: QueryWith<
      Content,
      TargetName<Content, Type, Name>,
      ListQuery<Content, TargetName<Content, Type, Name>>,
      Selected
    > = {},
    options: AskOptions = {},
  ): MaybePromise<
    W,
    | ListAnswer<
        Content,
        TargetName<Content, Type, Name>,
        SelectedPaths<Selected>,
        SelectedFields<Selected>,
        Dates,
        RelatedDocument<Content, Type, Name>
      >
    | undefined
  > {
    return this.#relatedList(id, name, query, options);
  }

  /**
   * The items most similar to one, the most similar first; the type needs "similar": true in the model. The `meta` of each
   * item has the features that they share.
   *
   * @returns undefined if the item does not exist. @throws RequestError as `find` does
   */
  similar<const Selected extends Selection<Content, Type> = object>(
    id: string,
    query: QueryWith<Content, Type, ListQuery<Content, Type>, Selected> = {},
    options: AskOptions = {},
  ): MaybePromise<W, ListAnswer<Content, Type, SelectedPaths<Selected>, SelectedFields<Selected>, Dates> | undefined> {
    return this.#relatedList(id, '_similar', query, options);
  }

  #relatedList<
    Target extends TypeName<Content>,
    Path extends string,
    Fields,
    Document extends ListDocument<Content, Target> | ToOneDocument<Content, Target>,
  >(
    id: string,
    name: string,
    query: QueryObject,
    options: AskOptions,
  ): MaybePromise<W, ListAnswer<Content, Target, Path, Fields, Dates, Document> | undefined> {
    const path = [this.#name, id, name];
    return this.#shared.transport.attempt(() => {
      checkId(id);
      return askList<Content, Target, Path, Fields, Dates, Document, W>(this.#shared, path, query, options);
    }, isMissing);
  }
}
