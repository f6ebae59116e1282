/**
 * A server's content, asked as an open snapshot is: by `fetch` alone, so in browsers, in Node.js and at the edge.
 */
import {
  type ErrorCode,
  isErrorCode,
  REQUEST_ERRORS,
  RequestError,
  type RequestProblem,
} from '../../content/errors/request/index.js';
import {
  type AnyContent,
  type Asked,
  type AskOptions,
  type ContentOf,
  nameOf,
  type Page,
  type QueryObject,
  Space,
  type SpaceOptions,
  type Transport,
  writeQuery,
} from '../typed/index.js';

export interface ConnectOptions extends SpaceOptions {
  /** The secret, where the server asks for a key. */
  readonly key?: string | undefined;
  /**
   * How often a request is sent again that a server has no time for (503) or that comes too often (429): twice where not
   * given.
   */
  readonly retries?: number | undefined;
  /**
   * How many bytes of answers are kept to ask whether they have changed; 4 MB where not given, none in a browser, which
   * does so itself.
   */
  readonly cacheBytes?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Longest `Retry-After` that is waited for, in seconds; a longer one is an error at once. */
const waitMaximumSeconds = 10;
const cacheBytesDefault = 4_000_000;
const reportedMaximum = 20;

/** Error codes for a path segment that names nothing, by its position. */
const MISSING: readonly ErrorCode[] = ['ContentTypeNotFound', 'ItemNotFound', 'RelationshipNotFound'];

interface Kept {
  readonly tag: string;
  readonly asked: Asked;
}

class Server implements Transport<'later'> {
  readonly #root: string;
  readonly #options: ConnectOptions;
  readonly #bytesMaximum: number;
  /** The answers that came last, by address, so that a server need only say that one has not changed. */
  readonly #kept = new Map<string, Kept>();
  #snapshot: string | undefined;

  constructor(root: string, options: ConnectOptions) {
    this.#root = root.replace(/\/+$/, '');
    this.#options = options;
    this.#bytesMaximum = options.cacheBytes ?? ('document' in globalThis ? 0 : cacheBytesDefault);
  }

  async ask(path: readonly string[], query: QueryObject | string, { signal }: AskOptions): Promise<Asked> {
    const search = typeof query === 'string' ? query : searchOf(query);
    const address = `${this.#root}${pathOf(path)}${search === '' ? '' : `?${search}`}`;
    const { key, retries = 2, fetch = globalThis.fetch } = this.#options;
    const known = this.#kept.get(address);
    const headers = {
      accept: 'application/vnd.api+json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(known !== undefined && { 'if-none-match': known.tag }),
    };
    for (let tries = 0; ; tries += 1) {
      const reply = await fetch(address, { headers, ...(signal !== undefined && { signal }) });
      const isSame = reply.status === 304 && known !== undefined;
      if (isSame || reply.ok) {
        const bytes = isSame ? known.asked.bytes : new Uint8Array(await reply.arrayBuffer());
        this.#snapshot = reply.headers.get('x-service-snapshot') ?? '';
        const asked = { bytes, complexity: isSame ? known.asked.complexity : scoreOf(reply), snapshot: this.#snapshot };
        this.#keep(address, { asked, tag: reply.headers.get('etag') ?? '' });
        return asked;
      }
      const seconds = Number(reply.headers.get('retry-after') ?? 1);
      const isBusy = reply.status === 503 || reply.status === 429;
      if (!isBusy || tries >= retries || !(seconds <= waitMaximumSeconds)) throw await refusalOf(reply);
      await reply.body?.cancel();
      await wait(seconds, signal);
    }
  }

  /** Cost: O(answers kept). */
  #keep(address: string, kept: Kept): void {
    this.#kept.delete(address);
    if (kept.tag !== '') this.#kept.set(address, kept);
    let bytes = 0;
    for (const [each, { asked }] of [...this.#kept].reverse()) {
      bytes += asked.bytes.length;
      if (bytes > this.#bytesMaximum) this.#kept.delete(each);
    }
  }

  attempt<Value>(ask: () => Promise<Value>, isMissing: (error: unknown) => boolean): Promise<Value | undefined> {
    return ask().catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  }

  map<Value, Result>(value: Promise<Value>, make: (value: Value) => Result): Promise<Result> {
    return value.then(make);
  }

  async *pages<Value>(
    limits: readonly number[],
    skip: number,
    page: (limit: number, skip: number) => Promise<Page<Value> | undefined>,
  ): AsyncGenerator<Value, void, undefined> {
    for (const limit of limits) {
      for (let found = await page(limit, skip); found !== undefined; found = await page(limit, skip)) {
        yield* found.items;
        skip += limit;
        if (limit === 0 || skip >= found.total) return;
      }
    }
  }

  async reload(): Promise<boolean> {
    const before = this.#snapshot;
    const { snapshot } = await this.ask([], '', {});
    return before !== undefined && snapshot !== before;
  }

  close(): void {
    this.#kept.clear();
  }
}

/** @throws RequestError where a part is empty, not Unicode, or would lead upwards: what is called so does not exist */
function pathOf(path: readonly string[]): string {
  const wrong = path.findIndex((part) => part === '' || part === '.' || part === '..' || !part.isWellFormed());
  const code = MISSING[wrong];
  if (code === undefined) return path.map((part) => `/${encodeURIComponent(part)}`).join('');
  throw new RequestError([{ code, detail: `Nothing is called "${path[wrong]?.toWellFormed()}".` }]);
}

/** @throws RequestError where the query says what no parameter can */
function searchOf(query: QueryObject): string {
  const parameters: string[] = [];
  const problems: RequestProblem[] = [];
  writeQuery(query, {
    add: (head, path, value) =>
      parameters.push(`${encodeURIComponent(nameOf(head, path))}=${encodeURIComponent(value)}`),
    refuse: (code, parameter, detail) => {
      if (problems.length < reportedMaximum) problems.push({ code, parameter, detail: detail() });
    },
  });
  if (problems.length > 0) throw new RequestError(problems);
  return parameters.join('&');
}

const scoreOf = ({ headers }: Response): number => Number(headers.get('x-service-query-complexity') ?? 0);

/** An error object of JSON:API, as far as it is read. */
interface ErrorObject {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly source?: { readonly parameter?: string; readonly header?: string };
}

/** A response that did not come from stele, such as the page of a proxy, becomes a problem with its status. */
async function refusalOf(reply: Response): Promise<RequestError> {
  const text = await reply.text();
  const complexity = scoreOf(reply);
  try {
    const { errors }: { errors: readonly ErrorObject[] } = JSON.parse(text);
    const problems = errors.flatMap(({ code, detail, source }): RequestProblem[] =>
      isErrorCode(code) ? [{ code, detail: String(detail), ...source }] : [],
    );
    if (problems.length > 0) return new RequestError(problems, complexity);
  } catch {
    // Not a document of JSON:API.
  }
  const named = Object.keys(REQUEST_ERRORS)
    .filter(isErrorCode)
    .findLast((code) => REQUEST_ERRORS[code] === reply.status);
  const detail = `${reply.url} answered ${reply.status} without a document of JSON:API.`;
  return new RequestError([{ code: named ?? 'InternalError', detail }], complexity);
}

/** @throws the signal's reason once it is aborted */
const wait = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal?.addEventListener('abort', end);
  });

/**
 * Nothing is asked before the first question is.
 *
 * @param root the delivery root: `https://shop.example/delivery/jsonapi`
 */
export const connect = <Content extends ContentOf<Content> = AnyContent>(
  root: string,
  options: ConnectOptions = {},
): Space<Content, 'later'> => new Space(new Server(root, options), options);
