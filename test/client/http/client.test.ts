/**
 * `connect`: one program on a server and on an open snapshot; retries, caching and network errors.
 */
import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { connect, RequestError } from '../../../src/client/http/index.js';
import { openSnapshot } from '../../../src/client/library/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { compiled } from '../../../testing/cli/stele.js';
import { program } from '../../../testing/clients/program.js';
import { bookshopSnapshots, temporaryFolder } from '../../../testing/samples/bookshop.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop();
});
afterAll(() => shop.stop());

interface Sent {
  readonly address: string;
  readonly headers: Headers;
}

/** @param replies one after the other, the last again and again */
function answering(...replies: readonly (() => Response)[]) {
  const sent: Sent[] = [];
  const fetch = async (address: string, { headers }: RequestInit): Promise<Response> => {
    const reply = replies[Math.min(sent.length, replies.length - 1)];
    sent.push({ address, headers: new Headers(headers) });
    if (reply === undefined) throw new TypeError('fetch failed');
    return reply();
  };
  return { fetch, sent };
}

const okReply =
  (tag: string, headers = {}) =>
  () =>
    new Response('{"data":[],"meta":{"total":0}}', { headers: { etag: tag, 'x-service-snapshot': tag, ...headers } });
const busy =
  (seconds?: string, status = 503) =>
  () =>
    new Response('{"errors":[{"status":"503","code":"Unavailable","title":"","detail":"no room"}]}', {
      status,
      ...(seconds !== undefined && { headers: { 'retry-after': seconds } }),
    });
const same = (tag: string) => () =>
  new Response(null, { status: 304, headers: { etag: tag, 'x-service-snapshot': tag } });

