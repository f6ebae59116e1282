/**
 * The soak's ordinary clients notice whatever is wrong with an answer.
 */
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { generateExport } from '../../../data/generate/generate.js';
import { Random } from '../../../data/generate/random.js';
import {
  Answers,
  type Asked,
  BASE,
  type Expected,
  faultOf,
  isRefusal,
  type Received,
} from '../../../soak/all/clients/expected.js';
import { loadServer } from '../../../soak/all/clients/load.js';
import { drawQuestion, KINDS, shopOf } from '../../../soak/all/clients/questions.js';
import { diskFiles } from '../../../src/files/index.js';
import { entityTag } from '../../../src/server/negotiate/entity-tag.js';
import { openCurrent, type Space } from '../../../src/snapshot/index.js';
import { temporaryFolders } from '../../support/folder.js';

const books = 120;
const fresh = temporaryFolders();
let space: Space;
let answers: Answers;

beforeAll(async () => {
  const source = fresh();
  const snapshots = fresh();
  await generateExport(source, { items: books, seed: 5, profile: 'shop' });
  await buildSnapshot(source, snapshots, { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, snapshots);
  answers = new Answers(new Map([[space.id, space]]));
});

const expected = (target: string): Expected => answers.of(space.id, target)!;

/** As the server would answer. */
function right(asked: Asked): Received {
  const { status, body, complexity, digest } = expected(asked.target);
  const coded = asked.coding === 'gzip' ? gzipSync(body) : body;
  const headers = {
    'x-service-snapshot': space.id,
    'x-service-query-complexity': String(complexity),
    ...(asked.coding === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
    ...(status === 200 ? { etag: entityTag(digest, asked.coding) } : {}),
  };
  return { status, headers, body: asked.method === 'HEAD' ? Buffer.alloc(0) : coded };
}

const plain: Asked = { target: '/book?page[limit]=3', method: 'GET', coding: 'identity', tag: undefined };

describe('drawQuestion', () => {
  it('every kind › is a right request, and most have an answer with something in it', () => {
    const random = new Random(3, 'test');
    const full = new Map<string, number>();
    for (let turn = 0; turn < 1500; turn += 1) {
      const { kind, target } = drawQuestion(random, shopOf(books));
      const { status, body } = expected(target);
      expect(status, target).toBe(200);
      const { data }: { readonly data: object } = JSON.parse(body.toString());
      if (Object.keys(data).length > 0) full.set(kind, (full.get(kind) ?? 0) + 1);
    }
    expect([...full.keys()].sort()).toEqual([...KINDS].sort());
  });
});

describe('faultOf', () => {
  const unmodified = (): Received => {
    const { headers } = right(plain);
    return { status: 304, headers, body: Buffer.alloc(0) };
  };
  const tagged = (): Asked => ({ ...plain, tag: String(right(plain).headers['etag']) });

  it('right answers › nothing', () => {
    for (const asked of [
      plain,
      { ...plain, method: 'HEAD' as const },
      { ...plain, coding: 'gzip' as const },
      { ...plain, target: '/book/none' },
    ]) {
      expect(faultOf(answers, asked, right(asked))).toBeUndefined();
    }
    expect(expected('/book/none').status).toBe(404);
    expect(faultOf(answers, tagged(), unmodified())).toBeUndefined();
  });

  it.each<[string, (answer: Received) => Received, RegExp]>([
    ['another body', (answer) => ({ ...answer, body: Buffer.from(`${answer.body.toString()} `) }), /body is not/],
    ['another status', (answer) => ({ ...answer, status: 404 }), /404, expected 200/],
    ['a 500', (answer) => ({ ...answer, status: 500 }), /500, expected 200/],
    [
      'an unknown snapshot',
      (answer) => ({ ...answer, headers: { ...answer.headers, 'x-service-snapshot': 'x' } }),
      /unknown/,
    ],
    ['another tag', (answer) => ({ ...answer, headers: { ...answer.headers, etag: '"x"' } }), /tag/],
    [
      'another complexity',
      (answer) => ({ ...answer, headers: { ...answer.headers, 'x-service-query-complexity': '1' } }),
      /complexity/,
    ],
    [
      'a coding not asked for',
      (answer) => ({ ...answer, headers: { ...answer.headers, 'content-encoding': 'br' } }),
      /br/,
    ],
    ['304 to a client that has nothing', () => unmodified(), /304/],
  ])('%s › is told', (_, spoil, message) => {
    expect(faultOf(answers, plain, spoil(right(plain)))).toMatch(message);
  });

  it('a client that has the document › must not get it again, nor 304 for another', () => {
    expect(faultOf(answers, tagged(), right(plain))).toMatch(/although/);
    expect(faultOf(answers, { ...plain, target: '/book?page[limit]=4', tag: tagged().tag }, unmodified())).toMatch(
      /304|complexity/,
    );
  });
});

describe('loadServer', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterAll(() => servers.map((server) => server.close()));

  async function loaded(listener: RequestListener) {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const { port } = address;
    const stopping = new AbortController();
    let answered = 0;
    server.on('request', () => {
      answered += 1;
      if (answered === 40) stopping.abort();
    });
    return loadServer({ port, seed: 1, rate: 2000, shop: shopOf(books), answers }, stopping.signal);
  }

  const reply =
    (spoil: (answer: Received) => Received): RequestListener =>
    (request, response) => {
      const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
      const target = (request.url ?? '').slice(BASE.length);
      const { status, headers, body } = spoil(right({ target, method, coding: 'identity', tag: undefined }));
      const known = request.headers['if-none-match'] === headers['etag'];
      response.writeHead(known ? 304 : status, headers).end(known ? undefined : body);
    };

  it('right answers › none wrong', async () => {
    const { done, wrong, faults } = await loaded(reply((answer) => answer));
    expect(faults).toEqual([]);
    expect(done).toBeGreaterThanOrEqual(40);
    expect(wrong).toBe(0);
  });

  it('wrong bodies, and broken connections › each is counted and told', async () => {
    const spoilt = await loaded(reply((answer) => ({ ...answer, body: Buffer.from('{}') })));
    expect(spoilt.wrong).toBeGreaterThan(20);
    expect(spoilt.faults[0]).toMatch(/body is not|a body to HEAD/);
    const broken = await loaded((_, response) => void response.destroy());
    expect(broken.wrong).toBe(broken.done);
  });

  it('refusals as documented › are counted apart; others are wrong', async () => {
    const headers = { 'retry-after': '1', 'content-type': 'application/vnd.api+json' };
    const body = Buffer.from('{"errors":[{"code":"Unavailable"}]}');
    expect(isRefusal({ status: 503, headers, body })).toBe(true);
    const refused = await loaded((_, response) => response.writeHead(503, headers).end(body));
    expect(refused).toMatchObject({ wrong: 0, refused: refused.done });
    const silent = await loaded((_, response) => response.writeHead(503).end());
    expect(silent).toMatchObject({ refused: 0, wrong: silent.done });
  });
});
