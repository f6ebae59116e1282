/**
 * The queries of a program to a server. It needs only `fetch`, so it runs in browsers, in Node.js and at the edge.
 *
 * Elsewhere: the queries themselves (typed/space), reading replies (replies), the same queries to a snapshot (library/open).
 */
import { type ErrorCode, RequestError, type RequestProblem } from '../../content/errors/request/index.js';
import {
  type AnyContent,
  type AskOptions,
  type ContentOf,
  encodeParameter,
  nameOf,
  type Page,
  type QueryObject,
  type RawAnswer,
  Space,
  type SpaceOptions,
  type Transport,
  writeQuery,
} from '../typed/index.js';
import { type Attempt, attemptSignal, reach, readComplexity, readDocument, readRefusal } from './replies.js';

/** Options of a connection. */
export interface ConnectOptions extends SpaceOptions {
  /** The secret of a key, if the server requires one. */
  readonly key?: string | undefined;
  /**
   * How often a request is repeated after 503 (server busy) or 429 (too many requests): by default twice.
   */
  readonly retries?: number | undefined;
  /**
   * Maximum milliseconds from sending a request until its answer is complete, for each repetition: by default 30 000;
   * 0 for no maximum.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Maximum bytes of cached answers, which are revalidated by their ETag: by default 4 MB, and 0 in a browser, which has a
   * cache of its own.
   */
  readonly cacheBytes?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined;
}

const OPTIONS: Readonly<Record<keyof ConnectOptions, true>> = {
  locale: true,
  key: true,
  retries: true,
  timeoutMs: true,
  cacheBytes: true,
  fetch: true,
};

/** @throws TypeError for an option that does not exist: without it, a misspelt `key` would only be missed by the server */
function checkOptions(options: ConnectOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown === undefined) return;
  throw new TypeError(`connect() has no option "${unknown}". The options are: ${Object.keys(OPTIONS).join(', ')}.`);
}

/** Longest accepted `Retry-After`, in seconds; a longer one is an error immediately. */
const waitMaximumSeconds = 10;
const cacheBytesDefault = 4_000_000;
const timeoutMsDefault = 30_000;
const reportedProblemsMaximum = 20;

/** Error codes for a path segment that cannot exist, by its position. */
const NOT_FOUND_CODES: readonly ErrorCode[] = ['ContentTypeNotFound', 'ItemNotFound', 'RelationshipNotFound'];

interface CachedAnswer {
  readonly tag: string;
  readonly rawAnswer: RawAnswer;
}

class ServerTransport implements Transport<'later'> {
  readonly #root: string;
  readonly #options: ConnectOptions;
  readonly #bytesMaximum: number;
  /** The latest answers by address, oldest first: the server answers 304 if one is unchanged. */
  readonly #cache = new Map<string, CachedAnswer>();
  #snapshot: string | undefined;

  constructor(root: string, options: ConnectOptions) {
    // A program without types may give no root: then the error of the first query names it.
    this.#root = `${root}`.replace(/\/+$/, '');
    this.#options = options;
    this.#bytesMaximum = options.cacheBytes ?? ('document' in globalThis ? 0 : cacheBytesDefault);
  }

  async ask(path: readonly string[], query: QueryObject | string, { signal }: AskOptions): Promise<RawAnswer> {
    const encodedQuery = typeof query === 'string' ? query : encodeQuery(query);
    const suffix = encodedQuery === '' ? '' : `?${encodedQuery}`;
    // A program without types may give no name: the server answers with the names that there are.
    const address = `${this.#root}${encodePath(path.map(String))}${suffix}`;
    const cached = this.#cache.get(address);
    const { reply, attempt } = await this.#fetch(address, cached, signal);
    const snapshot = reply.headers.get('x-service-snapshot') ?? '';
    const isUnchanged = cached !== undefined && !reply.ok;
    const rawAnswer = isUnchanged
      ? { ...cached.rawAnswer, snapshot }
      : { bytes: await readDocument(attempt, reply, hasData(path)), complexity: readComplexity(reply), snapshot };
    this.#snapshot = snapshot;
    this.#addToCache(address, { rawAnswer, tag: reply.headers.get('etag') ?? '' });
    return rawAnswer;
  }

