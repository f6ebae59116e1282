/**
 * Requests over a real socket with nothing between the test and the bytes: no client library adds a header, follows
 * a redirect or unpacks an answer.
 */
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

export const MEDIA_TYPE = 'application/vnd.api+json';

export interface Reply {
  /** As asked for, below the origin. */
  readonly path: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text as JSON; undefined where there is none. */
  readonly document: unknown;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function send(origin: string, path: string, { method = 'GET', headers = {}, body }: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers: { ...headers }, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const document: unknown = text === '' ? undefined : JSON.parse(text);
        resolve({ path, status: reply.statusCode ?? 0, headers: reply.headers, text, document });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface Talk {
  /** @param path below the delivery root, such as `/book?sort=title`; encoded as it is to be sent */
  ask(path: string, asked?: Asked): Promise<Reply>;
  /** @param link as a document shows it: a path from the origin, or a whole address */
  follow(link: string, asked?: Asked): Promise<Reply>;
  /** The path of the delivery root, which every link begins with. */
  root(): string;
}

/** Starts the bookshop for all tests of the file that calls this. */
export function talk(): Talk {
  let shop: Bookshop | undefined;
  beforeAll(async () => {
    shop = await startBookshop();
  });
  afterAll(() => shop?.stop());
  const started = (): Bookshop => {
    if (shop === undefined) throw new Error('the bookshop is started before the first test, not before that');
    return shop;
  };
  const root = (): string => new URL(started().base).pathname;
  return {
    root,
    ask: (path, asked = {}) => send(started().origin, root() + path, asked),
    follow(link, asked = {}) {
      const url = new URL(link, started().origin);
      return send(url.origin, url.pathname + url.search, asked);
    },
  };
}

/** @returns a query string, every name and value percent-encoded */
export const query = (parameters: Readonly<Record<string, string>>): string =>
  `?${Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')}`;
