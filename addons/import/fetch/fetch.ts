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

/** The file with the state of the last fetch. It marks a folder that a fetch wrote. */
const STATE_FILE = 'fetched.json';
const MADE_BY = 'stele watch';
/** Version of the folder's form; another version is fetched anew. */
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
 * Checks the options of a fetch.
 *
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
      `--origin is for ${list([...FETCHERS.keys(), JSONAPI])}, not for ${source}. Give a command that fetches the content with --fetch.`,
    );
  }
  const headers = [...ownHeaders, ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const])];
  if (source !== JSONAPI && headers.length === 0)
    throw new OperationError(`${source} answers only requests with an API token. Give --token <file>.`);
  const server = new Server(origin, headers, signal);
  if (headers.length > 0 && insecure !== true) checkSecure(server.url);
  return { server, headers };
}

/**
 * Brings the folder up to date with the server.
 *
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
  const spools: SpooledValues<Json>[] = [];
  try {
    const optionsHash = hashOptions(source, origin, headers);
    const stateText = await readFile(join(target.path, STATE_FILE), 'utf8').catch(() => undefined);
    const oldState = readState(stateText, optionsHash);
    if (oldState === undefined) {
      const reason =
        stateText === undefined ? `${folder} is new` : `${folder} was fetched with other options, or is damaged`;
      tell(`fetching everything: ${reason}`);
    }
    const createSpool = (): SpooledValues<Json> => {
      const values = new SpooledValues<Json>(join(target.waitingFolder, String(spools.length)), 'rows');
      spools.push(values);
      return values;
    };
    const job: Job = { server, old: undefined, folder: target.exportFolder, createSpool, tell };
    const fetchAll = (): ReturnType<Fetcher['fetch']> => fetcher.fetch(job);
    const lastFetch = { folder: target.path, state: oldState ?? null };
    const fetching = oldState === undefined ? fetchAll() : fetcher.fetch({ ...job, old: lastFetch });
    const { changed, state: fetcherState = null } = await fetching.catch((error: unknown) => {
      if (oldState === undefined || !(error instanceof SyntaxError)) throw error;
      tell(`fetching everything: ${folder} is damaged`);
      return fetchAll();
    });
    const newStateText = JSON.stringify({ madeBy: MADE_BY, asker: optionsHash, state: fetcherState });
    await writeFile(join(target.exportFolder, STATE_FILE), newStateText, { flush: true });
    options.signal?.throwIfAborted();
    await target.publish();
    return {
      input: join(folder, fetcher.input),
      headers,
      report: { requests: server.requests, bytes: server.bytes, changed },
    };
  } finally {
    for (const spool of spools) spool.close();
    await target.discard();
  }
}

/** @returns a hash of everything on which the fetched content depends; the hash shows no secret */
function hashOptions(source: string, origin: string, headers: Fetched['headers']): string {
  const options = JSON.stringify([FORM, source, origin, headers]);
  return createHash('sha256').update(options).digest('hex');
}

/** @returns the state of a fetch with the same options; undefined if there is none */
function readState(text: string | undefined, optionsHash: string): Json | undefined {
  try {
    const state = parseJson(text ?? '');
    return textAt(state, 'asker') === optionsHash ? memberAt(state, 'state') : undefined;
  } catch {
    return undefined;
  }
}

/** @throws OperationError for an address without TLS on another host */
function checkSecure({ protocol, hostname }: URL): void {
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  if (protocol === 'https:' || isLoopback) return;
  throw new OperationError(
    `secrets are not sent to ${hostname} without TLS, as anybody in between could read them. Give an https address, or --insecure in a network of your own.`,
  );
}
