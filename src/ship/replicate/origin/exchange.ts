/**
 * One request over HTTP and its answer, by Node's own client: streams both ways, and a limit to how long nothing moves.
 *
 * Redirects, statuses and retries are for the caller. Errors say what happened in words, and are passing.
 */

import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../../content/errors/index.js';
import { OriginFailure } from './origin.js';

export interface Exchange {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with its length. */
  readonly body?: { readonly byteLength: number; readonly bytes: () => AsyncIterable<Uint8Array> };
  readonly signal: AbortSignal;
  /** How long nothing may move, while connecting too; how long a head may take, and each 64 KiB of a body. */
  readonly stallMs: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets go of a body that nobody reads. */
  readonly discard: () => void;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'no program listens there'],
  ['ECONNRESET', 'the connection broke'],
  ['EPIPE', 'the connection broke'],
  ['ETIMEDOUT', 'it does not answer'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'there is no network'],
  ['ENOTFOUND', 'there is no host with that name'],
  ['EAI_AGAIN', 'the name of the host could not be looked up'],
]);

/** @returns the failure in words; what the caller's own signal did as it is */
function inWords(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof OriginFailure || !(error instanceof Error)) return error;
  const code = codeOf(error) ?? '';
  const reason = reasons.get(code) ?? error.message;
  return new OriginFailure(`${url.origin}: ${reason}${code === '' ? '' : ` (${code})`}`, true);
}

export function exchange(asked: Exchange): Promise<Reply> {
  const { method, url, headers, body, signal, stallMs } = asked;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const lengthLine = body === undefined ? {} : { 'content-length': String(body.byteLength) };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(inWords(error, url, signal));
    const request = send(url, { method, headers: { ...headers, ...lengthLine }, signal, timeout: stallMs });
    // Kept to the end: a failure while the body is read is told by the body, and would else be nobody's.
    request.on('error', fail);
    request.once('timeout', () => request.destroy(stalled(url, stallMs)));
    let deadline: NodeJS.Timeout | undefined;
    // Of a head that comes byte by byte, each byte is a move.
    request.once('finish', () => {
      deadline = setTimeout(() => request.destroy(stalled(url, stallMs)), stallMs);
    });
    request.once('close', () => clearTimeout(deadline));
    request.once('response', (response) => {
      clearTimeout(deadline);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: bytesOf(response, asked),
        discard: () => void response.destroy(),
      });
    });
    if (body === undefined) request.end();
    // A server that refuses before it has read all closes its side; what it answers counts, not that.
    else pipeline(Readable.from(body.bytes()), request).catch(fail);
  });
}

/** An origin that sends less in the time of a stall is as good as one that sends nothing. */
const LEAST_BYTES = 2 ** 16;

const stalled = (url: URL, stallMs: number): OriginFailure =>
  new OriginFailure(`${url.origin}: nothing arrived for ${stallMs / 1000} s`, true);

const tooSlow = (url: URL, bytes: number, ms: number): OriginFailure =>
  new OriginFailure(`${url.origin}: only ${bytes} bytes arrived in ${Math.round(ms / 1000)} s`, true);

async function* bytesOf(response: IncomingMessage, { url, signal, stallMs }: Exchange): AsyncGenerator<Uint8Array> {
  let isStalled = false;
  response.setTimeout(stallMs, () => {
    isStalled = true;
    response.destroy();
  });
  try {
    let [arrivedBytes, waitedMs, askedMs] = [0, 0, performance.now()];
    for await (const chunk of response) {
      if (!(chunk instanceof Uint8Array)) continue;
      arrivedBytes += chunk.byteLength;
      // Whoever reads slowly waits for himself.
      waitedMs += performance.now() - askedMs;
      if (arrivedBytes >= LEAST_BYTES) [arrivedBytes, waitedMs] = [0, 0];
      if (waitedMs > stallMs) throw tooSlow(url, arrivedBytes, waitedMs);
      yield chunk;
      askedMs = performance.now();
    }
  } catch (error) {
    throw isStalled ? stalled(url, stallMs) : inWords(error, url, signal);
  }
  if (isStalled) throw stalled(url, stallMs);
}
