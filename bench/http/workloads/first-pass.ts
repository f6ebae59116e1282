/**
 * The first, untimed pass over a server: whole documents are compared with the engine's own, byte for byte; entity tags
 * and compressed lengths are collected on the way.
 */
import { Agent, get, type IncomingMessage } from 'node:http';
import { crc32, gunzipSync } from 'node:zlib';
import { BASE } from '../../harness/input/render.js';
import { DifferenceError } from '../../harness/timing/compare.js';
import type { Compressed, Headers } from './requests.js';

interface Fetched {
  readonly status: number;
  readonly tag: string;
  readonly coding: string;
  readonly body: Buffer;
}

const parallel = 8;

function fetchOne(agent: Agent, port: number, url: string, headers: Headers): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const take = (response: IncomingMessage): void => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          tag: response.headers.etag ?? '',
          coding: response.headers['content-encoding'] ?? 'identity',
          body: Buffer.concat(chunks),
        }),
      );
    };
    get({ agent, host: '127.0.0.1', port, path: `${BASE}${url}`, headers }, take).once('error', reject);
  });
}

/** What the first pass learnt of one URL. */
export interface Seen extends Compressed {
  readonly tag: string;
}

/**
 * @param document what the body must be, once decoded
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
