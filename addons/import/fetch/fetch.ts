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
import { type FolderMark, Target } from '../core/export/target.js';
import { Server } from '../input/server.js';
import { SpooledValues } from '../spool/spooled-values.js';
import { type Json, memberAt, parseJson, textAt } from '../value/json.js';
import type { Fetcher, Job } from './job.js';

/** The file with the state of the last fetch; it identifies a folder that a fetch wrote. */
const FOLDER_MARK: FolderMark = { file: 'fetched.json', madeBy: 'stele watch' };
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
  const { server, headers } = checkedOrigin(source, origin, options);
  const loadFetcher = FETCHERS.get(source);
  if (loadFetcher === undefined) return { input: origin, documents: folder, headers };
  const fetcher = await loadFetcher();
  const target = await Target.prepare(folder, options.files, FOLDER_MARK);
  const spools: SpooledValues<Json>[] = [];
  const createSpool = (): SpooledValues<Json> => {
    const spool = new SpooledValues<Json>(join(target.waitingFolder, String(spools.length)), 'rows');
    spools.push(spool);
    return spool;
  };
  try {
    const optionsHash = hashOptions(source, origin, headers);
    const oldState = await readOldState(target.path, folder, optionsHash, options.tell);
    const old = oldState === undefined ? undefined : { folder: target.path, state: oldState };
    const job: Job = { server, old, folder: target.exportFolder, createSpool, tell: options.tell };
    const { changed, state = null } = await fetchOrRepair(fetcher, job, folder);
    const stateText = JSON.stringify({ madeBy: FOLDER_MARK.madeBy, asker: optionsHash, state });
    await writeFile(join(target.exportFolder, FOLDER_MARK.file), stateText, { flush: true });
    options.signal?.throwIfAborted();
    await target.publish();
    const report = { requests: server.requests, bytes: server.bytes, changed };
    return { input: join(folder, fetcher.input), headers, report };
  } finally {
    for (const spool of spools) spool.close();
    await target.discard();
  }
}

/** Fetches the changes; if the files of the last fetch are damaged, everything. */
async function fetchOrRepair(fetcher: Fetcher, job: Job, folder: string): ReturnType<Fetcher['fetch']> {
  try {
    return await fetcher.fetch(job);
  } catch (error) {
    const isDamaged = job.old !== undefined && error instanceof SyntaxError;
    if (!isDamaged) throw error;
    job.tell(`fetching everything: ${folder} is damaged`);
    return fetcher.fetch({ ...job, old: undefined });
  }
}

/** @returns the state of the last fetch, if it had the same options; otherwise undefined, with the reason to `tell` */
async function readOldState(
  path: string,
  folder: string,
  optionsHash: string,
  tell: FetchOptions['tell'],
): Promise<Json | undefined> {
  const stateText = await readFile(join(path, FOLDER_MARK.file), 'utf8').catch(() => undefined);
  const oldState = parseState(stateText, optionsHash);
  if (oldState !== undefined) return oldState;
  const reason =
    stateText === undefined ? `${folder} is new` : `${folder} was fetched with other options, or is damaged`;
  tell(`fetching everything: ${reason}`);
  return undefined;
}

/** @returns a hash of everything on which the fetched content depends; the hash shows no secret */
function hashOptions(source: string, origin: string, headers: Fetched['headers']): string {
  const options = JSON.stringify([FORM, source, origin, headers]);
  return createHash('sha256').update(options).digest('hex');
}

/** @returns the state of a fetch with the same options; undefined if there is none */
function parseState(text: string | undefined, optionsHash: string): Json | undefined {
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
