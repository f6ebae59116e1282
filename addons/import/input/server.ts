/**
 * A server, and requests to it: repeated if it is busy, and limited in time and size.
 *
 * Links and redirects to another server are refused, as requests carry secrets.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { OperationError } from '../../../src/content/errors/index.js';

const attemptsMaximum = 5;
const waitMsMaximum = 30_000;
const timeoutMs = 60_000;
const redirectsMaximum = 5;
/** The longest answer; a page of items is far shorter. */
const bytesMaximum = 2 ** 28;
/** Statuses of a temporary failure; the request is repeated. */
const temporaryStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the server refuses. */
  readonly text: string;
}

const describeError = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return error instanceof Error ? `${error.message}${cause}` : String(error);
};

/** @returns the address without its query, which may contain a secret */
const addressForMessages = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

export class Server {
  /** Number of requests until now. */
  requests = 0;
  /** Bytes of all answers until now. */
  bytes = 0;
  readonly url: URL;
  readonly #headers: Headers;
  readonly #signal: AbortSignal | undefined;

  /**
   * @param headers of every request
   * @param signal  ends the request in flight and the wait for the next one
   * @throws OperationError if the base is no http or https address
   */
  constructor(base: string, headers: readonly (readonly [string, string])[], signal?: AbortSignal) {
    this.#signal = signal;
    const url = URL.canParse(base) ? new URL(base) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
      const address = url === undefined ? base : addressForMessages(url);
      throw new OperationError(
        `${address} is not the address of a server, without user and password; expected one such as https://cms.example.org/jsonapi`,
      );
    }
    this.url = url;
    this.#headers = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
  }

  /**
   * Sends a GET request, and follows redirects on the same server.
   *
   * @param base         address of the document that has the address, to which it may be relative
   * @param extraHeaders of this request
   * @throws OperationError if the server cannot be reached, links to another server, or sends too much
   */
  async ask(
    address: string,
    base = this.url.href,
    extraHeaders: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    let url = this.#resolve(address, base);
    const headers = new Headers(this.#headers);
    for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value);
    let attempt = 1;
    let redirectCount = 0;
    for (;;) {
      const response = await this.#fetch(url, headers);
      const location = redirectStatuses.has(response.status) ? response.headers.get('Location') : null;
      const isRepeated = temporaryStatuses.has(response.status) && attempt < attemptsMaximum;
      if (response.ok)
        return { status: response.status, headers: response.headers, text: await this.#readText(response, url) };
      await response.body?.cancel();
      if (isRepeated) {
        await wait(waitMs(response.headers, attempt), undefined, this.#signal && { signal: this.#signal });
        attempt += 1;
      } else if (location !== null && redirectCount < redirectsMaximum) {
        url = this.#resolve(location, url.href);
        redirectCount += 1;
      } else return { status: response.status, headers: response.headers, text: '' };
    }
  }

  /** @throws OperationError for an address on another server */
  #resolve(address: string, base: string): URL {
    const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
    if (url?.origin === this.url.origin) return url;
    throw new OperationError(
      `${base} links to ${address}, which is not on ${this.url.origin}; an import asks only one server`,
    );
  }

  async #fetch(url: URL, headers: Headers): Promise<Response> {
    this.requests += 1;
    try {
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = this.#signal === undefined ? timeout : AbortSignal.any([this.#signal, timeout]);
      return await fetch(url, { headers, signal, redirect: 'manual' });
    } catch (error) {
      throw new OperationError(
        `${addressForMessages(url)} does not answer: ${describeError(error)}. Nothing was written.`,
      );
    }
  }

  async #readText(response: Response, url: URL): Promise<string> {
    const chunks: Uint8Array[] = [];
    let byteLength = 0;
    try {
      for await (const chunk of response.body ?? []) {
        byteLength += chunk.byteLength;
        if (byteLength > bytesMaximum) throw new Error(`its answer has more than ${bytesMaximum} bytes`);
        chunks.push(chunk);
      }
    } catch (error) {
      throw new OperationError(
        `${addressForMessages(url)} did not answer to the end: ${describeError(error)}. Nothing was written.`,
      );
    }
    this.bytes += byteLength;
    return Buffer.concat(chunks).toString('utf8');
  }
}

/** @returns the wait that the server asks for; Contentful has its own header for it. Default: one second per attempt */
function waitMs(headers: Headers, attempt: number): number {
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-contentful-ratelimit-reset') ?? attempt);
  const wantedMs = (Number.isNaN(seconds) ? attempt : seconds) * 1000;
  return Math.min(wantedMs, waitMsMaximum);
}
