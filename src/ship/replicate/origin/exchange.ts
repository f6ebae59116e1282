/**
 * One HTTP request and its answer, with Node's client: both bodies are streams, and a time limit applies while nothing arrives.
 *
 * Failures are reported as temporary OriginFailures in words. Elsewhere: redirects, statuses and retries (the callers).
 */

import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../../content/errors/index.js';
import { OriginFailure } from './origin.js';
import { explainTlsFailure } from './tls-failure.js';

/** An origin that sends less within `stallMs` counts as stalled. */
const MINIMUM_BYTES_PER_STALL = 2 ** 16;

export interface ExchangeRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with header content-length. */
  readonly body?: { readonly byteLength: number; readonly bytes: () => AsyncIterable<Uint8Array> };
  readonly signal: AbortSignal;
  /** Time limit for connecting, for any silence, for the head of the answer, and for each 64 KiB of its body. */
  readonly stallMs: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection of a body that is not read. */
  readonly discard: () => void;
}

const reasonByCode: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'no program listens there; start it, or check the host and port'],
  ['ECONNRESET', 'the connection broke'],
  ['EPIPE', 'the connection broke'],
  ['ETIMEDOUT', 'it does not answer'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'there is no network'],
  ['ENOTFOUND', 'there is no host with that name'],
  ['EAI_AGAIN', 'the name of the host could not be looked up'],
]);

/** @returns the failure in words; if the caller aborted, the reason of the signal */
function toOriginFailure(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof OriginFailure || !(error instanceof Error)) return error;
  const code = codeOf(error) ?? '';
  const tlsProblem = explainTlsFailure(code, url, error.message);
  // A retry after seconds does not mend a certificate.
  if (tlsProblem !== undefined) return new OriginFailure(`${url.origin}: ${tlsProblem} (${code})`, false);
  const reason = reasonByCode.get(code) ?? error.message;
  return new OriginFailure(`${url.origin}: ${reason}${code === '' ? '' : ` (${code})`}`, true);
}

export function exchange(exchangeRequest: ExchangeRequest): Promise<Reply> {
  const { method, url, headers, body, signal, stallMs } = exchangeRequest;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const lengthLine = body === undefined ? {} : { 'content-length': String(body.byteLength) };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(toOriginFailure(error, url, signal));
    const request = send(url, { method, headers: { ...headers, ...lengthLine }, signal, timeout: stallMs });
    // The listener stays to the end: a failure during the body also emits an error here, which must have a listener.
    request.on('error', fail);
    request.once('timeout', () => request.destroy(stalled(url, stallMs)));
    let deadline: NodeJS.Timeout | undefined;
    // The idle timeout restarts with each byte, so a head that arrives byte by byte needs its own deadline.
    request.once('finish', () => {
      deadline = setTimeout(() => request.destroy(stalled(url, stallMs)), stallMs);
    });
    request.once('close', () => clearTimeout(deadline));
    request.once('response', (response) => {
      clearTimeout(deadline);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: readBytes(response, exchangeRequest),
        discard: () => void response.destroy(),
      });
    });
    if (body === undefined) request.end();
    // A server may refuse and close before it has read the whole body; then its answer counts, not the broken upload.
    else pipeline(Readable.from(body.bytes()), request).catch(fail);
  });
}

const stalled = (url: URL, stallMs: number): OriginFailure =>
  new OriginFailure(`${url.origin}: nothing arrived for ${stallMs / 1000} s`, true);

const tooSlow = (url: URL, bytes: number, ms: number): OriginFailure =>
  new OriginFailure(`${url.origin}: only ${bytes} bytes arrived in ${Math.round(ms / 1000)} s`, true);

async function* readBytes(
  response: IncomingMessage,
  { url, signal, stallMs }: ExchangeRequest,
): AsyncGenerator<Uint8Array> {
  let isStalled = false;
  response.setTimeout(stallMs, () => {
    isStalled = true;
    response.destroy();
  });
  try {
    let arrivedBytes = 0;
    let waitedMs = 0;
    let waitStartMs = performance.now();
    for await (const chunk of response) {
      if (!(chunk instanceof Uint8Array)) continue;
      arrivedBytes += chunk.byteLength;
      // Only the wait for the origin counts, not the time that the reader takes.
      waitedMs += performance.now() - waitStartMs;
      if (arrivedBytes >= MINIMUM_BYTES_PER_STALL) {
        arrivedBytes = 0;
        waitedMs = 0;
      }
      if (waitedMs > stallMs) throw tooSlow(url, arrivedBytes, waitedMs);
      yield chunk;
      waitStartMs = performance.now();
    }
  } catch (error) {
    throw isStalled ? stalled(url, stallMs) : toOriginFailure(error, url, signal);
  }
  if (isStalled) throw stalled(url, stallMs);
}
