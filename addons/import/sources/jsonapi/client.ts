/**
 * Requests for documents of a JSON:API server. A stored document is sent again only if it has changed.
 *
 * Elsewhere: retries and limits (input/server), the stored documents (stored-documents).
 */
import { OperationError } from '../../../../src/content/errors/index.js';
import type { Server } from '../../input/server.js';
import { isObject, type Json, type JsonObject, memberAt, parseJson, textAt } from '../../value/json.js';
import type { StoredDocuments } from './stored-documents.js';

const MEDIA_TYPE = 'application/vnd.api+json';

export type Answer =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly status: number };

/** @returns the address of a link, which is a text or an object with one */
export const readHref = (link: Json | undefined): string | undefined =>
  typeof link === 'string' ? link : textAt(link, 'href');

export class Client {
  readonly #server: Server;
  readonly #storedDocuments: StoredDocuments | undefined;

  /**
   * @param stored documents of an earlier import, by URL; undefined if none are stored
   * @throws OperationError if the base is no http or https address
   */
  constructor(server: Server, stored?: StoredDocuments) {
    this.#server = server;
    this.#storedDocuments = stored;
  }

  /** @throws OperationError if the server cannot be reached, links to another server, or answers something else than JSON:API */
  async get(address: string, baseUrl: string): Promise<Answer> {
    const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl).href : address;
    const stored = await this.#storedDocuments?.get(url);
    const reply = await this.#server.ask(address, baseUrl, {
      Accept: MEDIA_TYPE,
      ...(stored !== undefined && { 'If-None-Match': stored.etag }),
    });
    if (reply.status === 304 && stored !== undefined) return { ok: true, document: parseDocument(stored.text, url) };
    if (reply.status >= 300) return { ok: false, status: reply.status };
    const document = parseDocument(reply.text, url, reply.headers.get('content-type'));
    const etag = reply.headers.get('etag');
    if (etag !== null) await this.#storedDocuments?.put(url, { etag, text: reply.text });
    return { ok: true, document };
  }
}

function parseDocument(text: string, url: string, mediaType: string | null = null): JsonObject {
  const document = readJson(text, url, mediaType);
  const hasMembers = memberAt(document, 'data') !== undefined || memberAt(document, 'links') !== undefined;
  if (isObject(document) && hasMembers) return document;
  throw new OperationError(
    `${url} answers JSON without "data" and "links"; expected a JSON:API document. Nothing was written.`,
  );
}

function readJson(text: string, url: string, mediaType: string | null): Json {
  try {
    return parseJson(text);
  } catch (error) {
    throw new OperationError(
      `${url} answers ${mediaType ?? 'no media type'} that is not complete JSON (${String(error)}); expected ${MEDIA_TYPE}. Nothing was written.`,
    );
  }
}
