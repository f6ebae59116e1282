/**
 * Sends requests to the server, and measures time and size of their answers.
 *
 * Elsewhere: the request that the page sends before the script is loaded (first-request).
 */

import { type Document, readDocument } from '../model/resource.js';
import type { DescribedSpace, Description } from '../model/space.js';
import { isDescription } from '../model/space.js';
import { accessKey, authorizationHeaders } from './access-key.js';
import { type PendingRequest, startRequest, takeEarlyRequest } from './first-request.js';

export interface Answer {
  readonly space: string;
  /** Path and query below the delivery root, as sent. */
  readonly target: string;
  readonly status: number;
  readonly document: Document;
  readonly json: unknown;
  /** Milliseconds from sending the request to the last byte. */
  readonly ms: number;
  /** Size of the document, and its transferred size if the browser tells it. */
  readonly bytes: number;
  readonly encodedBytes: number | undefined;
  readonly coding: string | undefined;
  readonly etag: string | undefined;
  readonly complexity: number;
  readonly snapshot: string | undefined;
}

/** @returns the detail of the first error; empty if there is none */
export const readDetail = ({ errors }: Document): string => String(errors[0]?.['detail'] ?? '');

/** The server requires a key, or refuses the given one. */
export class KeyRequiredError extends Error {}

/** @throws KeyRequiredError with the server's message about the key */
export async function loadDescription(): Promise<Description> {
  // The page preloads this address without a key, and browsers reuse a preloaded answer for any headers. A request with
  // a key therefore has another address.
  const address = accessKey.value === '' ? 'explore/model.json' : 'explore/model.json?with-key';
  const reply = await fetch(address, { headers: authorizationHeaders() });
  const content: unknown = await reply.json();
  if (reply.status === 401) throw new KeyRequiredError(readDetail(readDocument(content)));
  if (!isDescription(content)) throw new Error(`The server described nothing: status ${reply.status}.`);
  return content;
}

const noDocument = { errors: [{ title: 'No answer', detail: '' }] };

function measureTiming(url: string, since: number): { ms: number; encoded: number | undefined } {
  const entries = performance.getEntriesByName(new URL(url, document.baseURI).href, 'resource');
  const last = entries.at(-1);
  if (!(last instanceof PerformanceResourceTiming) || last.requestStart < since) {
    return { ms: performance.now() - since, encoded: undefined };
  }
  return { ms: last.responseEnd - last.requestStart, encoded: last.encodedBodySize };
}

function sendNow(url: string, signal: AbortSignal | undefined): PendingRequest {
  performance.clearResourceTimings();
  return startRequest(url, authorizationHeaders(), signal ?? null);
}

/**
 * Sends a request, or takes the early one if it has the same URL.
 *
 * @param target path and query below the delivery root
 * @returns an answer; if the server does not answer, one with status 0 and an error. Never rejects.
 */
export async function sendRequest(space: DescribedSpace, target: string, signal?: AbortSignal): Promise<Answer> {
  const url = `${space.root}${target}`;
  const sent = takeEarlyRequest(url) ?? sendNow(url, signal);
  try {
    const reply = await sent.reply;
    const text = await reply.text();
    const { ms, encoded } = measureTiming(reply.url, sent.since);
    const json: unknown = text === '' ? {} : JSON.parse(text);
    return {
      space: space.name,
      target,
      status: reply.status,
      document: readDocument(json),
      json,
      ms,
      bytes: new TextEncoder().encode(text).length,
      encodedBytes: encoded,
      coding: reply.headers.get('Content-Encoding') ?? undefined,
      etag: reply.headers.get('ETag') ?? undefined,
      complexity: Number(reply.headers.get('x-service-query-complexity') ?? 0),
      snapshot: reply.headers.get('x-service-snapshot') ?? undefined,
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const json = { errors: [{ ...noDocument.errors[0], detail: `The server did not answer: ${detail}` }] };
    return {
      space: space.name,
      target,
      status: 0,
      document: readDocument(json),
      json,
      ms: performance.now() - sent.since,
      bytes: 0,
      encodedBytes: undefined,
      coding: undefined,
      etag: undefined,
      complexity: 0,
      snapshot: undefined,
    };
  }
}
