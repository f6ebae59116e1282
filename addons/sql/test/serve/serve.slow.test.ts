/**
 * stele serve --from › a real server of databases: the same answers as from a snapshot, loads that are published under
 * traffic, a database that stops and starts, statements of clients that have left.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withLeanSnapshot } from '../../../../build/publish/index.js';
import { connect as connectTo } from '../../../../src/client/http/index.js';
import { openSnapshot } from '../../../../src/client/library/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import type { Space } from '../../../../src/index/snapshot/index.js';
import { type CommonOptions, type Serving, serveEngine, startServer } from '../../../../src/server/index.js';
import { capturingLogger } from '../../../../testing/capturing-logger.js';
import { stele } from '../../../../testing/cli/stele.js';
import { program } from '../../../../testing/clients/program.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../../testing/postgres/server.js';
import { bookshopSnapshots, openBookshop } from '../../../../testing/samples/bookshop.js';
import { shelf, writeFiles } from '../../../../testing/samples/export.js';
import { dial, errorsOf, type Reply, type Sent, send } from '../../../../testing/server/client.js';
import { connect } from '../../connection/connect.js';
import { followLoads, loadSpace, parseAddress } from '../../index.js';

const root = '/delivery/jsonapi';
const hba = 'local all guarded scram-sha-256\nlocal all all trust\n';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @throws where it does not come true */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 20_000;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`${isSo} never was so`);
    await sleep(5);
  }
}