  /**
   * Sends a request, and repeats it while the server is busy.
   *
   * @returns a response with an answer, or with status 304 if the cached answer is unchanged
   * @throws RequestError if the server refuses the request; ConnectionError if it cannot be reached
   */
  async #fetch(
    address: string,
    cached: CachedAnswer | undefined,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly reply: Response; readonly attempt: Attempt }> {
    const { key, retries = 2, timeoutMs = timeoutMsDefault, fetch = globalThis.fetch } = this.#options;
    const headers: Record<string, string> = { accept: 'application/vnd.api+json' };
    if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
    if (cached !== undefined) headers['if-none-match'] = cached.tag;
    for (let repetitions = 0; ; repetitions += 1) {
      const timeout = timeoutMs === 0 ? undefined : AbortSignal.timeout(timeoutMs);
      const attempt = { address, signal, timeout, timeoutMs };
      const reply = await reach(attempt, () => fetch(address, { headers, signal: attemptSignal(attempt) }));
      if (reply.ok || (cached !== undefined && reply.status === 304)) return { reply, attempt };
      const isBusy = reply.status === 503 || reply.status === 429;
      const seconds = Number(reply.headers.get('retry-after') ?? 1);
      // A `Retry-After` that is not a number of seconds is not accepted: a comparison with NaN is false.
      const mayRepeat = isBusy && repetitions < retries && seconds <= waitMaximumSeconds;
      if (!mayRepeat) throw await readRefusal(attempt, reply);
      await reply.body?.cancel();
      await wait(seconds, signal);
    }
  }

  /** Adds an answer, and removes the oldest ones above the maximum. Cost: O(cached answers). */
  #addToCache(address: string, cached: CachedAnswer): void {
    this.#cache.delete(address);
    if (cached.tag !== '') this.#cache.set(address, cached);
    const latestFirst = [...this.#cache].reverse();
    let bytes = 0;
    for (const [cachedAddress, { rawAnswer }] of latestFirst) {
      bytes += rawAnswer.bytes.length;
      if (bytes > this.#bytesMaximum) this.#cache.delete(cachedAddress);
    }
  }

  async attempt<Value>(ask: () => Promise<Value>, isMissing: (error: unknown) => boolean): Promise<Value | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
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
      for (let current = await page(limit, skip); current !== undefined; current = await page(limit, skip)) {
        yield* current.items;
        skip += limit;
        if (limit === 0 || skip >= current.total) return;
      }
    }
  }

  async reload(): Promise<boolean> {
    const snapshotBefore = this.#snapshot;
    const { snapshot } = await this.ask([], '', {});
    return snapshotBefore !== undefined && snapshot !== snapshotBefore;
  }

  close(): void {
    this.#cache.clear();
  }
}

/** Whether the documents of a path have primary data: those of the root and of suggestions have only `meta`. */
const hasData = ([name]: readonly string[]): boolean => name !== undefined && name !== '_suggest';

/** @throws RequestError if a segment is empty, `.`, `..` or not well-formed Unicode, which no name is */
function encodePath(path: readonly string[]): string {
  const wrongIndex = path.findIndex((part) => part === '' || part === '.' || part === '..' || !part.isWellFormed());
  const code = NOT_FOUND_CODES[wrongIndex];
  if (code === undefined) return path.map((part) => `/${encodeURIComponent(part)}`).join('');
  throw new RequestError([{ code, detail: `Nothing is called "${path[wrongIndex]?.toWellFormed()}".` }]);
}

/** @returns the encoded query. @throws RequestError if a member of the object has no meaning */
function encodeQuery(query: QueryObject): string {
  const parameters: string[] = [];
  const problems: RequestProblem[] = [];
  writeQuery(query, {
    add: (head, path, value) => parameters.push(encodeParameter(nameOf(head, path), value)),
    refuse: (code, parameter, detail) => {
      if (problems.length < reportedProblemsMaximum) problems.push({ code, parameter, detail: detail() });
    },
  });
  if (problems.length > 0) throw new RequestError(problems);
  return parameters.join('&');
}

/** @throws the signal's reason, if it is aborted */
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
 * Returns the content space of a server. Sends no request before the first query.
 *
 * @param root the delivery root: `https://shop.example/delivery/jsonapi`
 * @throws TypeError for an option that does not exist
 */
export const connect = <Content extends ContentOf<Content> = AnyContent>(
  root: string,
  options: ConnectOptions = {},
): Space<Content, 'later'> => {
  checkOptions(options);
  return new Space(new ServerTransport(root, options), options);
};
