/**
 * The job of fetching from one CMS: the server, the result of the last fetch, and the folder to write to; and a Fetcher that does it.
 *
 * Elsewhere: starting the job and publishing the folder (fetch), the fetchers (contentful, strapi, directus).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperationError } from '../../../src/content/errors/index.js';
import type { Server } from '../input/server.js';
import type { SpooledValues } from '../spool/spooled-values.js';
import { type Json, parseJson } from '../value/json.js';

export interface Job {
  readonly server: Server;
  /** The folder of the last fetch, and the state that `fetch` returned then; undefined if everything is fetched. */
  readonly old: { readonly folder: string; readonly state: Json } | undefined;
  /** The folder to write to. */
  readonly folder: string;
  /** Creates an empty store for rows; the fetch closes it. */
  readonly createSpool: () => SpooledValues<Json>;
  /** Called with a line for the log. */
  readonly tell: (text: string) => void;
}

export interface Fetcher {
  /** Path of the source's input below the folder. */
  readonly input: string;
  /** @returns the number of changed rows, and the state that the next fetch needs */
  fetch(job: Job): Promise<{ readonly changed: number; readonly state?: Json }>;
}

/** Writes values that are always fetched completely, one on each line. */
export async function writeJson(folder: string, name: string, ...values: readonly Json[]): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  await writeFile(join(folder, name), text, { flush: true });
}

/** Statuses of the answer to an address that is too long for the server. */
const tooLongStatuses: readonly number[] = [414, 431];

/**
 * Requests a JSON document.
 *
 * @param hint            advice for the error message
 * @param missingStatuses statuses that mean that the thing does not exist
 * @returns the answer; undefined if it has one of these statuses
 * @throws OperationError if the server refuses
 */
export async function askJson(
  server: Server,
  address: string,
  hint = '',
  missingStatuses: readonly number[] = [],
): Promise<Json | undefined> {
  const { status, text } = await server.ask(address);
  const { pathname } = new URL(address, server.url);
  if (missingStatuses.includes(status)) return undefined;
  const advice = tooLongStatuses.includes(status)
    ? 'Set the longest address that the server and its proxies accept to 16 KiB.'
    : hint;
  if (status >= 300) throw new OperationError(`${pathname} answers ${status}. ${advice}`.trimEnd());
  try {
    return parseJson(text);
  } catch {
    throw new OperationError(`${pathname} answers with a text that is not JSON. ${hint}`.trimEnd());
  }
}
