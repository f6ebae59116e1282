/**
 * The content of a server in a folder, in the form that its source imports; each run fetches only changes.
 *
 * The folder is written under a temporary name and renamed when it is complete, so that a failed run leaves it unchanged.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { list, OperationError } from '../../../src/content/errors/index.js';
import type { Files } from '../../../src/format/files/index.js';
import { Target } from '../core/export/target.js';
import { Server } from '../input/server.js';
import { SpooledValues } from '../spool/spooled-values.js';
import { type Json, memberAt, parseJson, textAt } from '../value/json.js';
import type { Fetcher, Job } from './job.js';

/** The state of the last fetch. A folder with this file was written by a fetch. */
const STATE_FILE = 'fetched.json';
const MADE_BY = 'stele watch';
const FORM = 1;

export interface FetchOptions {
  readonly files: Files;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
  /** Send secrets without TLS, too. */
  readonly insecure?: boolean;
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the reason why everything is fetched, and with everything that is left out. */
  readonly tell: (text: string) => void;
}

export interface Fetched {
  /** The input of the source, its folder of stored documents, and the headers of its requests. */
  readonly input: string;
  readonly documents?: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Undefined if the import itself fetches. */
  readonly report?: { readonly requests: number; readonly bytes: number; readonly changed: number };
}

const FETCHERS: ReadonlyMap<string, () => Promise<Fetcher>> = new Map([
  ['contentful', async () => (await import('./contentful.js')).contentful],
  ['strapi', async () => (await import('./strapi.js')).strapi],
  ['directus', async () => (await import('./directus.js')).directus],
]);
const JSONAPI = 'jsonapi';

/**
 * @returns the server of `--origin`, and the headers of requests to it
 * @throws OperationError for a source that fetches nothing, without a token, and for secrets without TLS
 */
export function checkedOrigin(
  source: string,
  origin: string,
  { token, headers: ownHeaders = [], insecure, signal }: Omit<FetchOptions, 'files' | 'tell'>,
): { readonly server: Server; readonly headers: readonly (readonly [string, string])[] } {
  if (source !== JSONAPI && !FETCHERS.has(source)) {
    throw new OperationError(
      `nothing fetches ${source}; --origin is for ${list([...FETCHERS.keys(), JSONAPI])}. Fetch it with --fetch.`,
    );
  }
  const headers = [...ownHeaders, ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const])];
  if (source !== JSONAPI && headers.length === 0)
    throw new OperationError(`${source} answers nobody without an API token. Give --token <file>.`);
  const server = new Server(origin, headers, signal);
  if (headers.length > 0 && insecure !== true) checkSecure(server.url);
  return { server, headers };
}

/**
 * @param origin address of the API
 * @throws OperationError if the server refuses or links to another server, and for a folder with other files
 */
export async function fetchChanges(
  source: string,
  origin: string,
  folder: string,
  options: FetchOptions,
): Promise<Fetched> {
  const load = FETCHERS.get(source);
  const { tell, files } = options;
  const { server, headers } = checkedOrigin(source, origin, options);
  if (load === undefined) return { input: origin, documents: folder, headers };
  const fetcher = await load();
  const target = await Target.prepare(folder, files, [STATE_FILE, MADE_BY]);
  const parked: SpooledValues<Json>[] = [];
  try {
    const asker = createHash('sha256')
      .update(JSON.stringify([FORM, source, origin, headers]))
      .digest('hex');
    const state = await readFile(join(target.path, STATE_FILE), 'utf8').catch(() => undefined);
    const old = stateOf(state, asker);
    if (old === undefined)
      tell(
        `fetching everything: ${state === undefined ? `${folder} is new` : `what ${folder} has is of other options, or damaged`}`,
      );
    const park = (): SpooledValues<Json> => {
      const values = new SpooledValues<Json>(join(target.waitingFolder, String(parked.length)), 'rows');
      parked.push(values);
      return values;
    };
    const job: Job = { server, old: undefined, folder: target.exportFolder, park, tell };
    const fetchAll = (): ReturnType<Fetcher['fetch']> => fetcher.fetch(job);
    const lastFetch = { folder: target.path, state: old ?? null };
    const fetching = old === undefined ? fetchAll() : fetcher.fetch({ ...job, old: lastFetch });
    const { changed, state: fetcherState = null } = await fetching.catch((error: unknown) => {
      if (old === undefined || !(error instanceof SyntaxError)) throw error;
      tell(`fetching everything: what ${folder} has is damaged`);
      return fetchAll();
    });
    const stateText = JSON.stringify({ madeBy: MADE_BY, asker, state: fetcherState });
    await writeFile(join(target.exportFolder, STATE_FILE), stateText, { flush: true });
    options.signal?.throwIfAborted();
    await target.publish();
    return {
      input: join(folder, fetcher.input),
      headers,
      report: { requests: server.requests, bytes: server.bytes, changed },
    };
  } finally {
    for (const each of parked) each.close();
    await target.discard();
  }
}

function stateOf(text: string | undefined, asker: string): Json | undefined {
  try {
    const state = parseJson(text ?? '');
    return textAt(state, 'asker') === asker ? memberAt(state, 'state') : undefined;
  } catch {
    return undefined;
  }
}

function checkSecure({ protocol, hostname }: URL): void {
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  if (protocol === 'https:' || isLoopback) return;
  throw new OperationError(
    `secrets are not sent to ${hostname} without TLS, as others could read them. Give an https address, or --insecure in a network that nobody else is in.`,
  );
}
