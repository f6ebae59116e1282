/**
 * Documents of a server in a folder, each with its entity tag, by which the server says whether the document has changed.
 *
 * A file that is cut short, or was stored for other headers, is ignored.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface KeptDocument {
  readonly etag: string;
  readonly text: string;
}

const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex');

export class KeptDocuments {
  readonly #folder: string;
  readonly #asker: string;
  readonly #used = new Set<string>();

  /** @param asker the headers of requests, as text: a server may show different documents for different headers */
  constructor(folder: string, asker: string) {
    this.#folder = folder;
    this.#asker = asker;
  }

  async get(url: string): Promise<KeptDocument | undefined> {
    const [hash, etag, ...lines] = (await readFile(this.#path(url), 'utf8').catch(() => '')).split('\n');
    const text = lines.join('\n');
    return etag !== undefined && hash === hashOf(etag, text) ? { etag, text } : undefined;
  }

  async put(url: string, { etag, text }: KeptDocument): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#path(url), `${hashOf(etag, text)}\n${etag}\n${text}`);
  }

  /** Removes documents that were not requested since the folder was opened. */
  async prune(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (/^[\da-f]{64}$/.test(name) && !this.#used.has(name)) await rm(join(this.#folder, name));
    }
  }

  #path(url: string): string {
    const name = hashOf(this.#asker, url);
    this.#used.add(name);
    return join(this.#folder, name);
  }
}
