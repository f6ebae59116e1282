/**
 * Requests to the server: what came back, and what can be said of it.
 */

import { type Document, readDocument } from '../model/resource.js';
import type { DescribedSpace, Description } from '../model/space.js';
import { isDescription } from '../model/space.js';
import { accessKey, authorization } from './access-key.js';
import { type Sent, send, takeSent } from './early.js';

export interface Answer {
  readonly space: string;
  /** Path and query below the delivery root, as sent. */
  readonly target: string;
  readonly status: number;
  readonly document: Document;
  readonly json: unknown;
  /** From the request being sent to the last byte, in milliseconds. */
  readonly ms: number;
  /** Of the document; and as it travelled, where that is known. */
  readonly bytes: number;
  readonly encodedBytes: number | undefined;
  readonly coding: string | undefined;
  readonly etag: string | undefined;
  readonly complexity: number;
  readonly snapshot: string | undefined;
}

/** @returns what a document of errors says first */
export const detailOf = ({ errors }: Document): string => String(errors[0]?.['detail'] ?? '');

/** The server answers nobody without a key, or not with this one. */
export class KeyWanted extends Error {}

/** @throws KeyWanted with what the server says of the key */
export async function loadDescription(): Promise<Description> {
  // A browser takes what the page has it load ahead for the answer to any request for that address, whatever its headers:
  // what was loaded without the key is no answer to who has one.
  const address = accessKey.value === '' ? 'explore/model.json' : 'explore/model.json?with-key';
  const reply = await fetch(address, { headers: authorization() });
  const content: unknown = await reply.json();
  if (reply.status === 401) throw new KeyWanted(detailOf(readDocument(content)));
  if (!isDescription(content)) throw new Error(`The server described nothing: status ${reply.status}.`);
  return content;
}

const noDocument = { errors: [{ title: 'No answer', detail: '' }] };

function timed(url: string, since: number): { ms: number; encoded: number | undefined } {
  const entries = performance.getEntriesByName(new URL(url, document.baseURI).href, 'resource');
  const last = entries.at(-1);
  if (!(last instanceof PerformanceResourceTiming) || last.requestStart < since) {
    return { ms: performance.now() - since, encoded: undefined };
  }
  return { ms: last.responseEnd - last.requestStart, encoded: last.encodedBodySize };
}

function sendNow(url: string, signal: AbortSignal | undefined): Sent {
  performance.clearResourceTimings();
  return send(url, authorization(), signal ?? null);
}

/** @param target path and query below the delivery root. Never rejects: a failure is an answer too. */
export async function ask(space: DescribedSpace, target: string, signal?: AbortSignal): Promise<Answer> {
  const url = `${space.root}${target}`;
  const sent = takeSent(url) ?? sendNow(url, signal);
  try {
    const reply = await sent.reply;
    const text = await reply.text();
    const { ms, encoded } = timed(reply.url, sent.since);
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