describe('connect', () => {
  it('one program › has equal results from a server and from an open snapshot', async () => {
    const inProcess = await program(await openSnapshot(await bookshopSnapshots()));
    expect(await program(connect(`${shop.base}/`))).toEqual(inProcess);
    expect(inProcess).toMatchObject({
      slashed: 'and/or',
      one: { title: 'The Salt Road', author: { name: 'Inês Caldeira' } },
      dates: [true, {}],
      missing: [null, null, null, null],
      wrong: [
        [400, 250, [{ code: 'UnknownField', parameter: 'filter[titel][_eq]' }, {}]],
        [404, 0, [{ code: 'ContentTypeNotFound' }]],
      ],
      reloaded: false,
    });
  });

  it('the locale and the key of the connection › are sent with each query; a query may override the locale', async () => {
    const { fetch, sent } = answering(okReply('"a"'));
    const books = connect('http://a.example/root', { fetch, key: 'stele_x', locale: 'de' }).type('book');
    await books.find({ filter: { title: { _eq: 'a&b=ü' } } });
    await books.find({ locale: 'en' });
    expect(sent.map(({ address }) => address)).toEqual([
      'http://a.example/root/book?filter%5Btitle%5D%5B_eq%5D=a%26b%3D%C3%BC&localeCode=de',
      'http://a.example/root/book?localeCode=en',
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer stele_x');
  });

  it('ids and types with special characters › are escaped, or not requested', async () => {
    const { fetch, sent } = answering(okReply('"a"'));
    const space = connect('http://a.example/root', { fetch });
    await space.type('book').get('a/b?c#d%2F');
    await space.type('book').related('../x', 'y/z');
    expect(sent.map(({ address }) => address)).toEqual([
      'http://a.example/root/book/a%2Fb%3Fc%23d%252F',
      'http://a.example/root/book/..%2Fx/y%2Fz',
    ]);
    for (const name of ['..', '.', '', '\ud800']) {
      await expect(space.type(name).find()).rejects.toThrow(RequestError);
      if (name !== '') expect(await space.type('book').get(name)).toBeUndefined();
    }
    expect(sent.length).toBe(2);
  });

  it('an id, a root or a number that a program without types lacks › an error that names it', async () => {
    const { fetch, sent } = answering(okReply('"a"'));
    const snapshot = await openSnapshot(await bookshopSnapshots());
    for (const books of [connect('http://a.example/root', { fetch }).type('book'), snapshot.type('book')]) {
      for (const [args, given] of [
        [[], 'undefined'],
        [[''], '""'],
      ] as const) {
        const missing = { problems: [{ code: 'InvalidValue', detail: `Give the id of an item, not ${given}.` }] };
        await expect((async () => Reflect.apply(books.get, books, args))()).rejects.toMatchObject(missing);
        await expect((async () => Reflect.apply(books.similar, books, args))()).rejects.toMatchObject(missing);
      }
      const refused = async () => books.find({ filter: { price: { _lt: Number.NaN } }, page: { limit: 1 / 0 } });
      await expect(refused()).rejects.toMatchObject({
        problems: [
          { detail: '"filter[price][_lt]" is NaN; give a number.' },
          { detail: '"page[limit]" is Infinity; give a number.' },
        ],
      });
    }
    expect(sent).toEqual([]);
    const unknown = Reflect.apply(connect, undefined, []).type('book').find();
    await expect(unknown).rejects.toThrow(
      /^undefined\/book could not be reached: .*connect\(\) needs the delivery root/,
    );
  });

  it('an option that does not exist › is refused with the options that do', () => {
    const misspelt = Object.assign({ key: 'stele_example' }, { timeout: 5000 });
    expect(() => connect(shop.base, misspelt)).toThrow(
      new TypeError(
        'connect() has no option "timeout". The options are: locale, key, retries, timeoutMs, cacheBytes, fetch.',
      ),
    );
  });

  it('a misspelt name › the error has the correction that the server and the snapshot send', async () => {
    const wrong = { sort: ['prise'] };
    const corrected = { problems: [{ code: 'UnknownField', corrections: [{ replace: 'prise', with: 'price' }] }] };
    const snapshot = await openSnapshot(await bookshopSnapshots());
    await expect(connect(shop.base).type('book').find(wrong)).rejects.toMatchObject(corrected);
    await expect((async () => snapshot.type('book').find(wrong))()).rejects.toMatchObject(corrected);
  });

  it('no name of a type › the server or the snapshot answers with the names that there are', async () => {
    const { fetch, sent } = answering(okReply('"a"'));
    const space = connect('http://a.example/root', { fetch });
    await Reflect.apply(space.type, space, []).find();
    expect(sent.map(({ address }) => address)).toEqual(['http://a.example/root/undefined']);
    const snapshot = await openSnapshot(await bookshopSnapshots());
    expect(() => Reflect.apply(snapshot.type, snapshot, []).find()).toThrow(/author/);
  });

  it('an answer › is printed and written as JSON with its items and its total', async () => {
    const snapshot = await openSnapshot(await bookshopSnapshots());
    const list = snapshot.type('book').find({ page: { limit: 1 }, fields: { book: ['title'] } });
    const single = snapshot.type('book').get('the-salt-road', { fields: { book: ['title'] } });
    const { fetch } = answering(() => new Response(Buffer.from(list.bytes)));
    const remote = await connect('http://a.example/root', { fetch }).type('book').find();
    for (const answer of [list, remote]) {
      expect(JSON.parse(JSON.stringify(answer))).toEqual({ items: list.items, total: list.total });
      expect(inspect(answer)).toBe(inspect({ items: list.items, total: list.total }));
    }
    expect(JSON.parse(JSON.stringify(single))).toEqual({ item: single?.item });
    expect(inspect(single)).toBe(inspect({ item: single?.item }));
  });

  it('empty lists and objects › count as absent; an empty list of fields means none', async () => {
    const { fetch, sent } = answering(okReply('"a"'));
    const snapshot = await openSnapshot(await bookshopSnapshots());
    const empty = { filter: {}, include: [], fields: {}, sort: [], stats: [], highlight: [], facets: {}, page: {} };
    const books = connect('http://a.example/root', { fetch }).type('book');
    await books.find(empty);
    await books.find({ ...empty, fields: { book: [] } });
    expect(sent.map(({ address }) => address)).toEqual([
      'http://a.example/root/book',
      'http://a.example/root/book?fields%5Bbook%5D=',
    ]);
    expect(snapshot.type('book').find(empty).text).toBe(snapshot.type('book').find().text);
  });

  it('a root without scheme and host › the error says what to give, not that the server may be down', async () => {
    for (const root of ['/delivery/jsonapi', 'localhost:8080/delivery/jsonapi']) {
      await expect(connect(root).type('book').find()).rejects.toThrow(
        /^\S+ could not be reached: [^.]+\. connect\(\) needs the delivery root with its host, such as http:/,
      );
    }
  });

  it('503 › is retried after Retry-After, up to the maximum; a long Retry-After is an error', async () => {
    const soon = answering(busy('0.01'), busy('0.01'), okReply('"a"'));
    expect((await connect('http://a.example', { fetch: soon.fetch }).type('book').find()).total).toBe(0);
    const never = answering(busy('0.01', 429));
    await expect(connect('http://a.example', { fetch: never.fetch, retries: 1 }).type('book').find()).rejects.toThrow(
      'no room',
    );
    expect(never.sent.length).toBe(2);
    for (const seconds of ['11', 'Thu, 01 Jan 2099 00:00:00 GMT']) {
      const late = answering(busy(seconds));
      const refused = connect('http://a.example', { fetch: late.fetch }).type('book').find();
      await expect(refused).rejects.toMatchObject({ status: 503, problems: [{ code: 'Unavailable' }] });
      expect(late.sent.length).toBe(1);
    }
  });

  it('an aborted signal › ends the request, also between retries, and in an open snapshot', async () => {
    const { fetch, sent } = answering(busy('9'));
    const stop = new AbortController();
    const pending = connect('http://a.example', { fetch }).type('book').find({}, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 10);
    await expect(pending).rejects.toThrow('enough');
    expect(sent.length).toBe(1);
    const space = await openSnapshot(await bookshopSnapshots());
    expect(() => space.type('book').find({}, { signal: stop.signal })).toThrow('enough');
    await expect(connect(shop.base).type('book').find({}, { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('an unchanged answer › is not sent again; the cache is bounded', async () => {
    const { fetch, sent } = answering(okReply('"a"'), same('"a"'));
    const space = connect('http://a.example', { fetch, cacheBytes: 80 });
    const first = await space.type('book').find();
    const second = await space.type('book').find();
    expect([second.text, second.snapshot]).toEqual([first.text, '"a"']);
    expect(sent[1]?.headers.get('if-none-match')).toBe('"a"');

    const more = answering(okReply('"a"'));
    const small = connect('http://a.example', { fetch: more.fetch, cacheBytes: 80 });
    for (const name of ['a', 'b', 'c', 'a', 'c']) await small.type(name).find();
    expect(more.sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, null, null, null, '"a"']);
  });

  it('a new snapshot in the folder › answers once it is reloaded, and not before', async () => {
    const folder = temporaryFolder();
    const build = (title: string) => {
      const files = { ...shelf, 'book.ndjson': shelf['book.ndjson'].map((book) => ({ ...book, title })) };
      return buildSnapshot(writeFiles(temporaryFolder(), files), folder, { files: diskFiles, strict: false });
    };
    await build('Stone');
    const space = await openSnapshot(folder);
    const stones = () => space.type('book').find({ filter: { title: { _eq: 'Stone' } } });
    const before = stones();
    await build('Dust');
    expect([before.total, stones().total, await space.reload(), stones().total]).toEqual([3, 3, true, 0]);
    expect([stones().snapshot === before.snapshot, await space.reload()]).toEqual([false, false]);
  });

  it('another snapshot › is detected by reload', async () => {
    const { fetch } = answering(okReply('"a"'), okReply('"a"'), okReply('"b"'));
    const space = connect('http://a.example', { fetch });
    await space.type('book').find();
    expect(await space.reload()).toBe(false);
    expect(await space.reload()).toBe(true);
  });

  it('a server that cannot be reached › an error with the address, the reason and the next step', async () => {
    const refused = connect('http://127.0.0.1:9/root/').type('book').find();
    await expect(refused).rejects.toMatchObject({
      name: 'ConnectionError',
      address: 'http://127.0.0.1:9/root/book',
      message: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:9\/root\/book could not be reached: .+\. Check that the server runs\. connect\(\) needs the delivery root/,
      ),
      cause: expect.any(TypeError),
    });
    const page = new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    await expect(
      connect('http://a.example', { fetch: answering(() => page).fetch })
        .type('book')
        .find(),
    ).rejects.toThrow('http://a.example/book answered with a web page. Check');
    const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) });
    await expect(
      connect('http://a.example', { fetch: answering(() => new Response(broken)).fetch })
        .type('book')
        .find(),
    ).rejects.toThrow('http://a.example/book could not be reached: terminated.');
    const own = connect('http://a.example', { fetch: () => Promise.reject(new RangeError('dynamic')) });
    await expect(own.type('book').find()).rejects.toThrow(RangeError);
  });

  it('a refusal without an error of a stele server › a ConnectionError with its status and what to check', async () => {
    const ask = (body: string, status: number, type: string) => {
      const reply = () => new Response(body, { status, headers: { 'content-type': type } });
      return connect('http://a.example', { fetch: answering(reply).fetch, retries: 0 })
        .type('book')
        .get('a');
    };
    for (const status of [502, 503, 504]) {
      await expect(ask('<html>', status, 'text/html')).rejects.toMatchObject({
        name: 'ConnectionError',
        status,
        message: `http://a.example/book/a answered ${status} with a web page. Check that the server behind this address runs.`,
      });
    }
    await expect(ask('<html>', 404, 'text/html')).rejects.toMatchObject({
      name: 'ConnectionError',
      status: 404,
      message: expect.stringContaining('answered 404 with a web page. Check that the server runs. connect() needs'),
    });
    await expect(ask('{"errors":[{"code":"Teapot"}]}', 418, 'application/json')).rejects.toMatchObject({
      status: 418,
      message: expect.stringContaining('answered 418 with no error of a stele server. Check'),
    });
  });

  it('an answer that is not a JSON:API document › a ConnectionError with the address, and nothing is cached', async () => {
    const noDocument = 'answered with JSON that is no document of JSON:API';
    const bodies = [
      ['{"hello":1}', noDocument],
      ['[]', noDocument],
      ['null', noDocument],
      ['{"data":{"hello":1}}', noDocument],
      ['{"meta":{}}', noDocument],
      ['{"data":', 'answered with incomplete or invalid JSON'],
      ['', 'answered with incomplete or invalid JSON'],
    ] as const;
    for (const [body, reason] of bodies) {
      const { fetch, sent } = answering(
        () => new Response(body, { headers: { 'content-type': 'application/json', etag: '"a"' } }),
      );
      const books = connect('http://a.example', { fetch }).type('book');
      for (const pending of [books.find(), books.get('a')]) {
        await expect(pending, body).rejects.toMatchObject({
          name: 'ConnectionError',
          status: 200,
          address: expect.stringMatching(/^http:\/\/a\.example\/book/),
          message: expect.stringContaining(`${reason}. Check that the server runs. connect() needs the delivery root`),
        });
      }
      await expect(books.find()).rejects.toThrow(reason);
      expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, null, null]);
    }
    const other = connect('http://a.example', { fetch: answering(() => new Response('{"hello":1}')).fetch });
    await expect(other.types).rejects.toThrow(noDocument);
    await expect(other.suggest('sal')).rejects.toThrow(noDocument);
  });

  it('a server that never completes its answer › a ConnectionError after timeoutMs; the caller may abort earlier', async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/half') === true) response.write('{"data":');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('the server has no port');
      const root = `http://127.0.0.1:${address.port}`;
      for (const type of ['silent', 'half']) {
        const books = connect(root, { timeoutMs: 50 }).type(type);
        for (const options of [{}, { signal: new AbortController().signal }]) {
          await expect(books.find({}, options)).rejects.toMatchObject({
            name: 'ConnectionError',
            status: undefined,
            address: `${root}/${type}`,
            message: expect.stringContaining(`${root}/${type} sent no complete answer within 50 ms. Check`),
          });
        }
        for (const timeoutMs of [0, 20_000]) {
          const pending = connect(root, { timeoutMs })
            .type(type)
            .find({}, { signal: AbortSignal.timeout(50) });
          await expect(pending).rejects.toMatchObject({ name: 'TimeoutError' });
        }
      }
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('bundled for a browser › takes at most 4.96 KB, and no library', () => {
    const { outputFiles, metafile } = buildSync({
      entryPoints: [compiled('package/client.js')],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
      metafile: true,
    });
    // 250 bytes of them print answers, and refuse missing ids and unknown options.
    expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(4960);
    // Whatever it shares with the rest of the package is as small.
    expect(Object.keys(metafile.inputs).filter((file) => !file.startsWith('dist/package/'))).toEqual([]);
  });
});
