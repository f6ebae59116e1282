/**
 * Requests of a contestant: the bytes to send and the expected answer, from a first, untimed pass.
 *
 * The pass compares whole documents with the engine's byte by byte, and collects entity tags and compressed lengths.
 */

import { Agent } from 'node:http';
import { crc32, gunzipSync } from 'node:zlib';
import { BASE } from '../../harness/input/render.js';
import { DifferenceError } from '../../harness/timing/compare.js';
import { got } from '../got.js';
import type { Question } from '../load/questions.js';
import type { Known } from './questioner.js';

const CONTESTANTS = ['bare', 'koa', 'stele', 'replay', 'sqlite'] as const;

export type ContestantName = (typeof CONTESTANTS)[number];

/** Contestants that find no items: the request says how many bytes to send, and they send any bytes. */
export const sendsReady = (contestant: ContestantName): contestant is 'bare' | 'koa' =>
  contestant === 'bare' || contestant === 'koa';

/**
 * The path of the contestant's answer, with a prefix that says which kind of answer to send, for contestants that need to be
 * told.
 */
function targetOf(contestant: ContestantName, kind: '200' | '304' | 'gzip', byteLength: number, url: string): string {
  switch (contestant) {
    case 'bare':
    case 'koa':
      return kind === '304' ? `/304${url}` : `/${kind}/${byteLength}${url}`;
    case 'replay':
      return `/${kind}${BASE}${url}`;
    case 'stele':
    case 'sqlite':
      return `${BASE}${url}`;
  }
}

export type Headers = Readonly<Record<string, string>>;

/** Headers of every request. */
const COMMON: Headers = {
  Host: '127.0.0.1',
  Accept: 'application/vnd.api+json',
  'Content-Type': 'application/vnd.api+json',
};

function bytesOf(target: string, headers: Headers): Uint8Array {
  const lines = Object.entries({ ...COMMON, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

/**
 * A request for the plain document. @param headers in addition to those of every request. Contestants that find no items send the same number of bytes.
 */
export const plain = (
  contestant: ContestantName,
  { url, byteLength, checksum }: Known,
  headers: Headers = {},
): Question => ({
  request: bytesOf(targetOf(contestant, '200', byteLength, url), headers),
  status: 200,
  byteLength,
  checksum: sendsReady(contestant) ? undefined : checksum,
});

/** A request to the bare server for a number of bytes, after a number of microseconds of work. */
export const busy = ({ url, byteLength }: Known, us: number): Question => ({
  request: bytesOf(`/busy/${byteLength}/${us}${url}`, {}),
  status: 200,
  byteLength,
  checksum: undefined,
});

/** An answer without a body, for a client that has the document. */
export const unchanged = (contestant: ContestantName, { url }: Known, tag: string): Question => ({
  request: bytesOf(targetOf(contestant, '304', 0, url), { 'If-None-Match': tag }),
  status: 304,
  byteLength: 0,
  checksum: undefined,
});

/** An answer that was compressed before, and must be compressed again. */
interface Compressed {
  readonly byteLength: number;
  readonly checksum: number;
  /** Small documents go out as they are. */
  readonly coded: boolean;
}

export const GZIP: Headers = { 'Accept-Encoding': 'gzip' };

export const compressed = (contestant: ContestantName, { url }: Known, expected: Compressed): Question => ({
  request: bytesOf(targetOf(contestant, expected.coded ? 'gzip' : '200', expected.byteLength, url), GZIP),
  status: 200,
  byteLength: expected.byteLength,
  checksum: sendsReady(contestant) ? undefined : expected.checksum,
});

interface Fetched {
  readonly status: number;
  readonly tag: string;
  readonly coding: string;
  readonly body: Buffer;
}

const parallel = 8;

async function fetchOne(agent: Agent, port: number, url: string, headers: Headers): Promise<Fetched> {
  const { response, body } = await got({ agent, host: '127.0.0.1', port, path: `${BASE}${url}`, headers });
  const { etag: tag = '', 'content-encoding': coding = 'identity' } = response.headers;
  return { status: response.statusCode ?? 0, tag, coding, body };
}

/** Facts about one URL from the first pass. */
export interface Seen extends Compressed {
  readonly tag: string;
}

/**
 * @param document expected body, decoded
 * @returns        by place in `urls`
 * @throws         DifferenceError at the first answer that is another
 */
export async function firstPass(
  contestant: { readonly name: string; readonly port: number },
  urls: readonly string[],
  headers: Headers,
  document: (url: string) => Buffer,
): Promise<Seen[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const seen: Seen[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let place = next; place < urls.length; place = next) {
      next += 1;
      const url = urls[place]!;
      const { status, tag, coding, body } = await fetchOne(agent, contestant.port, url, headers);
      const coded = coding === 'gzip';
      if (status !== 200 || Buffer.compare(coded ? gunzipSync(body) : body, document(url)) !== 0) {
        const shown = `${body.subarray(0, 200).toString()}\ninstead of\n${document(url).subarray(0, 200).toString()}`;
        throw new DifferenceError(`${contestant.name} answers ${url} with ${status} and another document:\n${shown}`);
      }
      seen[place] = { tag, coded, byteLength: body.byteLength, checksum: crc32(body) };
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, work));
  } finally {
    agent.destroy();
  }
  return seen;
}
