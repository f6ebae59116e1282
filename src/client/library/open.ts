/**
 * The queries of a program to a snapshot in its own process: the engine of the server, without HTTP.
 *
 * Elsewhere: the queries themselves (typed/space), the same queries to a server (http/connect).
 */
import { createHash } from 'node:crypto';
import { OperationError, RequestError } from '../../content/errors/index.js';
import { withoutTrailing } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import {
  assembleSnapshot,
  chooseSnapshot,
  openCurrent,
  readSnapshot,
  type Space as Snapshot,
} from '../../index/snapshot/index.js';
import {
  answer,
  type ParsedRequest,
  type PathParts,
  parseObject,
  parseRequest,
  parseTarget,
  renderErrors,
  SEARCH_PATH,
  SIMILAR_PATH,
  SUGGEST_PATH,
} from '../../jsonapi/index.js';
import {
  type AnyContent,
  type AskOptions,
  type ContentOf,
  type Page,
  type QueryObject,
  type RawAnswer,
  Space,
  type SpaceOptions,
  type Transport,
} from '../typed/index.js';

const DELIVERY_ROOT = '/delivery/jsonapi';
const JSON_API = 'application/vnd.api+json';

/** Options of an open snapshot. */
export interface OpenOptions extends SpaceOptions {
  /** The id of the snapshot, at least its first 8 digits, or PREVIOUS; by default the current snapshot. */
  readonly snapshot?: string | undefined;
  /** Prefix of every link: the public URL and the delivery root; by default `/delivery/jsonapi`. */
  readonly base?: string | undefined;
  /** Whether to compare the hash of every file, which takes longer than everything else; by default false. */
  readonly verify?: boolean | undefined;
}

/** The response of a server to a path, for handlers that receive URLs. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8; the caller must not change it. */
  readonly body: Uint8Array;
}

/** Answers queries from the current snapshot. */
class SnapshotTransport implements Transport<'now'> {
  readonly base: string;
  readonly #open: () => Promise<Snapshot>;
  #snapshot: Snapshot | undefined;
  #id: string;

  constructor(snapshot: Snapshot, open: () => Promise<Snapshot>, base: string) {
    this.#snapshot = snapshot;
    this.#id = snapshot.id;
    this.#open = open;
    this.base = base;
  }

  get snapshot(): Snapshot {
    if (this.#snapshot !== undefined) return this.#snapshot;
    throw new OperationError(`The snapshot ${this.#id} is closed; open it again to ask it.`);
  }

  ask(path: readonly string[], query: QueryObject | string, { signal }: AskOptions): RawAnswer {
    signal?.throwIfAborted();
    const { snapshot } = this;
    // A program without types may give no id, which is not the path of the list.
    const pathParts = toPathParts(path.map(String));
    const request =
      typeof query === 'string'
        ? parseRequest(snapshot.model, pathParts, query)
        : parseObject(snapshot.model, pathParts, query);
    return { bytes: answer(snapshot, request, this.base), complexity: request.complexity, snapshot: snapshot.id };
  }

  attempt<Value>(ask: () => Value, isMissing: (error: unknown) => boolean): Value | undefined {
    try {
      return ask();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  map<Value, Result>(value: Value, make: (value: Value) => Result): Result {
    return make(value);
  }

  *pages<Value>(
    limits: readonly number[],
    skip: number,
    page: (limit: number, skip: number) => Page<Value> | undefined,
  ): Generator<Value, void, undefined> {
    for (const limit of limits) {
      for (let current = page(limit, skip); current !== undefined; current = page(limit, skip)) {
        yield* current.items;
        skip += limit;
        if (limit === 0 || skip >= current.total) return;
      }
    }
  }

  async reload(): Promise<boolean> {
    const { id } = this.snapshot;
    const snapshot = await this.#open();
    if (snapshot.id === id) return false;
    this.#snapshot = snapshot;
    this.#id = snapshot.id;
    return true;
  }

  close(): void {
    this.#snapshot = undefined;
  }
}

function toPathParts([type, id, relationship]: readonly string[]): PathParts {
  if (type === undefined) return { kind: 'root' };
  if (id === undefined && type === SEARCH_PATH) return { kind: 'search' };
  if (id === undefined && type === SUGGEST_PATH) return { kind: 'suggest' };
  if (relationship !== undefined) {
    return { kind: relationship === SIMILAR_PATH ? 'similar' : 'related', type, id, relationship };
  }
  return { kind: id === undefined ? 'collection' : 'item', type, id };
}

/** An open snapshot. Its answers stay valid when it is closed. */
export class OpenSnapshot<Content extends ContentOf<Content>> extends Space<Content, 'now'> {
  readonly #transport: SnapshotTransport;

  constructor(transport: SnapshotTransport, options: SpaceOptions) {
    super(transport, options);
    this.#transport = transport;
  }

  /** The snapshot's id. */
  get id(): string {
    return this.#transport.snapshot.id;
  }

  /** Name of the content space. */
  get name(): string {
    return this.#transport.snapshot.model.space;
  }

  /** Prefix of every link. */
  get base(): string {
    return this.#transport.base;
  }

  /**
   * Answers like a server; an error is answered with its document.
   *
   * @param target path and query below the delivery root
   */
  answer(target: string): Reply {
    const { snapshot, base } = this.#transport;
    try {
      const request = parseTarget(snapshot.model, target);
      const body = answer(snapshot, request, base);
      const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
      const headers = { ...writeHeaders(request.complexity), ...writeLanguage(snapshot, request), etag: `"${tag}"` };
      return { status: 200, headers, body };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return { status: error.status, headers: writeHeaders(error.complexity), body: renderErrors(error.problems) };
    }
  }
}

/** @returns the header with the locale of an answer, even if the request names none; empty if the space has no locales */
function writeLanguage({ model }: Snapshot, { locale }: ParsedRequest): Readonly<Record<string, string>> {
  const code = locale?.code ?? model.locales[0]?.code;
  return code === undefined ? {} : { 'content-language': code };
}

const writeHeaders = (complexity: number): Readonly<Record<string, string>> => ({
  'content-type': JSON_API,
  'x-service-query-complexity': String(complexity),
});

/**
 * Opens a snapshot in this process. The folder is not watched: call `reload` to switch to a later snapshot.
 *
 * @param folder of snapshots, as `stele build` writes it
 * @throws OperationError if there is no snapshot, IntegrityError if it is damaged
 * Cost: reading its files. Memory: their size.
 */
export async function openSnapshot<Content extends ContentOf<Content> = AnyContent>(
  folder: string,
  { snapshot, base = DELIVERY_ROOT, verify = false, locale }: OpenOptions = {},
): Promise<OpenSnapshot<Content>> {
  const open = async (): Promise<Snapshot> => {
    if (snapshot === undefined && !verify) return openCurrent(diskFiles, folder);
    const { id } = await chooseSnapshot(diskFiles, folder, snapshot ?? 'CURRENT');
    return assembleSnapshot(await readSnapshot(diskFiles, folder, id, { hashes: verify }));
  };
  return new OpenSnapshot<Content>(new SnapshotTransport(await open(), open, withoutTrailing(base, '/')), { locale });
}
