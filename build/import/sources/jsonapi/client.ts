/**
 * Asking a JSON:API server: documents by their addresses, patiently, and from one server only.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { OperationError } from '../../../../src/content/errors/index.js';
import { at, isObject, type Json, type JsonObject, parseJson, textAt } from '../../value/json.js';

const MEDIA_TYPE = 'application/vnd.api+json';
const attempts = 5;
const patienceMs = 30_000;
const timeoutMs = 60_000;

export type Answer =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly status: number };

const messageOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return error instanceof Error ? `${error.message}${cause}` : String(error);
};

/** @returns the address of a link, which is a text or an object with one */
export const hrefOf = (link: Json | undefined): string | undefined =>
  typeof link === 'string' ? link : textAt(link, 'href');

export class Client {
  readonly #origin: string;
  readonly #headers: Headers;
  readonly #signal: AbortSignal | undefined;

  /**
   * @param signal ends the request in flight and the wait for the next one
   * @throws OperationError where the base is no address of the web
   */
  constructor(base: string, headers: readonly (readonly [string, string])[], signal?: AbortSignal) {
    this.#signal = signal;
    const url = URL.canParse(base) ? new URL(base) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      throw new OperationError(
        `${base} is not the address of a server; expected one such as https://cms.example.org/jsonapi`,
      );
    }
    this.#origin = url.origin;
    this.#headers = new Headers([
      ['Accept', MEDIA_TYPE],
      ...headers.map(([name, value]): [string, string] => [name, value]),
    ]);
  }

  /** @throws OperationError where the server cannot be reached, leads elsewhere, or answers no JSON:API */
  async get(address: string, from: string): Promise<Answer> {
    const url = URL.canParse(address, from) ? new URL(address, from) : undefined;
    if (url?.origin !== this.#origin) {
      throw new OperationError(
        `${from} links to ${address}, which is not on ${this.#origin}; an import asks only one server`,
      );
    }
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#fetch(url);
      if ((response.status === 429 || response.status === 503) && attempt < attempts) {
        const seconds = Number(response.headers.get('retry-after') ?? attempt);
        await response.body?.cancel();
        await wait(Math.min(Number.isNaN(seconds) ? attempt * 1000 : seconds * 1000, patienceMs), undefined, {
          ...(this.#signal !== undefined && { signal: this.#signal }),
        });
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        return { ok: false, status: response.status };
      }
      return { ok: true, document: await this.#document(response, url) };
    }
  }

  async #fetch(url: URL): Promise<Response> {
    try {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = this.#signal === undefined ? late : AbortSignal.any([this.#signal, late]);
      return await fetch(url, { headers: this.#headers, signal });
    } catch (error) {
      throw new OperationError(`${url.href} does not answer: ${messageOf(error)}. Nothing was written.`);
    }
  }

  async #document(response: Response, url: URL): Promise<JsonObject> {
    const document = await readJson(response, url);
    const hasMembers = at(document, 'data') !== undefined || at(document, 'links') !== undefined;
    if (isObject(document) && hasMembers) return document;
    throw new OperationError(
      `${url.href} answers JSON without "data" and "links"; expected a JSON:API document. Nothing was written.`,
    );
  }
}

async function readJson(response: Response, url: URL): Promise<Json> {
  try {
    return parseJson(await response.text());
  } catch (error) {
    const type = response.headers.get('content-type') ?? 'no media type';
    throw new OperationError(
      `${url.href} answers ${type} that is not complete JSON (${messageOf(error)}); expected ${MEDIA_TYPE}. Nothing was written.`,
    );
  }
}