describe.runIf(hasPostgres('serving from a database'))('stele serve --from', () => {
  const newFolder = temporaryFolders();
  let database: PostgresServer;
  let databases = 0;
  let isStopped = false;
  const running = new Set<Pick<Serving, 'close'>>();

  beforeAll(async () => {
    database = await startPostgres(hba);
  });
  afterAll(() => database?.remove());
  afterEach(async () => {
    if (isStopped) await database.start();
    isStopped = false;
    for (const server of running) await server.close();
    running.clear();
  });

  const newDatabase = (): string => {
    databases += 1;
    database.sql(`CREATE DATABASE served_${databases}`);
    return `served_${databases}`;
  };

  const load = (name: string, space: Space, model = space.model, reader?: string) =>
    loadSpace(space, parseAddress(database.url(name)), {
      model,
      schema: 'stele',
      connections: 2,
      keep: 3,
      shrunk: () => [],
      ...(reader !== undefined && { reader }),
    });

  /** Loads a shelf in which everything is called so. */
  const loadShelf = (name: string, title: string, reader?: string) =>
    withLeanSnapshot(
      writeFiles(newFolder(), {
        ...shelf,
        'book.ndjson': shelf['book.ndjson'].map((book) => ({ ...book, title })),
        'author.ndjson': [{ id: 'a1', name: title, books: ['b2', 'b1'] }],
      }),
      newFolder(),
      { files: diskFiles, strict: false },
      ({ space, model }) => load(name, space, model, reader),
    );

  interface Limits {
    readonly connections?: number;
    readonly statementMs?: number;
    readonly waitMs?: number;
    readonly pollMs?: number;
    readonly role?: string;
  }

  async function serving(name: string, given: Limits = {}, options: Partial<CommonOptions> = {}) {
    const { connections = 4, statementMs = 5_000, waitMs = 2_000, pollMs = 20, role } = given;
    const { lines, logger } = capturingLogger('info');
    const server = await serveEngine({
      server: { host: '127.0.0.1', port: 0, ...options },
      logger,
      pollMs,
      follow: (events) =>
        followLoads(
          parseAddress(database.url(name, role)),
          { schema: 'stele', pollMs, wait: false, limits: { connections, statementMs, waitMs } },
          events,
        ),
    });
    running.add(server);
    return { ...server, lines };
  }

  const health = async (origin: string, path = '/health') => JSON.parse((await send(origin, path)).body.toString());
  const metric = async (origin: string, name: string): Promise<number> => {
    const text = (await send(origin, '/metrics')).body.toString();
    return Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1]);
  };

  /** Locks the table, so that its readers wait. @returns a function that unlocks it */
  async function lock(name: string, table: string): Promise<() => Promise<void>> {
    const client = await connect(parseAddress(database.url(name)), 'locking');
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return () => client.end();
  }
  const blocked = (name: string): number =>
    Number(
      database.sql(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'stele serve%' AND wait_event_type = 'Lock'",
        name,
      ),
    );

  it('a program with stele/client › has the results of an open snapshot', async () => {
    const name = newDatabase();
    await load(name, await openBookshop());
    const { origin } = await serving(name);
    const found = await program(connectTo(origin + root));
    expect(found).toEqual(await program(await openSnapshot(await bookshopSnapshots())));
  });

  it('requests of all kinds › have status, headers and bytes of a server with the snapshot', async () => {
    const name = newDatabase();
    const space = await openBookshop();
    await load(name, space);
    const options = { surrogateHeader: 'surrogate-key', ignoredParameters: ['utm_*'] } as const;
    const { logger } = capturingLogger('silent');
    const ofSnapshot = await startServer({
      host: '127.0.0.1',
      port: 0,
      logger,
      spaces: [{ name: 'bookshop', space }],
      ...options,
    });
    running.add(ofSnapshot);
    const ofDatabase = await serving(name, {}, options);
    const asked: readonly (readonly [path: string, sent?: Sent])[] = [
      [''],
      ['/'],
      ['/book'],
      ['/book?sort=-published,title&page[limit]=7&page[skip]=13'],
      ['/book?localeCode=de&sort=title&include=author'],
      ['/book?filter[price][_lt]=10&include=author.country,reviews&page[reviews][limit]=2&utm_source=x'],
      ['/book?filter[title][_icontains]=the&fields[book]=title'],
      ['/book?filter[_OR][0][price][_lt]=10&filter[_OR][1][_NOT][][genre][_in]=Fiction'],
      ['/book?filter[author][id][_eq]=none'],
      ['/book/the-salt-road?include=author,reviews&localeCode=de-CH'],
      ['/book/the-salt-road/reviews?sort=-stars&page[limit]=2'],
      ['/book/the-salt-road/author'],
      ['/book/the-salt-road/relationships/reviews?page[skip]=1'],
      [
        '/book?_facet[genre]=3&_facet[author.country.name]=2&_facet[author]=1&_facet[author][include]=true&_stats=price',
      ],
      ['/book?_facet[description]=3&_stats=author'],
      ['/book?filter[_search]=salt&_facet[genre]=3&_stats=price'],
      ['/book/none'],
      ['/book?filter[_search]=salt+road&_highlight=title,description&filter[price][_gt]=5'],
      ['/book?filter[_search]=gardners&localeCode=de&sort=title'],
      ['/book/the-salt-road/reviews?filter[_search]=good'],
      ['/_search?filter[_search]=sea&_facet[type]=5&_highlight=title'],
      ['/_suggest?q=salt+r'],
      ['/book?filter[_search]='],
      ['/book/none/reviews'],
      ['/nothing'],
      ['/book?sort=nothing&filter[price][_contains]=1'],
      ['/book?page[limit]=100000'],
      ['/book?fields[book]=title', { method: 'HEAD' }],
      ['/book?fields[book]=title', { headers: { 'if-none-match': '*' } }],
      ['/book', { headers: { 'accept-encoding': 'gzip' } }],
      ['/book', { headers: { 'accept-encoding': 'br', origin: 'https://shop.example' } }],
      ['/book', { headers: { accept: 'text/html' } }],
      ['/book', { method: 'POST' }],
    ];
    const told = ({ status, headers, body }: Reply) => {
      const { date: _, 'x-service-snapshot': snapshot, ...rest } = headers;
      return { status, headers: { ...rest, named: snapshot?.length }, body: body.toString('base64') };
    };
    for (const [path, sent] of asked) {
      // Asked for once more, it is kept.
      for (let times = 0; times < 2; times += 1) {
        const [expected, found] = await Promise.all([
          send(ofSnapshot.origin, root + path, sent),
          send(ofDatabase.origin, root + path, sent),
        ]);
        expect(told(found), `${path} ${JSON.stringify(sent)}`).toEqual(told(expected));
      }
    }
  });

  it('loads published under traffic › every answer is complete and from the load it names', async () => {
    const name = newDatabase();
    await loadShelf(name, 'one');
    const { origin } = await serving(name);
    const kept = ['/author/a1?include=books', '/book?include=author&sort=title', '/book/b1/author'];
    const byLoad = new Map<string, Set<string>>();
    const wrong: string[] = [];
    let isOver = false;
    let answers = 0;
    const client = async (): Promise<void> => {
      for (let turn = 0; !isOver; turn += 1) {
        // Half of it does not come from the cache.
        const path = turn % 2 === 0 ? kept[(turn / 2) % 3] : `/author?include=books&page[limit]=${1 + (turn % 20)}`;
        const { status, headers, body } = await send(origin, `${root}${path}`);
        if (status !== 200) wrong.push(`${path}: ${body}`);
        answers += 1;
        const load = String(headers['x-service-snapshot']);
        const titles = byLoad.get(load) ?? new Set<string>();
        byLoad.set(load, titles);
        for (const [, title = ''] of body.toString().matchAll(/"(?:name|title)":"(\w+)"/g)) titles.add(title);
      }
    };
    const clients = Array.from({ length: 4 }, client);
    for (const title of ['two', 'three']) {
      await until(() => byLoad.size > 0);
      await loadShelf(name, title);
      await until(() => [...byLoad.values()].some((titles) => titles.has(title)));
    }
    expect((await stele(['rollback', database.url(name)])).code).toBe(0);
    const now = async () => (await health(origin)).spaces[0].snapshot;
    const two = [...byLoad].find(([, titles]) => titles.has('two'))?.[0];
    await until(async () => (await now()) === two);
    isOver = true;
    await Promise.all(clients);
    expect([...byLoad.values()].map((titles) => [...titles])).toEqual([['one'], ['two'], ['three']]);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(answers).toBeGreaterThan(20);
  });

  it('a restarted database › 503 with Retry-After, cached answers meanwhile, then recovery', async () => {
    const name = newDatabase();
    await loadShelf(name, 'one');
    const { origin, lines } = await serving(name);
    for (let times = 0; times < 2; times += 1) await send(origin, `${root}/book`);
    await database.stop();
    isStopped = true;
    const refused = await send(origin, `${root}/author?page[limit]=3`);
    expect([refused.status, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
      503,
      '1',
      'no-store',
    ]);
    expect(errorsOf(refused)).toMatchObject([{ status: '503', code: 'Unavailable' }]);
    expect(refused.body.toString()).not.toContain('stele-pg');
    expect((await send(origin, `${root}/book`)).status).toBe(200);
    await until(async () => (await send(origin, '/health/ready')).status === 503);
    expect(await health(origin)).toMatchObject({
      status: 'unavailable',
      spaces: [{ engine: { failingSince: expect.any(String) } }],
    });
    expect((await send(origin, '/health/live')).status).toBe(200);
    expect(await metric(origin, 'stele_engine_failures_total')).toBeGreaterThan(0);
    await database.start();
    isStopped = false;
    await until(async () => (await send(origin, '/health/ready')).status === 200);
    expect((await send(origin, `${root}/author?page[limit]=3`)).status).toBe(200);
    expect(lines.join('')).toContain('the database does not answer');
    expect(lines.join('')).toContain('the database answers again');
  });

  it('connections closed by the database › no request fails', async () => {
    const name = newDatabase();
    await loadShelf(name, 'one');
    const { origin } = await serving(name, { pollMs: 0 });
    // More requests than connections: a waiting request must not get a connection that is being closed.
    const asked = [
      '/book',
      '/author',
      '/book/b1',
      '/book/b2',
      '/author/a1',
      '/book/b3',
      '/book?sort=title',
      '/author?page[limit]=1',
    ];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(asked.map((path) => send(origin, root + path)));
      database.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'stele serve%'");
      const replies = await Promise.all(asked.map((path) => send(origin, root + path)));
      expect(replies.map(({ status }) => status)).toEqual(asked.map(() => 200));
    }
  });

  it('a disconnected client › its statement is cancelled, and its connection is reused', async () => {
    const name = newDatabase();
    await loadShelf(name, 'one');
    const { origin } = await serving(name, { connections: 1, pollMs: 0 });
    const unlock = await lock(name, 'stele_1.book');
    const socket = await dial(origin);
    socket.write(`GET ${root}/book?_facet[title]=3 HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => blocked(name) === 1);
    socket.destroy();
    await until(() => blocked(name) === 0);
    expect(await metric(origin, 'stele_engine_cancelled_total')).toBe(1);
    expect((await send(origin, `${root}/author/a1`)).status).toBe(200);
    expect(await metric(origin, 'stele_engine_failures_total')).toBe(0);
    await unlock();
    expect((await send(origin, `${root}/book`)).status).toBe(200);
  });

  it('a statement above the timeout, and no free connection › 503 with the reason', async () => {
    const name = newDatabase();
    await loadShelf(name, 'one');
    const { origin } = await serving(name, { connections: 1, statementMs: 2000, waitMs: 50 });
    const unlock = await lock(name, 'stele_1.book');
    const ask = () => {
      const reply = send(origin, `${root}/book`);
      const asked = { reply, isOver: false };
      void reply.then(() => {
        asked.isOver = true;
      });
      return asked;
    };
    let late = ask();
    let busy = await send(origin, `${root}/author/a1`);
    await until(async () => {
      busy = await send(origin, `${root}/author/a1`);
      // On a machine that has other work, the statement may have been given up before anybody else asked.
      if (busy.status === 200 && late.isOver) late = ask();
      return busy.status !== 200;
    });
    expect([busy.status, errorsOf(busy)[0]?.detail]).toEqual([
      503,
      expect.stringContaining('is busy with other answers'),
    ]);
    const reply = await late.reply;
    expect([reply.status, errorsOf(reply)[0]?.detail]).toEqual([503, expect.stringContaining('longer than 2 s')]);
    await unlock();
    expect((await send(origin, `${root}/book`)).status).toBe(200);
    expect((await health(origin)).status).toBe('ok');
  });

  it('an answer longer than the request timeout and nearly the stall timeout › 503, and the connection stays open', async () => {
    const name = newDatabase();
    await loadShelf(name, 'one');
    const timeouts = { headersMs: 200, requestMs: 200, stallMs: 3000, checkMs: 50 };
    const { origin } = await serving(name, { statementMs: 1500, waitMs: 500, pollMs: 0 }, { timeouts });
    const unlock = await lock(name, 'stele_1.book');
    const socket = await dial(origin);
    let received = '';
    let isClosed = false;
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString();
    });
    socket.on('close', () => {
      isClosed = true;
    });
    socket.write(`GET ${root}/book HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => isClosed || received.includes('\r\n\r\n'));
    expect(received).toMatch(/^HTTP\/1\.1 503 /);
    expect(isClosed).toBe(false);
    await unlock();
    received = '';
    socket.write(`GET ${root}/book HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => isClosed || received.includes('\r\n\r\n'));
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('no published load › alive but not ready until one is published', async () => {
    const name = newDatabase();
    const { origin, lines } = await serving(name);
    expect((await send(origin, '/health/ready')).status).toBe(503);
    expect((await send(origin, '/health/live')).status).toBe(200);
    expect((await send(origin, `${root}/book`)).status).toBe(503);
    expect(lines.join('')).toContain('Load content: stele load');
    await loadShelf(name, 'one');
    await until(async () => (await send(origin, '/health/ready')).status === 200);
    expect((await send(origin, `${root}/book`)).status).toBe(200);
  });

  it('a role with read access › serves; a load without access is not served until it is granted', async () => {
    const name = newDatabase();
    database.sql('CREATE ROLE website LOGIN; CREATE ROLE stranger LOGIN');
    await loadShelf(name, 'one', 'website');
    const shut = await serving(name, { role: 'stranger' });
    expect((await send(shut.origin, '/health/ready')).status).toBe(503);
    expect(shut.lines.join('')).toContain('the role stranger may not read the register in the schema stele');
    const { origin, lines } = await serving(name, { role: 'website' });
    expect((await send(origin, `${root}/book`)).status).toBe(200);
    await loadShelf(name, 'two');
    await until(async () => (await health(origin)).status === 'degraded');
    expect((await health(origin)).spaces[0].problem.detail).toBe('the tables of what is published cannot be read');
    expect(lines.join('')).toContain('the role may not read the tables of load 2. Load with --reader <role>');
    expect((await send(origin, `${root}/author/a1`)).body.toString()).toContain('"name":"one"');
    database.sql(
      'GRANT USAGE ON SCHEMA stele_2 TO website; GRANT SELECT ON ALL TABLES IN SCHEMA stele_2 TO website',
      name,
    );
    await until(async () => (await health(origin)).status === 'ok');
    expect((await send(origin, `${root}/author/a1`)).body.toString()).toContain('"name":"two"');
  });

  it('a silent worker of Citus › degraded with its name, logged once, and recovers', async () => {
    const name = newDatabase();
    await loadShelf(name, 'one');
    // A stand-in for the extension, which is no package of Debian.
    database.sql(
      `SET allow_system_table_mods = on;
       INSERT INTO pg_catalog.pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
         VALUES (9000, 'citus', 10, 11, false, 'stand-in');
       CREATE TABLE pg_catalog.pg_dist_partition AS SELECT 'stele_1.author'::regclass AS logicalrelid, 'h'::"char" AS partmethod;
       CREATE TABLE public.workers AS SELECT true AS success;
       CREATE FUNCTION pg_catalog.run_command_on_workers(command text) RETURNS TABLE (nodename text, nodeport integer, success boolean)
         LANGUAGE sql AS 'SELECT ''worker1'', 5432, w.success FROM public.workers AS w'`,
      name,
    );
    const { origin, lines } = await serving(name);
    await until(async () => (await health(origin)).status === 'ok');
    database.sql('UPDATE public.workers SET success = false', name);
    await until(async () => (await health(origin)).status === 'degraded');
    expect((await health(origin)).spaces[0].problem.detail).toContain('does not answer: worker1:5432');
    database.sql('UPDATE public.workers SET success = true', name);
    await until(async () => (await health(origin)).status === 'ok');
    expect(lines.join('').match(/the worker worker1:5432 of Citus/g)).toHaveLength(1);
  });

  describe('the command', () => {
    const serve = (...args: readonly string[]) => stele(['serve', '--port', '0', '--from', ...args]);

    it('a load › is served, and the output names it', async () => {
      const name = newDatabase();
      await loadShelf(name, 'one');
      const args = ['serve', '--port', '0', '--from', database.url(name), '--connections', '2', '--schema', 'stele'];
      let body = '';
      const { code, stdout, stderr } = await stele(args, {
        whileServing: async (printed) => {
          const url = /shelf: (\S+) \(snapshot [0-9a-f]{64}\)/.exec(printed)?.[1] ?? '';
          body = await (await fetch(`${url}/author/a1`)).text();
        },
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^Listening on http/);
      expect(body).toContain('"name":"one"');
    });

    it('a database that refuses › the message has advice', async () => {
      const name = newDatabase();
      database.sql("CREATE ROLE guarded LOGIN PASSWORD 'right'");
      expect((await serve(database.url('missing'))).stderr).toContain('Create the database first');
      process.env['PGPASSWORD'] = 'wrong-secret';
      const { code, stderr } = await serve(database.url(name, 'guarded')).finally(
        () => delete process.env['PGPASSWORD'],
      );
      expect(code).toBe(1);
      expect(stderr).toContain('Put it into PGPASSWORD or ~/.pgpass.');
      expect(stderr).not.toContain('wrong-secret');
      const gone = await serve('postgres://x@127.0.0.1:1/y');
      expect(gone).toMatchObject({ code: 1, stdout: '' });
      expect(gone.stderr).toContain('cannot serve from the database at 127.0.0.1:1, database y: ');
    });

    it('--wait › starts without a database, and answers 503', async () => {
      let status = 0;
      const { code } = await stele(
        ['serve', '--port', '0', '--log-level', 'silent', '--wait', '--from', 'postgres://x@127.0.0.1:1/y'],
        {
          whileServing: async (printed) => {
            const origin = /Listening on (\S+)/.exec(printed)?.[1] ?? '';
            status = (await send(origin, '/health/ready')).status;
          },
        },
      );
      expect({ code, status }).toEqual({ code: 0, status: 503 });
    });
  });
});
