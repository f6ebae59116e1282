/**
 * A snapshot in the process of whoever asks: the engine of the server, without HTTP, and without a URL being read.
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
  type Asked,
  type AskOptions,
  type ContentOf,
  type Page,
  type QueryObject,
  Space,
  type SpaceOptions,
  type Transport,
} from '../typed/index.js';

const DELIVERY_ROOT = '/delivery/jsonapi';
const JSON_API = 'application/vnd.api+json';

export interface OpenOptions extends SpaceOptions {
  /** Which snapshot: its id, the first 8 digits of it or more, or PREVIOUS; absent: the current one. */
  readonly snapshot?: string | undefined;
  /** Prefix of every link: the public URL and the delivery root; by default `/delivery/jsonapi`. */
  readonly base?: string | undefined;
  /** Whether the hash of every file is compared, which takes longer than everything else; false where not given. */
  readonly verify?: boolean | undefined;
}

/** The response of a server to a path, for handlers that receive URLs. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8; not to be changed. */
  readonly body: Uint8Array;
}

/** The snapshot that answers at present. */
class Opened implements Transport<'now'> {
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

  ask(path: readonly string[], query: QueryObject | string, { signal }: AskOptions): Asked {
    signal?.throwIfAborted();
    const { snapshot } = this;
    const addressed = addressOf(path);
    const request =
      typeof query === 'string'
        ? parseRequest(snapshot.model, addressed, query)
        : parseObject(snapshot.model, addressed, query);
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
      for (let found = page(limit, skip); found !== undefined; found = page(limit, skip)) {
        yield* found.items;
        skip += limit;
        if (limit === 0 || skip >= found.total) return;
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

function addressOf([type, id, relationship]: readonly string[]): PathParts {
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
  readonly #opened: Opened;

  constructor(opened: Opened, options: SpaceOptions) {
    super(opened, options);
    this.#opened = opened;
  }

  /** The snapshot's id. */
  get id(): string {
    return this.#opened.snapshot.id;
  }

  /** Name of the content space. */
  get name(): string {
    return this.#opened.snapshot.model.space;
  }

  /** Prefix of every link. */
  get base(): string {
    return this.#opened.base;
  }

  /**
   * Answers as a server does, errors as documents.
   *
   * @param target what follows the delivery root: path and query
   */
  answer(target: string): Reply {
    const { snapshot, base } = this.#opened;
    try {
      const request = parseTarget(snapshot.model, target);
      const body = answer(snapshot, request, base);
      const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
      return {
        status: 200,
        headers: { ...headersOf(request.complexity), ...languageOf(snapshot, request), etag: `"${tag}"` },
        body,
      };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return { status: error.status, headers: headersOf(error.complexity), body: renderErrors(error.problems) };
    }
  }
}

/** The locale of an answer, also where the request names none. */
function languageOf({ model }: Snapshot, { locale }: ParsedRequest): Readonly<Record<string, string>> {
  const code = locale?.code ?? model.locales[0]?.code;
  return code === undefined ? {} : { 'content-language': code };
}

const headersOf = (complexity: number): Readonly<Record<string, string>> => ({
  'content-type': JSON_API,
  'x-service-query-complexity': String(complexity),
});

/**
 * Opens a snapshot in this process. Nothing is kept beside what is returned, and nothing is watched: a later snapshot
 * answers once it is reloaded.
 *
 * @param folder of snapshots, as `stele build` writes it
 * @throws OperationError where there is no snapshot, and IntegrityError where it is damaged
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
  return new OpenSnapshot<Content>(new Opened(await open(), open, withoutTrailing(base, '/')), { locale });
}
