/**
 * Questions for a contestant: the bytes of the request, and what its answer must be.
 */
import { BASE } from '../../harness/input/render.js';
import type { Question } from '../load/questions.js';
import type { Known } from './questioner.js';

export const CONTESTANTS = ['bare', 'koa', 'stele', 'replay', 'sqlite'] as const;

export type ContestantName = (typeof CONTESTANTS)[number];

/** Those that find nothing: they are told how many bytes to send, and send any. */
export const sendsReady = (contestant: ContestantName): contestant is 'bare' | 'koa' =>
  contestant === 'bare' || contestant === 'koa';

/** Where the contestant's answer lies; what is in front of it says which kind of answer is wanted, where it has to be told. */
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

/** What a client of the API sends with every request. */
const COMMON: Headers = {
  Host: '127.0.0.1',
  Accept: 'application/vnd.api+json',
  'Content-Type': 'application/vnd.api+json',
};

function bytesOf(target: string, headers: Headers): Uint8Array {
  const lines = Object.entries({ ...COMMON, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

/** The plain document. @param headers beside those of every request. What finds nothing sends as many bytes of its own. */
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

/** Nothing but the head, for a client that has the document. */
export const unchanged = (contestant: ContestantName, { url }: Known, tag: string): Question => ({
  request: bytesOf(targetOf(contestant, '304', 0, url), { 'If-None-Match': tag }),
  status: 304,
  byteLength: 0,
  checksum: undefined,
});

/** What was sent compressed before, and must be again. */
export interface Compressed {
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
