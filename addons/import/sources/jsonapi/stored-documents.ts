/**
 * Stores documents of a server in a folder, each with its entity tag, with which the server recognizes unchanged documents.
 *
 * A file that is cut short, or was stored for other headers, is ignored.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StoredDocument {
  readonly etag: string;
  readonly text: string;
}

const hashTexts = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex');

export class StoredDocuments {
  readonly #folder: string;
  readonly #requestHeaders: string;
  readonly #requestedNames = new Set<string>();

  /** @param requestHeaders as text; part of the file names, because answers may depend on the headers */
  constructor(folder: string, requestHeaders: string) {
    this.#folder = folder;
    this.#requestHeaders = requestHeaders;
  }

  async get(url: string): Promise<StoredDocument | undefined> {
    const [hash, etag, ...lines] = (await readFile(this.#buildPath(url), 'utf8').catch(() => '')).split('\n');
    const text = lines.join('\n');
    return etag !== undefined && hash === hashTexts(etag, text) ? { etag, text } : undefined;
  }

  async put(url: string, { etag, text }: StoredDocument): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#buildPath(url), `${hashTexts(etag, text)}\n${etag}\n${text}`);
  }

  /** Removes documents that were not requested since the folder was opened. */
  async removeUnused(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (/^[\da-f]{64}$/.test(name) && !this.#requestedNames.has(name)) await rm(join(this.#folder, name));
    }
  }

  #buildPath(url: string): string {
    const name = hashTexts(this.#requestHeaders, url);
    this.#requestedNames.add(name);
    return join(this.#folder, name);
  }
}
