/**
 * What a source's server is asked with, and where its answers go.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperationError } from '../../../src/content/errors/index.js';
import type { Server } from '../input/server.js';
import type { Parked } from '../parked/parked.js';
import { type Json, parseJson } from '../value/json.js';

export interface Job {
  readonly server: Server;
  /** As it was fetched last, and what `fetch` returned then; undefined where all is fetched. */
  readonly old: { readonly folder: string; readonly state: Json } | undefined;
  /** To write into. */
  readonly folder: string;
  /** Room for rows that wait. */
  readonly park: () => Parked<Json>;
  readonly tell: (text: string) => void;
}

export interface Fetcher {
  /** What the folder's source imports, below the folder. */
  readonly input: string;
  /** @returns how many rows changed, and what it must know next time */
  fetch(job: Job): Promise<{ readonly changed: number; readonly state?: Json }>;
}

/** Writes values that are fetched as a whole, one a line. */
export async function writeJson(folder: string, name: string, ...values: readonly Json[]): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  await writeFile(join(folder, name), text, { flush: true });
}

const tooLong: readonly number[] = [414, 431];

/**
 * @param none statuses that mean that there is no such thing
 * @returns the whole answer; undefined where there is none
 * @throws OperationError where the server refuses
 */
export async function askJson(
  server: Server,
  address: string,
  hint = '',
  none: readonly number[] = [],
): Promise<Json | undefined> {
  const { status, text } = await server.ask(address);
  const { pathname } = new URL(address, server.url);
  if (none.includes(status)) return undefined;
  const why = tooLong.includes(status) ? 'Raise what it, or a proxy before it, takes of an address to 16 KiB.' : hint;
  if (status >= 300) throw new OperationError(`${pathname} answers ${status}. ${why}`.trimEnd());
  try {
    return parseJson(text);
  } catch {
    throw new OperationError(`${pathname} answers what is not JSON. ${hint}`.trimEnd());
  }
}
