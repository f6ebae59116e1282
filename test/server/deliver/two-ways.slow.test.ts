/**
 * A request is answered the same whether its answer is made, comes from the cache through Koa, or from the cache before
 * Koa: status, every header but Date, and every byte of the body.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyOf, isWhole } from '../../../testing/amount.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { dial, readAll } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const base = '/delivery/jsonapi';
const item = `${base}/book/the-salt-road`;

const targets = [
  base,
  `${base}/`,
  `${base}/book`,
  `${base}/book/`,
  `${base}/book?page[limit]=3&sort=-published`,
  `${base}/book?page%5Blimit%5D=3&sort=-published`,
  `${base}/book?filter[price][_lt]=20&fields[book]=title,price`,
  `${base}/book?filter[_OR][][title][_startsWith]=The&filter[_OR][][price][_gt]=30`,
  `${base}/book?filter[title][_contains]=%C3%A9+a`,
  `${base}/book?include=author.country,reviews&page[reviews][limit]=2`,
  `${base}/country?fields[country]=name&page[limit]=1`,
  item,
  `${item}?include=author.country,reviews&page[reviews][limit]=3`,
  `${item}?include=`,
  `${item}?fields[book]=`,
  `${item}/author`,
  `${item}/reviews?page[limit]=2`,
  `${item}/relationships/reviews?page[limit]=2`,
  `http://elsewhere.example${item}`,
  `${base}/book/none`,
  `${base}/bok`,
  `${base}/book?filter[prise][_lt]=20&sort=x`,
  `${base}/book?include=reviews,author.books&page[limit]=100`,
  '/delivery/jsonapix/book',
  '/DELIVERY/jsonapi/book',
  '/delivery',
  '/',
  '/health/x',
];

const headerSets: readonly (readonly string[])[] = [
  ['Host: x'],
  ['Host: x', 'Accept-Encoding: gzip'],
  ['Host: x', 'accept-encoding: br, gzip;q=0.5', 'Accept: application/vnd.api+json'],
  ['Host: x', 'Accept-Encoding: br;q=0', 'Accept-Encoding: gzip'],
  ['Host: x', 'Accept-Encoding: identity;q=0, *;q=0'],
  ['Host: x', 'If-None-Match: *'],
  ['Host: x', 'If-None-Match: *', 'Accept-Encoding: br', 'Cache-Control: no-cache'],
  ['Host: x', 'If-None-Match: "a"', 'If-None-Match: *'],
  ['Host: x', 'If-None-Match: "other", garbage'],
  ['Host: x', 'Origin: https://shop.example'],
  ['Host: x', 'Origin: https://other.example', 'Content-Type: application/vnd.api+json'],
  ['Host: x', 'Content-Type: application/vnd.api+json; charset=utf-8'],
  ['Host: x', 'Content-Type: text/plain', 'Content-Type: application/vnd.api+json; charset=utf-8'],
  ['Host: x', 'Accept: application/vnd.api+json; charset=utf-8'],
  ['Host: x', 'Accept: text/html', 'Accept: application/vnd.api+json;q=0'],
  [],
  ['Host: x', 'Host: y'],
];

const sideBySide = [
  ['any origin', {}],
  ['named origins', { corsOrigins: ['https://shop.example'] }],
  [
    'no origins, a public URL and a Cache-Control of its own',
    {
      corsOrigins: [],
      publicUrl: 'https://cdn.example/content',
      cacheControl: 'public, max-age=60',
    },
  ],
] as const;

/** GET and HEAD with every set of headers; the others do not read what differs. */
const requests = [
  ...headerSets.flatMap((headers) => [
    { method: 'GET', headers },
    { method: 'HEAD', headers },
  ]),
  ...headerSets.slice(-4).flatMap((headers) => [
    { method: 'OPTIONS', headers },
    { method: 'DELETE', headers },
  ]),
];

interface Seen {
  readonly head: string;
  /** A character for each byte: buffers are compared one element after the other, which takes a hundred times as long. */
  readonly body: string;
}

/** @returns the responses to all requests, as they came over one connection, but for their dates */
async function askAll(origin: string, target: string): Promise<Seen[]> {
  const socket = await dial(origin);
  const answers = readAll(socket);
  for (const { method, headers } of requests) {
    socket.write([`${method} ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n'), 'latin1');
  }
  socket.write('GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let bytes: Buffer = await answers;
  return requests.map(({ method }) => {
    const end = bytes.indexOf('\r\n\r\n') + 4;
    const [status = '', ...fields] = bytes.subarray(0, end).toString('latin1').trimEnd().split('\r\n');
    const hasBody = method !== 'HEAD' && !status.includes(' 304 ') && !status.includes(' 100 ');
    const length = Number(fields.find((field) => field.startsWith('Content-Length: '))?.slice(16) ?? 0);
    const bodyEnd = hasBody ? end + length : end;
    const body = bytes.subarray(end, bodyEnd).toString('latin1');
    bytes = bytes.subarray(bodyEnd);
    // The order of fields of different names has no meaning.
    const kept = fields.filter((field) => !field.startsWith('Date: '));
    return { head: [status, ...kept.toSorted()].join('\n'), body };
  });
}

describe.each(sideBySide.map(([name, options], turn) => ({ name, options, turn })))(
  'with $name',
  ({ options, turn }) => {
    // A share has half of the targets with one set of options, fewer with each other.
    const isFirst = turn === 0;
    const shops: Bookshop[] = [];
    const logs: (readonly string[])[] = [];
    beforeAll(async () => {
      for (const cacheBytes of [0, 2 ** 24]) {
        const { lines, logger } = capturingLogger('warn');
        logs.push(lines);
        shops.push(await startBookshop({ ...options, cacheBytes, accessLog: true, logger }));
      }
    });
    afterAll(async () => {
      for (const shop of shops.splice(0)) await shop.stop();
    });

    it.each(everyOf(targets, isFirst ? 2 : 6, turn))('%s › the same answers, computed or cached', async (target) => {
      const [without, cached] = shops;
      const expected = await askAll(without?.origin ?? '', target);
      expect(expected.map(({ head }) => head.slice(0, 9))).toEqual(requests.map(() => 'HTTP/1.1 '));
      for (const _time of ['made', 'made and kept', 'found'])
        expect(await askAll(cached?.origin ?? '', target)).toEqual(expected);
    });

    it('access log › the same lines, except for times', () => {
      const [without = [], cached = []] = logs.map((lines) =>
        lines.map((line) => {
          const { method, target, status, complexity, byteLength, complete, space, snapshot, error, msg } =
            JSON.parse(line);
          return JSON.stringify([
            method,
            target,
            status,
            complexity,
            byteLength,
            complete,
            space,
            snapshot,
            error,
            msg,
          ]);
        }),
      );
      expect(without.length).toBeGreaterThan(isWhole ? 1000 : 150);
      expect([...cached].sort()).toEqual([...without, ...without, ...without].sort());
    });
  },
);
