/**
 * Reads documents of the server: one by one, or the pages of a collection, following the `next` links.
 *
 * Elsewhere: requests and their retries (client), the resources of a page (crawl).
 */
import { OperationError } from '../../../../src/content/errors/index.js';
import type { Intake } from '../../core/intake/source.js';
import { type Json, type JsonObject, listAt, memberAt } from '../../value/json.js';
import { type Client, readHref } from './client.js';

/** The maximum page size of stele. If a server refuses it with 400, the parameter is left out. */
const PAGE_SIZE = 'page[limit]=100';

export interface Page {
  readonly url: string;
  readonly document: JsonObject;
}

export class CollectionPages {
  readonly #base: string;
  readonly #client: Client;
  readonly #intake: Intake;
  #acceptsPageSize = true;

  /** @param base the address that the import was started with */
  constructor(base: string, client: Client, intake: Intake) {
    this.#base = base;
    this.#client = client;
    this.#intake = intake;
  }

  /** @throws OperationError if the server refuses the request; a network error is one of the client */
  async getOrThrow(address: string, baseUrl: string): Promise<JsonObject> {
    const answer = await this.#client.get(address, baseUrl);
    if (answer.ok) return answer.document;
    const hint =
      answer.status === 401 || answer.status === 403 ? ' Give the credentials that it asks for with --header.' : '';
    throw new OperationError(`${new URL(address, baseUrl).href} answers ${answer.status}.${hint} Nothing was written.`);
  }

  /** @returns the pages of a collection in order; none if the server refuses, which is reported */
  async *readPages(address: string): AsyncGenerator<Page> {
    let next: string | undefined = address;
    let baseUrl = this.#base;
    let isFirst = true;
    const visited = new Set<string>();
    while (next !== undefined) {
      const url: string = new URL(next, baseUrl).href;
      if (visited.has(url)) throw new OperationError(`${url} links to itself as its next page. Nothing was written.`);
      visited.add(url);
      const page: Page | undefined = isFirst
        ? await this.#readFirstPage(url)
        : { url, document: await this.getOrThrow(url, baseUrl) };
      if (page === undefined) return;
      yield page;
      next = readHref(memberAt(page.document, 'links', 'next'));
      baseUrl = url;
      isFirst = false;
    }
  }

  /** @returns undefined if the server refuses the collection, which is reported */
  async #readFirstPage(url: string): Promise<Page | undefined> {
    if (this.#acceptsPageSize && !url.includes('?')) {
      const sized = `${url}?${PAGE_SIZE.replace('[', '%5B').replace(']', '%5D')}`;
      const answer = await this.#client.get(sized, url);
      if (answer.ok) return { url: sized, document: answer.document };
      if (answer.status === 400) this.#acceptsPageSize = false;
    }
    const answer = await this.#client.get(url, url);
    if (answer.ok) return { url, document: answer.document };
    if (answer.status >= 500) throw new OperationError(`${url} answers ${answer.status}. Nothing was written.`);
    this.#intake.lose(`collection ${new URL(url).pathname}`, `the server answers ${answer.status}`);
    return undefined;
  }
}

/** @returns the resources in `data`, one or several */
export const readPrimaryData = (document: JsonObject): readonly Json[] => {
  const data = memberAt(document, 'data');
  if (data === null || data === undefined) return [];
  return Array.isArray(data) ? listAt(document, 'data') : [data];
};

/** @returns the resources of a document, with those that `include` adds */
export const readResources = (document: JsonObject): readonly Json[] => [
  ...readPrimaryData(document),
  ...listAt(document, 'included'),
];
