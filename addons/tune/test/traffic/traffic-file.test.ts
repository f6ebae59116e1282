/**
 * Tests of importing logs and of the traffic file.
 */
import { gzipSync } from 'node:zlib';
import { pack } from 'msgpackr';
import { describe, expect, it } from 'vitest';
import { OperationError } from '../../../../src/content/errors/index.js';
import { decodeTraffic, encodeTraffic, importLog, type Traffic } from '../../traffic/index.js';

const options = { format: undefined, values: 'kept', salt: 's', space: undefined } as const;

const line = (target: string, second: number, status = 200): string =>
  `203.0.113.9 - - [22/Nov/2026:03:04:${String(second).padStart(2, '0')} +0000] "GET ${target} HTTP/1.1" ${status} 12 "-" "-"`;

const log = [
  line('/delivery/jsonapi/book?filter[title][_eq]=The+Salt+Road&token=s3cret', 7),
  line('/delivery/jsonapi/book/b1', 5),
  line('/delivery/jsonapi/book/b1', 6),
  line('/favicon.ico', 6),
  line('/delivery/jsonapi/book/b2', 6, 503),
  'cut off in the mid',
  line('/delivery/jsonapi/book/b2', 8).replace('GET', 'POST'),
];

const imported = (values: 'kept' | 'hashed' = 'kept') => importLog(log, 'access.log', { ...options, values });

describe('importing a log', () => {
  it('› of a mixed log › requests for content in the order of the times, and other lines counted by reason', async () => {
    const { format, lines, traffic, skipped, leftOut } = await imported();
    expect([format, lines]).toEqual(['combined', log.length]);
    expect([...traffic.requests].map((place) => traffic.distinct[place]?.values)).toEqual([
      ['b1'],
      ['b1'],
      ['The Salt Road'],
    ]);
    expect([...traffic.atMs]).toEqual([0, 1000, 2000]);
    expect([...skipped].map(([why, { count, first }]) => [why, count, first])).toEqual([
      ['elsewhere', 1, 4],
      ['server error', 1, 5],
      ['unreadable', 1, 6],
      ['another method', 1, 7],
    ]);
    expect([...leftOut]).toEqual([['token', 1]]);
  });

  it('hashed › no value and no secret, but equal hashes for equal values', async () => {
    const { traffic } = await imported('hashed');
    const text = JSON.stringify(traffic);
    for (const secret of ['s3cret', 'Salt', 'b1']) expect(text).not.toContain(secret);
    expect(traffic.distinct).toHaveLength(2);
    expect(traffic.distinct[0]?.values[0]).toMatch(/^[0-9a-f]{20}:13$/);
    const other = (await importLog(log, 'access.log', { ...options, values: 'hashed', salt: 't' })).traffic;
    expect(other.distinct[0]?.values[0]).not.toBe(traffic.distinct[0]?.values[0]);
  });

  it.each([
    [[], 'access.log is not a log of a known format'],
    [['id,title', 'b1,x'], 'access.log is not a log of a known format'],
    [
      [line('/a', 1), line('/b', 2)],
      'access.log has no request for content below /delivery/jsonapi: 2 elsewhere (the first, 1, leads to /a)',
    ],
  ])('%j › refused, with the reason', async (lines, message) => {
    const failure = await importLog(lines, 'access.log', options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperationError);
    expect(String(failure)).toContain(message);
  });

  it('of one space › only its requests', async () => {
    const lines = [line('/shop/delivery/jsonapi/book', 1), line('/blog/delivery/jsonapi/post', 2)];
    const { traffic, skipped } = await importLog(lines, 'access.log', { ...options, space: 'blog' });
    expect(traffic.templates.map(({ type }) => type)).toEqual(['post']);
    expect(skipped.get('another space')?.count).toBe(1);
  });
});

describe('the traffic file', () => {
  it('› written and read › equal traffic; written again › equal bytes', async () => {
    const { traffic } = await imported();
    const bytes = encodeTraffic(traffic);
    expect(decodeTraffic(bytes, 'x')).toEqual(traffic);
    expect(encodeTraffic(traffic).equals(bytes)).toBe(true);
  });

  it('› truncated or changed at any position › refused', async () => {
    const bytes = encodeTraffic((await imported()).traffic);
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => decodeTraffic(bytes.subarray(0, length), 'x')).toThrow(OperationError);
    }
    // The first ten bytes are the gzip header without content: flags, time and system.
    for (let place = 10; place < bytes.length; place += 5) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 0x10;
      expect(() => decodeTraffic(changed, 'x')).toThrow(OperationError);
    }
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['something else', { kind: 'x' }, 'x is not a traffic file'],
    ['a later version', { version: 2 }, 'x is a traffic file of version 2'],
    ['a request of nothing', { requests: Buffer.from([9, 0, 0, 0]), gapsMs: Buffer.alloc(4) }, 'do not fit together'],
    ['a request without its time', { gapsMs: Buffer.alloc(0) }, 'do not fit together'],
    ['values without slots', { distinct: [[0, 'a', 'b', 'c']] }, 'do not fit together'],
  ])('%s › refused', async (_, change, message) => {
    const { traffic } = await imported();
    const content = { ...plain(traffic), ...change };
    expect(() => decodeTraffic(gzipSync(pack(content)), 'x')).toThrow(message);
  });
});

const plain = ({ values, startMs, templates, distinct, requests }: Traffic): Record<string, unknown> => ({
  kind: 'stele-traffic',
  version: 1,
  values,
  startMs: startMs ?? null,
  templates: templates.map(({ type, literals, slots }) => ({
    type: type ?? null,
    literals,
    slots: slots.map(({ kind, fields }) => [kind, ...fields]),
  })),
  distinct: distinct.map(({ template, values: held }) => [template, ...held]),
  requests: Buffer.alloc(requests.length * 4),
  gapsMs: Buffer.alloc(requests.length * 4),
});
