/**
 * The queries of a program: the same for a snapshot in its own process, which answers synchronously, and for a
 * server, which answers with promises. A program that awaits every answer works with both.
 *
 * Elsewhere: how an answer comes (a Transport: api/library, api/client), and what is made of it (answer).
 */
import { RequestError } from '../../content/errors/request/index.js';
import type { LIMITS } from '../../content/model/index.js';
import type { QueryObject } from '../../jsonapi/query-object/index.js';
import { type Asked, ItemAnswer, ListAnswer } from './answer.js';
import type {
  AnyContent,
  ContentOf,
  DatePath,
  FieldsQuery,
  Item,
  RelationshipName,
  TargetName,
  TypeName,
} from './content.js';
import type { ItemQuery, ListQuery, SearchQuery, Suggestion, SuggestOptions } from './queries.js';

/** When answers come. */
export type When = 'now' | 'later';

export type In<W extends When, Value> = W extends 'now' ? Value : Promise<Value>;
export type EachIn<W extends When, Value> = W extends 'now'
  ? Generator<Value, void, undefined>
  : AsyncGenerator<Value, void, undefined>;

export interface AskOptions {
  /** Ends the wait for an answer; what is aborted throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of every space. */
export interface SpaceOptions {
  /** The locale of every query that names none. */
  readonly locale?: string | undefined;
}

/** How answers come. */
export interface Transport<W extends When> {
  /**
   * @param path  decoded: nothing of the root, `['book', 'a/b', 'author']`
   * @param query an object, or what stands behind the `?`
   * @throws RequestError as a server refuses it, with every problem
   */
  ask(path: readonly string[], query: QueryObject | string, options: AskOptions): In<W, Asked>;
  /** @returns undefined where it fails so that `isMissing` */
  attempt<Value>(ask: () => In<W, Value>, isMissing: (error: unknown) => boolean): In<W, Value | undefined>;
  map<Value, Result>(value: In<W, Value>, make: (value: Value) => Result): In<W, Result>;
  /** @param page of items from the one that `skip` says; undefined where a page of so many is too much */
  pages<Value>(
    limits: readonly number[],
    skip: number,
    page: (limit: number, skip: number) => In<W, Page<Value> | undefined>,
  ): EachIn<W, Value>;
  /** @returns whether what answers now is another snapshot than before */
  reload(): Promise<boolean>;
  close(): void;
}

export interface Page<Value> {
  readonly items: readonly Value[];
  readonly total: number;
}

const pageMaximum: (typeof LIMITS)['pageLimitMaximum'] = 100;
/** The largest page, halved until it is one item. */
const HALVED = [pageMaximum, 50, 25, 12, 6, 3, 1];

const failsBy =
  (wanted: RequestError['problems'][number]['code']) =>
  (error: unknown): boolean =>
    error instanceof RequestError && error.problems.every(({ code }) => code === wanted);

const isMissing = failsBy('ItemNotFound');
const isTooComplex = failsBy('QueryTooComplex');

interface Shared<W extends When> {
  readonly transport: Transport<W>;
  readonly locale: string | undefined;
  readonly dates: ReadonlySet<string>;
}

export class Space<
  Content extends ContentOf<Content> = AnyContent,
  W extends When = When,
  Dates extends string = never,
> {
  readonly #shared: Shared<W>;

  constructor(transport: Transport<W>, { locale }: SpaceOptions, dates: readonly string[] = []) {
    this.#shared = { transport, locale, dates: new Set(dates) };
  }

  /** The content types' names, in the model's order. */
  get types(): In<W, readonly string[]> {
    const { transport } = this.#shared;
    return transport.map(transport.ask([], '', {}), (asked) => {
      const { meta }: { meta: { contentTypes: readonly { name: string }[] } } = JSON.parse(textOf(asked));
      return meta.contentTypes.map(({ name }) => name);
    });
  }

  type<Type extends TypeName<Content>>(name: Type): TypeReader<Content, Type, W, Dates> {
    return new TypeReader(name, this.#shared);
  }

  /**
   * The items of all types that answer a search, the best first.
   *
   * @throws RequestError as a server refuses it, with every problem
   */
  search<
    const Path extends Content[TypeName<Content>]['include'] = never,
    const Fields extends FieldsQuery<Content> = object,
  >(
    query: SearchQuery<Content, Path, Fields>,
    options: AskOptions = {},
  ): In<W, ListAnswer<Content, TypeName<Content>, Path, Fields, Dates>> {
    return listOf(this.#shared, ['_search'], query, options);
  }

  /**
   * Words and titles that what is typed may become, the likeliest first.
   *
   * @throws RequestError as a server refuses it
   */
  suggest(
    text: string,
    { types, locale = this.#shared.locale, ...options }: SuggestOptions<TypeName<Content>> & AskOptions = {},
  ): In<W, readonly Suggestion[]> {
    const given = [['q', text], types && ['type', types.join()], locale && ['localeCode', locale]];
    const query = given.flatMap((one) =>
      one === undefined || one === '' ? [] : [one.map((part) => encodeURIComponent(part.toWellFormed())).join('=')],
    );
    const { transport } = this.#shared;
    return transport.map(transport.ask(['_suggest'], query.join('&'), options), (asked) => {
      return JSON.parse(textOf(asked)).meta.suggestions;
    });
  }

  /** The same space, with these attributes of the class Date: `book.published`. */
  withDates<const Path extends DatePath<Content>>(...paths: readonly Path[]): Space<Content, W, Dates | Path> {
    const { transport, locale, dates } = this.#shared;
    return new Space(transport, { locale }, [...dates, ...paths]);
  }

  /** @returns whether there is another snapshot now, which answers from here on */
  reload(): Promise<boolean> {
    return this.#shared.transport.reload();
  }

  /** Frees memory. A snapshot answers nothing more; answers stay valid. */
  close(): void {
    this.#shared.transport.close();
  }
}

const textOf = ({ bytes }: Asked): string => new TextDecoder().decode(bytes);

function listOf<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields,
  Dates extends string,
  W extends When,
>(
  { transport, locale, dates }: Shared<W>,
  path: readonly string[],
  query: QueryObject,
  options: AskOptions,
): In<W, ListAnswer<Content, Type, Path, Fields, Dates>> {
  return transport.map(
    transport.ask(path, { ...query, locale: query.locale ?? locale }, options),
    (asked) => new ListAnswer(asked, { include: query.include, dates }),
  );
}

/** The items of one content type. */
export class TypeReader<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  W extends When = When,
  Dates extends string = never,
> {
  readonly #name: Type;
  readonly #shared: Shared<W>;

  constructor(name: Type, shared: Shared<W>) {
    this.#name = name;
    this.#shared = shared;
  }

  /**
   * The list that a server gives for the same question.
   *
   * @throws RequestError as a server refuses it, with every problem
   */
  find<const Path extends Content[Type]['include'] = never, const Fields extends FieldsQuery<Content> = object>(
    query: ListQuery<Content, Type, Path, Fields> = {},
    options: AskOptions = {},
  ): In<W, ListAnswer<Content, Type, Path, Fields, Dates>> {
    return listOf(this.#shared, [this.#name], query, options);
  }

  /**
   * Every item that a filter selects, page after page: as many at a time as the complexity allows, or as `page.limit` says.
   *
   * @throws RequestError as find does, before the first item
   */
  each<const Path extends Content[Type]['include'] = never, const Fields extends FieldsQuery<Content> = object>(
    query: ListQuery<Content, Type, Path, Fields> = {},
    options: AskOptions = {},
  ): EachIn<W, Item<Content, Type, Path, Fields, Dates>> {
    const { limit, skip = 0 } = query.page ?? {};
    const { transport } = this.#shared;
    return transport.pages(limit === undefined ? HALVED : [limit], skip, (size, from) =>
      transport.attempt(
        () => this.find<Path, Fields>({ ...query, page: { limit: size, skip: from } }, options),
        (error) => limit === undefined && size > 1 && isTooComplex(error),
      ),
    );
  }

  /** @returns undefined where there is no such item. @throws RequestError as find does */
  get<const Path extends Content[Type]['include'] = never, const Fields extends FieldsQuery<Content> = object>(
    id: string,
    query: ItemQuery<Content, Type, Path, Fields> = {},
    options: AskOptions = {},
  ): In<W, ItemAnswer<Content, Type, Path, Fields, Dates> | undefined> {
    const { transport, locale, dates } = this.#shared;
    return transport.attempt(
      () =>
        transport.map(
          transport.ask([this.#name, id], { ...query, locale: query.locale ?? locale }, options),
          (asked) => new ItemAnswer<Content, Type, Path, Fields, Dates>(asked, { include: query.include, dates }),
        ),
      isMissing,
    );
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
    const Fields extends FieldsQuery<Content> = object,
  >(
    id: string,
    name: Name,
    query: ListQuery<Content, TargetName<Content, Type, Name>, Path, Fields> = {},
    options: AskOptions = {},
  ): In<W, ListAnswer<Content, TargetName<Content, Type, Name>, Path, Fields, Dates> | undefined> {
    return this.#behind(id, name, query, options);
  }

  /**
   * The items most like one, the most similar first, of a type whose model says "similar"; in `meta` of each what they share.
   *
   * @returns undefined where there is no such item. @throws RequestError as find does
   */
  similar<const Path extends Content[Type]['include'] = never, const Fields extends FieldsQuery<Content> = object>(
    id: string,
    query: ListQuery<Content, Type, Path, Fields> = {},
    options: AskOptions = {},
  ): In<W, ListAnswer<Content, Type, Path, Fields, Dates> | undefined> {
    return this.#behind(id, '_similar', query, options);
  }

  #behind<Target extends TypeName<Content>, Path extends string, Fields>(
    id: string,
    name: string,
    query: QueryObject,
    options: AskOptions,
  ): In<W, ListAnswer<Content, Target, Path, Fields, Dates> | undefined> {
    const path = [this.#name, id, name];
    return this.#shared.transport.attempt(
      () => listOf<Content, Target, Path, Fields, Dates, W>(this.#shared, path, query, options),
      isMissing,
    );
  }
}
