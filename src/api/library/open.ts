/**
 * A snapshot in the process of whoever asks: the engine of the server, without HTTP, and without a URL being read.
 */
import { createHash } from 'node:crypto';
import { didYouMean, list, OperationError, RequestError } from '../../content/errors/index.js';
import { withoutTrailing } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { assembleSnapshot, chooseSnapshot, openCurrent, readSnapshot, type Space } from '../../index/snapshot/index.js';
import {
  answer,
  type ParsedRequest,
  parseObject,
  parseRequest,
  renderErrors,
  SUGGEST_PATH,
  type Suggestion,
  searchEndpoint,
} from '../jsonapi/index.js';
import type { AnyContent, ContentOf, SearchQuery, TypeName } from './content.js';
import { type Ask, ListAnswer, TypeReader } from './type-reader.js';

const DELIVERY_ROOT = '/delivery/jsonapi';
const JSON_API = 'application/vnd.api+json';

export interface OpenOptions {
  /** Which snapshot: its id, the first 8 digits of it or more, or PREVIOUS; absent: the current one. */
  readonly snapshot?: string | undefined;
  /** What links begin with: the public URL and the delivery root; `/delivery/jsonapi` where not given. */
  readonly base?: string | undefined;
  /** Whether the hash of every file is compared, which takes longer than everything else; false where not given. */
  readonly verify?: boolean | undefined;
}

/** Which content completions come from: that of all searched types where none are named. */
export interface SuggestOptions<Type extends string> {
  readonly types?: readonly Type[] | undefined;
  readonly locale?: string | undefined;
}

/** What a server would answer to a path: for handlers that are asked with a URL. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8; not to be changed. */
  readonly body: Uint8Array;
}

/** An open snapshot. Its answers stay valid when it is closed. */
export class OpenSnapshot<Content extends ContentOf<Content>> {
  /** The snapshot's id. */
  readonly id: string;
  /** What the content is called. */
  readonly name: string;
  readonly #base: string;
  #open: Space | undefined;

  constructor(space: Space, base: string) {
    this.id = space.id;
    this.name = space.model.space;
    this.#base = base;
    this.#open = space;
  }

  /** The content types' names, in the model's order. */
  get types(): readonly string[] {
    return [...this.#opened().types.keys()];
  }

  /** @throws OperationError where there is no such content type */
  type<Type extends TypeName<Content>>(name: Type): TypeReader<Content, Type> {
    const space = this.#opened();
    const type = space.model.contentTypes.get(name);
    if (type !== undefined) return new TypeReader(type, this.#ask);
    const names = [...space.types.keys()];
    throw new OperationError(
      `There is no content type "${name}".${didYouMean(name, names)} The content types are: ${list(names)}.`,
    );
  }

  /**
   * The items of all types that answer a search, the best first.
   *
   * @throws RequestError as a server would refuse it, with every problem
   */
  search<const Path extends Content[TypeName<Content>]['include'] = never>(
    query: SearchQuery<Content, Path>,
  ): ListAnswer<Content, TypeName<Content>, Path> {
    const { request, bytes } = this.#ask.answer(searchEndpoint(this.#opened().model), query);
    return new ListAnswer(bytes, request.complexity, query.include);
  }

  /**
   * Words and titles that what is typed may become, the likeliest first.
   *
   * @throws RequestError as a server would refuse it
   */
  suggest(text: string, { types, locale }: SuggestOptions<TypeName<Content>> = {}): readonly Suggestion[] {
    const given = [['q', text], types && ['type', types.join()], locale && ['localeCode', locale]];
    const query = given.flatMap((one) =>
      one === undefined || one === '' ? [] : [one.map(encodeURIComponent).join('=')],
    );
    const space = this.#opened();
    const bytes = answer(space, parseRequest(space.model, `/${SUGGEST_PATH}`, `?${query.join('&')}`), this.#base);
    return JSON.parse(bytes.toString()).meta.suggestions;
  }

  /**
   * Answers as a server does, errors as documents.
   *
   * @param target what follows the delivery root: path and query
   */
  answer(target: string): Reply {
    const space = this.#opened();
    const mark = target.indexOf('?');
    const [path, search] = mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark)];
    try {
      const request = parseRequest(space.model, path, search);
      const body = answer(space, request, this.#base);
      const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
      return {
        status: 200,
        headers: { ...headersOf(request.complexity), ...languageOf(space, request), etag: `"${tag}"` },
        body,
      };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return { status: error.status, headers: headersOf(error.complexity), body: renderErrors(error.problems) };
    }
  }

  /** Lets go of the snapshot's memory. Asking anything after that throws. */
  close(): void {
    this.#open = undefined;
  }

  #opened(): Space {
    if (this.#open !== undefined) return this.#open;
    throw new OperationError(`The snapshot ${this.id} is closed; open it again to ask it.`);
  }

  readonly #ask: Ask = {
    answer: (endpoint, query) => {
      const space = this.#opened();
      const request = parseObject(space.model, endpoint, query);
      return { request, bytes: answer(space, request, this.#base) };
    },
    fits: (endpoint, query) => {
      const space = this.#opened();
      try {
        parseObject(space.model, endpoint, query);
      } catch (error) {
        if (error instanceof RequestError) return error.problems.every(({ code }) => code !== 'QueryTooComplex');
        throw error;
      }
      return true;
    },
  };

  /** What links begin with. */
  get base(): string {
    return this.#base;
  }
}

/** The locale of an answer, also where the request names none. */
function languageOf({ model }: Space, { locale }: ParsedRequest): Readonly<Record<string, string>> {
  const code = locale?.code ?? model.locales[0]?.code;
  return code === undefined ? {} : { 'content-language': code };
}

const headersOf = (complexity: number): Readonly<Record<string, string>> => ({
  'content-type': JSON_API,
  'x-service-query-complexity': String(complexity),
});

/**
 * Opens a snapshot in this process. Nothing is kept beside what is returned, and nothing is watched: a later snapshot is
 * opened by opening again.
 *
 * @param folder of snapshots, as `stele build` writes it
 * @throws OperationError where there is no snapshot, and IntegrityError where it is damaged
 * Cost: reading its files. Memory: their size.
 */
export async function openSnapshot<Content extends ContentOf<Content> = AnyContent>(
  folder: string,
  { snapshot, base = DELIVERY_ROOT, verify = false }: OpenOptions = {},
): Promise<OpenSnapshot<Content>> {
  const open = async (): Promise<Space> => {
    if (snapshot === undefined && !verify) return openCurrent(diskFiles, folder);
    const { id } = await chooseSnapshot(diskFiles, folder, snapshot ?? 'CURRENT');
    return assembleSnapshot(await readSnapshot(diskFiles, folder, id, { hashes: verify }));
  };
  return new OpenSnapshot<Content>(await open(), withoutTrailing(base, '/'));
}
