/**
 * Requests for documents of a JSON:API server. A stored document is sent again only if it has changed.
 *
 * Elsewhere: retries and limits (input/server), the stored documents (kept-documents).
 */
import { OperationError } from '../../../../src/content/errors/index.js';
import type { Server } from '../../input/server.js';
import { at, isObject, type Json, type JsonObject, parseJson, textAt } from '../../value/json.js';
import type { KeptDocuments } from './kept-documents.js';

const MEDIA_TYPE = 'application/vnd.api+json';

export type Answer =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly status: number };

/** @returns the address of a link, which is a text or an object with one */
export const hrefOf = (link: Json | undefined): string | undefined =>
  typeof link === 'string' ? link : textAt(link, 'href');

export class Client {
  readonly #server: Server;
  readonly #kept: KeptDocuments | undefined;

  /**
   * @param kept documents of an earlier import, by URL; undefined if none are stored
   * @throws OperationError if the base is no http or https address
   */
  constructor(server: Server, kept?: KeptDocuments) {
    this.#server = server;
    this.#kept = kept;
  }

  /** @throws OperationError if the server cannot be reached, links to another server, or answers something else than JSON:API */
  async get(address: string, from: string): Promise<Answer> {
    const url = URL.canParse(address, from) ? new URL(address, from).href : address;
    const kept = await this.#kept?.get(url);
    const reply = await this.#server.ask(address, from, {
      Accept: MEDIA_TYPE,
      ...(kept !== undefined && { 'If-None-Match': kept.etag }),
    });
    if (reply.status === 304 && kept !== undefined) return { ok: true, document: documentOf(kept.text, url) };
    if (reply.status >= 300) return { ok: false, status: reply.status };
    const document = documentOf(reply.text, url, reply.headers.get('content-type'));
    const etag = reply.headers.get('etag');
    if (etag !== null) await this.#kept?.put(url, { etag, text: reply.text });
    return { ok: true, document };
  }
}

function documentOf(text: string, url: string, type: string | null = null): JsonObject {
  const document = readJson(text, url, type);
  const hasMembers = at(document, 'data') !== undefined || at(document, 'links') !== undefined;
  if (isObject(document) && hasMembers) return document;
  throw new OperationError(
    `${url} answers JSON without "data" and "links"; expected a JSON:API document. Nothing was written.`,
  );
}

function readJson(text: string, url: string, type: string | null): Json {
  try {
    return parseJson(text);
  } catch (error) {
    throw new OperationError(
      `${url} answers ${type ?? 'no media type'} that is not complete JSON (${String(error)}); expected ${MEDIA_TYPE}. Nothing was written.`,
    );
  }
}
