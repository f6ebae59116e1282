/**
 * What an answer must be, worked out without a server, and whether one that came is it.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { RequestError } from '../../../src/errors/index.js';
import { answer, parseRequest, renderErrors } from '../../../src/jsonapi/index.js';
import { digestOf, entityTag } from '../../../src/server/negotiate/entity-tag.js';
import { COMPLEXITY_HEADER, JSON_API, SNAPSHOT_HEADER } from '../../../src/server/wire/headers.js';
import { splitTarget } from '../../../src/server/wire/target.js';
import type { Space } from '../../../src/snapshot/index.js';

export const BASE = '/delivery/jsonapi';

export interface Expected {
  readonly status: number;
  readonly body: Buffer;
  readonly complexity: number;
  /** Of the body; its entity tags are made from it. */
  readonly digest: string;
}

const kept = 3000;

/** Answers of several snapshots of one space. */
export class Answers {
  readonly #spaces: ReadonlyMap<string, Space>;
  readonly #known = new LRUCache<string, Expected>({ max: kept });

  /** @param spaces by snapshot id */
  constructor(spaces: ReadonlyMap<string, Space>) {
    this.#spaces = spaces;
  }

  /**
   * @param target path and query below the delivery root
   * @returns undefined where there is no such snapshot. Cost: that of a query, unless it was asked for lately.
   */
  of(snapshot: string, target: string): Expected | undefined {
    const space = this.#spaces.get(snapshot);
    if (space === undefined) return undefined;
    const key = `${snapshot} ${target}`;
    let expected = this.#known.get(key);
    if (expected === undefined) {
      expected = work(space, target);
      this.#known.set(key, expected);
    }
    return expected;
  }
}

function work(space: Space, target: string): Expected {
  const { path, search } = splitTarget(target);
  try {
    const request = parseRequest(space.model, path, search);
    const body = answer(space, request, BASE);
    return { status: 200, body, complexity: request.complexity, digest: digestOf(body) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const body = renderErrors(error.problems);
    return { status: error.status, body, complexity: error.complexity, digest: digestOf(body) };
  }
}

export interface Asked {
  readonly target: string;
  readonly method: 'GET' | 'HEAD';
  /** What the client takes besides the document as it is. */
  readonly coding: 'identity' | 'gzip' | 'br';
  /** What it sent as If-None-Match. */
  readonly tag: string | undefined;
}

export interface Received {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Whether it is the refusal that a server may give when it has no time: 503, when to come back, and an error document. */
export const isRefusal = ({ status, headers, body }: Received): boolean =>
  status === 503 &&
  /^\d+$/.test(String(headers['retry-after'])) &&
  headers['content-type'] === JSON_API &&
  (body.byteLength === 0 || body.includes('"code":"Unavailable"'));

function decoded(body: Buffer, coding: unknown): Buffer | undefined {
  try {
    switch (coding) {
      case undefined:
        return body;
      case 'gzip':
        return gunzipSync(body);
      case 'br':
        return brotliDecompressSync(body);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** @returns what is wrong with an answer that is no refusal, or undefined */
export function faultOf(answers: Answers, asked: Asked, received: Received): string | undefined {
  const { status, headers, body } = received;
  const snapshot = String(headers[SNAPSHOT_HEADER]);
  const expected = answers.of(snapshot, asked.target);
  if (expected === undefined) return `${status} from the unknown snapshot ${snapshot}`;
  const complexity = headers[COMPLEXITY_HEADER];
  if (complexity !== String(expected.complexity)) return `complexity ${complexity}, expected ${expected.complexity}`;
  const tag = headers['etag'];
  if (status === 304) {
    const tags = (['identity', asked.coding] as const).map((coding) => entityTag(expected.digest, coding));
    if (expected.status !== 200) return `304, expected ${expected.status}`;
    if (tag !== asked.tag || !tags.includes(String(tag))) return `304 with ${tag} to ${asked.tag}, expected ${tags}`;
    return body.byteLength === 0 ? undefined : '304 with a body';
  }
  if (status !== expected.status) return `${status}, expected ${expected.status}`;
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== asked.coding) return `coded as ${coding}, asked for ${asked.coding}`;
  if (status === 200) {
    const wanted = entityTag(expected.digest, coding === undefined ? 'identity' : asked.coding);
    if (tag !== wanted) return `the tag ${tag}, expected ${wanted}`;
    if (tag === asked.tag) return `200 although the client has ${tag}`;
  }
  if (asked.method === 'HEAD') return body.byteLength === 0 ? undefined : 'a body to HEAD';
  return decoded(body, coding)?.equals(expected.body) === true ? undefined : `the body is not that of ${snapshot}`;
}
